#include "gui/window/main_window.h"

#include "gui/frame/icon.h"
#include "gui/live/why_not.h"
#include "gui/window/command_palette.h"
#include "gui/window/help_dialog.h"
#include "gui/window/layout.h"
#include "gui/window/learn_page.h"
#include "gui/window/lesson_sheet.h"
#include "gui/window/sheet_maker.h"
#include "gui/window/strategy_sheet.h"
#include "gui/window/tour.h"
#include "gui/workspace/workspace.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>

#include <utility>

namespace gui {
namespace {

// By Mode, and as the rail has them.
constexpr const char* kModeActions[] = {"view.design", "view.run", "view.learn", "view.runs"};
// They open and close what presenting leaves out.
constexpr const char* kDockActions[] = {"view.design", "view.run",    "view.learn",    "view.runs",
                                        "view.panel",  "view.drawer", "view.inspector"};
constexpr const char* kRailActions[] = {"view.design", "view.run", "view.runs", "view.learn"};

} // namespace

MainWindow::MainWindow(Workspace& workspace, QSettings& settings, WindowOptions options)
    : m_workspace(workspace)
    , m_settings(settings)
    , m_options(std::move(options))
    , m_actions(this, Scope::Window)
    , m_opener(workspace, settings, this)
    , m_runTabs(*this, workspace, settings)
    , m_look(m_actions, m_options.look, m_options.onLook)
    , m_frame(new FrameLayout(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setCentralWidget(m_frame);
    makeMenus();
    connectFileActions();
    connectViewActions();
    connectCaption();
    connectTabs();
    // Before the layout is restored, since a size that was kept counts more.
    resize(firstWindowSize());
    if (m_options.keepLayout)
        restoreGeometry(m_settings.value(QStringLiteral("window/geometry")).toByteArray());
    setMode(Mode::Design);
}

MainWindow::~MainWindow()
{
    // Sheets have pages in the frame, which they delete themselves.
    for (const auto& [item, sheet] : m_sheets)
        delete sheet;
}

StrategySheet* MainWindow::strategySheet() const { return qobject_cast<StrategySheet*>(m_sheet); }

StrategySheet& MainWindow::sheetOf(OpenStrategy& open)
{
    return static_cast<StrategySheet&>(sheetOf(static_cast<OpenItem&>(open)));
}

Sheet& MainWindow::sheetOf(OpenItem& item)
{
    Sheet*& sheet = m_sheets[&item];
    if (sheet)
        return *sheet;
    sheet = makeSheet(item);
    sheet->setPresenting(m_frame->isPresenting());
    m_frame->sheets().addWidget(sheet);
    Sheet* const made = sheet;
    const auto inFront = [this, made] { return made == m_sheet; };
    connect(made, &Sheet::verdictChanged, this, [this, made, inFront] {
        if (inFront())
            m_frame->verdict().setVerdict(made->verdict());
    });
    connect(made, &Sheet::pagesChanged, this, [this, inFront] {
        if (inFront())
            fillFrame();
    });
    connect(made, &Sheet::said, this, [this, inFront](const QString& sentence) {
        if (inFront())
            m_frame->say(sentence);
    });
    connect(made, &Sheet::failed, made, &Sheet::showFailure);
    return *made;
}

void MainWindow::makeMenus()
{
    m_actions.fill(menuBar());
    auto* recent = new QMenu(tr("Open &recent"), this);
    m_opener.keepRecent(recent);
    m_actions.menu(MenuId::File)->insertMenu(m_actions.action("file.save"), recent);
    for (const char* id : kRailActions) {
        m_actions.action(id)->setCheckable(true);
        m_frame->rail().add(m_actions.action(id));
    }
    m_frame->rail().addStretch();
    m_frame->setNewTab(m_actions.action("file.new"));
    for (const char* id : {"view.drawer", "view.inspector"})
        m_frame->rail().add(m_actions.action(id));
}

void MainWindow::connectViewActions()
{
    for (std::size_t mode = 0; mode < kModes; ++mode)
        m_actions.onTriggered(kModeActions[mode], [this, mode] {
            const Mode wanted = static_cast<Mode>(mode);
            // What the user asks for opens its panel; asked for again, it shuts it.
            const bool opens = wanted != m_mode || !m_frame->arrangement().panel;
            setMode(wanted);
            Arrangement now = m_frame->arrangement();
            now.panel = opens;
            m_frame->setArrangement(now);
        });
    const auto toggle = [this](const char* id, bool Arrangement::*part) {
        QAction* action = m_actions.action(id);
        action->setCheckable(true);
        m_actions.onTriggered(id, [this, action, part] {
            Arrangement now = m_frame->arrangement();
            now.*part = action->isChecked();
            m_frame->setArrangement(now);
        });
        connect(m_frame, &FrameLayout::arranged, action,
                [this, action, part] { action->setChecked(m_frame->arrangement().*part); });
    };
    toggle("view.panel", &Arrangement::panel);
    toggle("view.inspector", &Arrangement::inspector);
    toggle("view.drawer", &Arrangement::drawer);
    QAction* present = m_actions.action("view.present");
    present->setCheckable(true);
    m_actions.onTriggered("view.present", [this, present] {
        // A lesson has a way of its own to be shown.
        if (auto* lesson = qobject_cast<LessonSheet*>(m_sheet)) {
            present->setChecked(m_frame->isPresenting());
            lesson->showLecture();
            return;
        }
        this->present(present->isChecked());
    });
    m_actions.onTriggered("view.nextTab", [this] {
        if (const int count = m_workspace.count(); count > 0)
            m_workspace.setCurrent((m_workspace.currentPlace() + 1) % count);
    });
    m_actions.onTriggered("view.previousTab", [this] {
        if (const int count = m_workspace.count(); count > 0)
            m_workspace.setCurrent((m_workspace.currentPlace() + count - 1) % count);
    });
    m_actions.onTriggered("help.palette",
                          [this] { (new CommandPalette(m_actions, this))->show(); });
    m_actions.onTriggered("help.shortcuts", [this] { (new HelpDialog(this))->show(); });
    m_actions.onTriggered("help.tour", [this] { showTour(*this).takeFocus(); });
    m_actions.onTriggered("help.about", [this] { showAbout(this); });
}

void MainWindow::connectCaption()
{
    connect(&m_caption, &SelectionCaption::changed, this,
            [this] { m_frame->setCaption(m_caption.text()); });
    // What has the keyboard went with its panel.
    connect(m_frame, &FrameLayout::focusLost, this, [this] {
        if (m_sheet)
            m_sheet->focused()->setFocus();
    });
}

void MainWindow::present(bool presenting)
{
    m_actions.action("view.present")->setChecked(presenting);
    for (const char* id : kDockActions)
        setWhyNot(m_actions.action(id),
                  presenting ? tr("Presenting shows the timeline alone; F11 leaves it")
                             : QString());
    for (const auto& [item, sheet] : m_sheets)
        sheet->setPresenting(presenting);
    m_caption.follow(presenting && m_sheet ? m_sheet->timeline() : nullptr);
    // In large type the parts would make the window larger than the screen: they go before the type
    // grows, and come back once it has shrunk.
    if (presenting) {
        m_sizeBefore = size();
        menuBar()->hide();
        m_frame->setPresenting(true);
        m_look.setPresenting(true);
        setWindowState(windowState() | Qt::WindowFullScreen);
        m_frame->say(tr("Press F11 to leave this view"));
        return;
    }
    m_look.setPresenting(false);
    // Fonts and layouts follow by events of their own; until then they ask for the larger room.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationFontChange);
    setWindowState(windowState() & ~Qt::WindowFullScreen);
    menuBar()->show();
    m_frame->setPresenting(false);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    if (!isMaximized())
        resize(m_sizeBefore);
    m_frame->say({});
}

void MainWindow::showCurrent()
{
    OpenItem* const front = m_workspace.current();
    m_sheet = front ? &sheetOf(*front) : nullptr;
    m_caption.follow(m_frame->isPresenting() && m_sheet ? m_sheet->timeline() : nullptr);
    if (m_sheet) {
        const QSignalBlocker quiet(m_frame->tabs());
        m_frame->tabs().setCurrentIndex(m_workspace.currentPlace());
        m_frame->sheets().setCurrentWidget(m_sheet);
    }
    m_actions.follow(m_sheet ? &m_sheet->actions() : nullptr);
    m_frame->say({});
    fillFrame();
    refreshTitle();
    if (m_sheet && isVisible())
        m_sheet->focused()->setFocus();
}

void MainWindow::fillFrame()
{
    static constexpr const char* kTitles[]
        = {QT_TR_NOOP("Strategy"), QT_TR_NOOP("Run"), QT_TR_NOOP("Learn"), QT_TR_NOOP("Runs")};
    m_frame->verdict().setVerdict(m_sheet ? m_sheet->verdict() : Verdict{});
    m_frame->setScrubber(m_sheet ? m_sheet->scrubber() : nullptr);
    m_frame->drawer().setPages(m_sheet ? m_sheet->drawerPages(m_mode) : std::vector<DrawerPage>{});
    const QString own = m_sheet ? m_sheet->panelTitle(m_mode) : QString();
    m_frame->panel().show(panelOfMode(),
                          own.isEmpty() ? tr(kTitles[static_cast<std::size_t>(m_mode)]) : own);
    m_frame->inspector().show(m_sheet ? m_sheet->inspector() : nullptr, tr("Inspector"));
    m_frame->setMode(m_mode, m_sheet && m_sheet->hasOptions());
    // A lesson is nothing to design or to run: to look at one is to learn.
    const bool isLearning
        = m_mode == Mode::Learn || (m_mode != Mode::Runs && qobject_cast<LessonSheet*>(m_sheet));
    const Mode shown = isLearning ? Mode::Learn : m_mode;
    for (std::size_t i = 0; i < kModes; ++i)
        m_actions.action(kModeActions[i])->setChecked(i == static_cast<std::size_t>(shown));
}

// One can learn of schedules whatever is in front.
QWidget* MainWindow::panelOfMode()
{
    if (m_mode == Mode::Runs)
        return m_runTabs.panel();
    QWidget* const ofSheet = m_sheet ? m_sheet->panel(m_mode) : nullptr;
    if (ofSheet || m_mode != Mode::Learn)
        return ofSheet;
    if (!m_learnPage)
        m_learnPage = makeLearnPage(m_opener, builtInStrategy().schedule.name, this);
    return m_learnPage;
}

void MainWindow::setMode(Mode mode)
{
    m_mode = mode;
    fillFrame();
}

// Parts take sizes only once the window has its own.
void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (std::exchange(m_placed, true))
        return;
    m_frame->arrangeFor(size());
    if (m_options.keepLayout)
        m_frame->restore(m_settings);
    if (m_sheet)
        m_sheet->focused()->setFocus();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_mayClose) {
        const auto atOnce = std::make_shared<bool>(true);
        m_left.clear();
        leaveAll([this, atOnce] {
            m_mayClose = true;
            // An answer arrives in a signal of a message box, a child of this window; the window
            // closes once that signal has returned.
            if (!*atOnce)
                QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        });
        *atOnce = false;
        if (!m_mayClose) {
            event->ignore();
            return;
        }
    }
    // A window that is opened for its picture alone leaves the settings as they are.
    if (m_options.keepLayout) {
        m_settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        m_frame->save(m_settings);
    }
    event->accept();
    emit closed();
}

} // namespace gui
