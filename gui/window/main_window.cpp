#include "gui/window/main_window.h"

#include "gui/charts/device_chart.h"
#include "gui/charts/memory_chart.h"
#include "gui/charts/step_chart.h"
#include "gui/compare/compare_view.h"
#include "gui/editor/strategy_editor.h"
#include "gui/estimate/verdict_strip.h"
#include "gui/ledger/ledger_panel.h"
#include "gui/live/run_panel.h"
#include "gui/live/why_not.h"
#include "gui/window/help_dialog.h"
#include "gui/window/layout.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace gui {

namespace {

const QString kComparedKey = QStringLiteral("compare/schedules");
const QString kCriticalPathKey = QStringLiteral("view/criticalPath");
const QString kMemoryKey = QStringLiteral("view/memory");
const QString kKernelsKey = QStringLiteral("view/kernels");

} // namespace

MainWindow::MainWindow(Document& document, RunController& controller, QSettings& settings,
                       WindowOptions options)
    : m_document(document)
    , m_controller(controller)
    , m_settings(settings)
    , m_options(std::move(options))
    , m_actions(this)
    , m_runView(document, controller)
    , m_files(document, settings, this)
    , m_estimator(document)
    , m_runCommands(document, controller, m_runView, m_files, this)
    , m_searchCommands(document, m_files, this)
    , m_charts(document, controller, m_runView, m_estimator)
    , m_status(document, statusBar())
    , m_area(new TimelineArea(document, controller, m_runView, m_estimator, this))
    , m_compare(new CompareView(document, this))
    , m_pages(new QTabWidget(this))
    , m_verdict(new VerdictStrip(document, m_estimator, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    m_pages->addTab(m_area, tr("Step"));
    m_pages->addTab(m_compare, tr("Compare"));
    m_pages->setDocumentMode(true);
    m_pages->tabBar()->setAccessibleName(tr("Pages"));
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_pages, 1);
    setCentralWidget(centre);
    setDockNestingEnabled(true);
    // The docks come first: the menus list them, and one of them has the panel that the run's
    // commands are connected to.
    makeDocks();
    makeMenus();
    connectFileActions();
    connectUndo();
    m_searchCommands.connectTo(m_actions);
    m_runCommands.connectTo(m_actions, *m_runPanel);
    connectViewActions();
    connectWords();
    // Before the layout is restored, since a size that was kept counts more.
    resize(firstWindowSize());
    if (m_options.keepLayout)
        restoreLayout();
    refreshTitle();
}

MainWindow::~MainWindow() = default;

QDockWidget* MainWindow::addDock(const char* id, const QString& title, QWidget* content,
                                 Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    // QMainWindow::saveState() tells docks apart by their object names.
    dock->setObjectName(QString::fromLatin1(id));
    dock->setAccessibleName(title);
    dock->setWidget(content);
    nameTitleButtons(dock);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks()
{
    // Before the panel, whose buttons show the short texts.
    m_actions.action("run.follow")->setCheckable(true);
    m_actions.action("run.follow")->setIconText(tr("Follow"));
    m_actions.action("run.stop")->setIconText(tr("Stop"));
    m_actions.action("run.calibrate")->setIconText(tr("Take the costs from this run"));
    m_actions.action("run.previousStep")->setIconText(QStringLiteral("◀"));
    m_actions.action("run.nextStep")->setIconText(QStringLiteral("▶"));

    m_runPanel
        = new RunPanel(m_document, m_controller, m_runView, m_runCommands.control(),
                       {m_actions.action("run.launch"),
                        m_actions.action("run.stop"),
                        m_actions.action("run.attach"),
                        m_actions.action("run.replay"),
                        m_actions.action("run.leave"),
                        m_actions.action("run.follow"),
                        m_actions.action("run.previousStep"),
                        m_actions.action("run.nextStep"),
                        m_actions.action("run.calibrate"),
                        {m_actions.action("run.pause"), m_actions.action("run.stopAfterStep"),
                         m_actions.action("run.checkpoint"), m_actions.action("run.slow"),
                         m_actions.action("run.swap")}});
    auto* editor = new StrategyEditor(m_document);
    connect(editor, &StrategyEditor::said, &m_status, &StatusWords::say);
    m_editorDock
        = addDock("dock.strategy", tr("Strategy"), scrolled(editor), Qt::LeftDockWidgetArea);
    m_runDock = addDock("dock.run", tr("Run"), scrolled(m_runPanel), Qt::RightDockWidgetArea);
    m_chartDock
        = addDock("dock.steps", tr("Step times"), m_charts.stepTimes(), Qt::RightDockWidgetArea);
    m_lossDock = addDock("dock.loss", tr("Loss"), m_charts.loss(), Qt::RightDockWidgetArea);
    m_throughputDock
        = addDock("dock.throughput", tr("Tokens"), m_charts.throughput(), Qt::RightDockWidgetArea);
    m_devicesDock
        = addDock("dock.devices", tr("Devices"), m_charts.devices(), Qt::RightDockWidgetArea);
    m_ledgerDock
        = addDock("dock.ledger", tr("Ledger"), new LedgerPanel(m_document, m_controller, m_runView),
                  Qt::BottomDockWidgetArea);
    m_memoryDock
        = addDock("dock.memory", tr("Memory"), m_charts.memory(), Qt::BottomDockWidgetArea);
    // The strategy's fields need the whole height; ledger and memory may take the width under the
    // run.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
}

void MainWindow::makeMenus()
{
    m_actions.fill(menuBar());
    auto* recent = new QMenu(tr("Open &recent"), this);
    m_files.keepRecent(recent);
    m_actions.menu(MenuId::File)->insertMenu(m_actions.action("file.save"), recent);
    QMenu* panels = m_actions.menu(MenuId::View)->addMenu(tr("&Panels"));
    for (QDockWidget* dock : {m_editorDock, m_runDock, m_chartDock, m_lossDock, m_throughputDock,
                              m_devicesDock, m_ledgerDock, m_memoryDock})
        panels->addAction(dock->toggleViewAction());
}

void MainWindow::connectFileActions()
{
    m_actions.onTriggered("file.new", [this] { m_files.startNew(); });
    m_actions.onTriggered("file.open", [this] { m_files.open(); });
    m_actions.onTriggered("file.save", [this] { m_files.save(); });
    m_actions.onTriggered("file.saveAs", [this] { m_files.saveAs(); });
    m_actions.onTriggered("file.picture", [this] { savePicture(); });
    m_actions.onTriggered("file.quit", [this] { close(); });
    connect(&m_files, &FileCommands::failed, this, &MainWindow::fail);
    connect(&m_files, &FileCommands::opened, this, [this](const QString& path) {
        m_area->clearFailure();
        m_status.say(tr("opened %1").arg(path));
    });
    connect(&m_files, &FileCommands::saved, this,
            [this](const QString& path) { m_status.say(tr("saved %1").arg(path)); });
}

void MainWindow::connectUndo()
{
    m_actions.onTriggered("edit.undo", [this] { m_document.undoStack().undo(); });
    m_actions.onTriggered("edit.redo", [this] { m_document.undoStack().redo(); });
    const auto enable = [this] {
        const QUndoStack& changes = m_document.undoStack();
        setWhyNot(m_actions.action("edit.undo"),
                  changes.canUndo() ? QString() : tr("There is no change to take back"));
        setWhyNot(m_actions.action("edit.redo"),
                  changes.canRedo() ? QString() : tr("No change was taken back"));
    };
    // Also emitted when the stack is cleared for another file.
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, enable);
    enable();
}

void MainWindow::connectViewActions()
{
    auto* group = new QActionGroup(this);
    const auto offer = [&](const char* id, ThemeChoice choice) {
        QAction* action = m_actions.action(id);
        action->setCheckable(true);
        action->setChecked(choice == m_options.theme);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] {
            if (m_options.onTheme)
                m_options.onTheme(choice);
        });
    };
    offer("view.themeSystem", ThemeChoice::System);
    offer("view.themeLight", ThemeChoice::Light);
    offer("view.themeDark", ThemeChoice::Dark);
    QAction* critical = m_actions.action("view.criticalPath");
    critical->setCheckable(true);
    // toggled(), not triggered(): the setting restored below is to reach the views as well.
    connect(critical, &QAction::toggled, this, [this](bool shows) {
        m_area->viewState().setShowsCriticalPath(shows);
        m_compare->viewState().setShowsCriticalPath(shows);
    });
    QAction* memory = m_actions.action("view.memory");
    memory->setCheckable(true);
    memory->setChecked(true);
    connect(memory, &QAction::toggled, &m_area->viewState(), &ViewState::setShowsMemory);
    QAction* kernels = m_actions.action("view.kernels");
    kernels->setCheckable(true);
    kernels->setChecked(true);
    connect(kernels, &QAction::toggled, &m_area->viewState(), &ViewState::setShowsKernels);
    connectPages();
    if (m_options.keepLayout) {
        memory->setChecked(m_settings.value(kMemoryKey, true).toBool());
        kernels->setChecked(m_settings.value(kKernelsKey, true).toBool());
        critical->setChecked(m_settings.value(kCriticalPathKey).toBool());
        if (m_settings.contains(kComparedKey))
            m_compare->setSchedules(m_settings.value(kComparedKey).toStringList());
    }
    const auto compares = [this] { return m_pages->currentWidget() == m_compare; };
    m_actions.onTriggered("view.fit", [this, compares] {
        (compares() ? m_compare->viewState() : m_area->viewState()).fit();
    });
    m_actions.onTriggered("view.focusTimeline", [this, compares] {
        (compares() ? m_compare->panel() : m_area->panel()).setFocus(Qt::ShortcutFocusReason);
    });
    m_actions.onTriggered("view.resetLayout", [this] { resetLayout(); });
    m_actions.onTriggered("help.shortcuts", [this] { (new HelpDialog(m_actions, this))->show(); });
    m_actions.onTriggered("help.about", [this] { showAbout(this); });
}

void MainWindow::connectPages()
{
    QAction* compare = m_actions.action("view.compare");
    compare->setCheckable(true);
    // triggered(), not toggled(): currentChanged() below checks the action, which must not lead
    // back here.
    connect(compare, &QAction::triggered, this, [this](bool shows) {
        m_pages->setCurrentWidget(shows ? static_cast<QWidget*>(m_compare) : m_area);
    });
    connect(m_pages, &QTabWidget::currentChanged, this,
            [this, compare] { compare->setChecked(m_pages->currentWidget() == m_compare); });
    connect(m_compare, &CompareView::said, &m_status, &StatusWords::say);
}

// What every part has to say.
void MainWindow::connectWords()
{
    connect(&m_controller, &RunController::said, &m_status, &StatusWords::say);
    connect(&m_controller, &RunController::failed, this, &MainWindow::fail);
    connect(&m_runCommands, &RunCommands::said, &m_status, &StatusWords::say);
    connect(&m_runCommands, &RunCommands::failed, this, &MainWindow::fail);
    connect(m_area, &TimelineArea::runStrategyWanted, &m_runCommands,
            &RunCommands::openRunStrategy);
    connect(&m_charts, &RunCharts::devicesCountChanged, this, &MainWindow::refreshDevicesDock);
    refreshDevicesDock();
    connect(&m_document, &Document::nameChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::strategyChanged, this, &MainWindow::refreshTitle);
}

void MainWindow::fail(const QString& sentence)
{
    m_area->showFailure(sentence);
    // An earlier success in the status line would contradict the failure.
    m_status.clear();
}

void MainWindow::refreshTitle()
{
    setWindowTitle(m_document.displayName() + QStringLiteral("[*] – Bubblescope"));
    setWindowModified(m_document.isModified());
}

void MainWindow::savePicture()
{
    // Before the dialog is opened: a run goes on while the user chooses a file, and the picture is
    // to be of the moment at which it was asked for.
    const QPixmap picture = grab();
    auto* dialog = new QFileDialog(this, tr("Save a picture of the window"),
                                   QStringLiteral("bubblescope.png"), tr("Pictures (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, picture](const QString& path) {
        if (picture.save(path, "PNG"))
            m_status.say(tr("saved %1").arg(path));
        else
            fail(tr("%1 cannot be written; choose another place").arg(path));
    });
    // Not exec(), which would start an event loop within this call.
    dialog->open();
}

void MainWindow::resetLayout()
{
    placeDocks(*this,
               {m_editorDock, m_runDock, m_chartDock, m_lossDock, m_throughputDock, m_ledgerDock,
                m_memoryDock, m_devicesDock, m_charts.devicesCount()});
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_placed = restoreState(m_settings.value(QStringLiteral("window/state")).toByteArray(),
                            kLayoutVersion);
    refreshDevicesDock();
}

void MainWindow::refreshDevicesDock()
{
    m_devicesDock->setVisible(m_charts.devicesCount());
    m_devicesDock->toggleViewAction()->setVisible(m_charts.devicesCount());
}

// Docks take sizes only once the window has its own.
void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!std::exchange(m_placed, true))
        resetLayout();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_document.isModified() && !m_mayClose) {
        event->ignore();
        m_files.leaveDocument([this] {
            m_mayClose = true;
            // The answer arrives in a signal of the message box, a child of this window; the window
            // closes once that signal has returned.
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        });
        return;
    }
    // A window that is opened for its picture alone leaves the settings as they are.
    if (m_options.keepLayout) {
        m_settings.setValue(kComparedKey, m_compare->schedules());
        m_settings.setValue(kCriticalPathKey, m_actions.action("view.criticalPath")->isChecked());
        m_settings.setValue(kMemoryKey, m_actions.action("view.memory")->isChecked());
        m_settings.setValue(kKernelsKey, m_actions.action("view.kernels")->isChecked());
        m_settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        m_settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
    }
    event->accept();
    emit closed();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    // The list may be empty, although its type is among those that are offered.
    if (event->mimeData()->urls().value(0).isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString path = event->mimeData()->urls().value(0).toLocalFile();
    if (path.endsWith(QLatin1String(".bslog")))
        m_controller.replayPath(path);
    else if (!path.isEmpty())
        openFile(path);
}

} // namespace gui
