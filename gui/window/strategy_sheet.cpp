#include "gui/window/strategy_sheet.h"

#include "engine/strategy/estimate/schedule_of.h"
#include "gui/byhand/order_bar.h"
#include "gui/charts/device_chart.h"
#include "gui/charts/memory_chart.h"
#include "gui/charts/step_stack.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/strategy_editor.h"
#include "gui/exchange/export_dialog.h"
#include "gui/exchange/loss_view.h"
#include "gui/ledger/ledger_panel.h"
#include "gui/live/run_panel.h"
#include "gui/live/run_step.h"
#include "gui/live/scrubber.h"
#include "gui/live/why_not.h"
#include "gui/window/explore_commands.h"
#include "gui/window/export_commands.h"
#include "gui/window/fade_commands.h"
#include "gui/window/inspector_page.h"
#include "gui/window/layout.h"
#include "gui/window/learn_page.h"
#include "gui/window/middle_views.h"
#include "gui/window/open_commands.h"
#include "gui/window/range_history.h"
#include "gui/workspace/workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QVBoxLayout>

namespace gui {
namespace {

const QString kSectionsKey = QStringLiteral("editor/openSections");

// Beside the settings.
QString devicesFolder(const QSettings& settings)
{
    return QFileInfo(settings.fileName()).absoluteDir().filePath(QStringLiteral("devices"));
}

RunAlarm alarmOf(const Verdict& verdict)
{
    return verdict.healthMood == Mood::Bad    ? RunAlarm::Failed
        : verdict.healthMood == Mood::Warning ? RunAlarm::Warned
                                              : RunAlarm::None;
}

} // namespace

StrategySheet::StrategySheet(OpenStrategy& open, const SheetPlace& place)
    : Sheet(place.window)
    , m_open(open)
    , m_place(place)
    , m_runView(open.document(), open.controller())
    , m_files(open.document(), place.settings, place.window)
    , m_estimator(open.document())
    , m_runCommands(open.document(), open.controller(), m_runView, place.window)
    , m_charts(open.document(), open.controller(), m_runView, m_estimator)
    , m_cockpit({open, m_runView, m_runCommands.control(), m_charts, place.opener, place.workspace,
                 place.settings, place.library, place.window})
    , m_judge(open.document(), m_estimator, open.controller(), m_runView, m_cockpit.watch())
    , m_area(new TimelineArea(open.document(), open.controller(), m_runView, m_estimator, this))
    , m_middle(new MiddleViews(*m_area, open.document(), m_estimator, m_runView, this))
    , m_editor(new StrategyEditor(open.document(), devicesFolder(place.settings), this))
    , m_order(open.document(), m_area->panel(), ownActions(), this)
{
    m_editor->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(&m_order.bar());
    column->addWidget(m_middle, 1);
    makeRunPanel();
    connectExploring(ownActions(), open, place.workspace);
    m_runCommands.connectTo(ownActions(), place.keeps ? &place.settings : nullptr);
    m_cockpit.connectTo(ownActions(), m_area->viewState());
    connectFile();
    connectUndo();
    connectView();
    connectWords();
    new ExportCommands(*this, ownActions(), place.window);
    // A sheet is made anew in another language, and late for a tab that nobody looked at: it goes
    // on from where the one before was, and hears below what the run has said so far.
    if (const auto held = open.heldStep())
        m_runView.hold(*held);
    // Comparisons go on showing it, whatever becomes of the sheet.
    connect(&m_runView, &RunView::changed, this, [this] {
        m_open.setHeldStep(m_runView.held());
        m_open.setOnShow(runStepOf(m_runView, controller()));
    });
    connectEditor();
    const auto judge = [this] {
        setVerdict(m_judge.verdict());
        m_open.setAlarm(alarmOf(m_judge.verdict()));
    };
    connect(&m_judge, &StrategyVerdict::changed, this, judge);
    judge();
    controller().session().repeat();
}

StrategySheet::~StrategySheet()
{
    // They refer to members, which are destroyed before the children are.
    delete m_runPage;
    delete m_scrubber;
    delete m_inspector;
    delete m_ledger;
    delete &m_order.bar();
    delete m_middle; // with the area
    delete m_editor;
}

void StrategySheet::connectEditor()
{
    if (m_place.keeps) {
        if (m_place.settings.contains(kSectionsKey))
            m_editor->setOpenSections(m_place.settings.value(kSectionsKey).toStringList());
        connect(m_editor, &StrategyEditor::openSectionsChanged, this,
                [this] { m_place.settings.setValue(kSectionsKey, m_editor->openSections()); });
    }
    const auto advise = [this] {
        // Of an earlier state it would mark fields that are right by now.
        const EstimatePtr estimate = m_estimator.isCurrent() ? m_estimator.estimate() : nullptr;
        m_editor->setAdvice(estimate ? estimate->numbers.warnings
                                     : std::vector<strategy::Problem>{});
    };
    connect(&m_estimator, &Estimator::changed, this, advise);
    advise();
}

void StrategySheet::makeRunPanel()
{
    // Before the panel, whose buttons show the short texts.
    action("run.follow")->setCheckable(true);
    action("run.follow")->setIconText(tr("Follow"));
    action("run.stop")->setIconText(tr("Stop"));
    action("run.calibrate")->setIconText(tr("Take the costs from this run"));
    m_runPanel
        = new RunPanel(m_open.document(), m_open.controller(), m_runView, m_runCommands.control(),
                       {action("run.launch"),
                        action("run.stop"),
                        action("run.attach"),
                        action("run.replay"),
                        action("run.leave"),
                        action("run.follow"),
                        action("run.previousStep"),
                        action("run.nextStep"),
                        action("run.calibrate"),
                        {action("run.pause"), action("run.stopAfterStep"), action("run.checkpoint"),
                         action("run.slow"), action("run.swap")}});
    for (const char* id : {"run.pause", "run.checkpoint", "run.slow", "run.swap"})
        ownActions().setHandled(id); // by the panel's own buttons
    m_runPage = scrolled(m_runPanel);
    m_runPage->setParent(this);
    m_runPage->hide();
}

void StrategySheet::connectFile()
{
    ownActions().onTriggered("file.save", [this] { m_files.save(); });
    ownActions().onTriggered("file.saveAs", [this] { m_files.saveAs(); });
    ownActions().onTriggered("file.export", [this] { exportTo(); });
    ownActions().onTriggered("run.attach", [this] { emit m_place.opener.runListWanted(); });
    ownActions().onTriggered("run.replay", [this] { emit m_place.opener.recordingsWanted(); });
    connect(&m_files, &FileCommands::failed, this, &Sheet::failed);
    connect(&m_files, &FileCommands::saved, this,
            [this](const QString& path) { emit said(tr("saved %1").arg(path)); });
}

void StrategySheet::exportTo()
{
    const ForeignStrategy* from = m_open.imported();
    const QString beside
        = from && document().path().isEmpty() ? from->report.path : document().path();
    auto* dialog = new ExportDialog({document().strategy(), beside, from ? from->format : "",
                                     from ? from->kept : std::vector<strategy::KeptKey>{}},
                                    m_place.window);
    connect(dialog, &ExportDialog::saved, this,
            [this](const QString& path) { emit said(tr("exported to %1").arg(path)); });
    connect(dialog, &ExportDialog::failed, this, &Sheet::failed);
    dialog->open();
}

void StrategySheet::connectUndo()
{
    QUndoStack& changes = document().undoStack();
    ownActions().onTriggered("edit.undo", [&changes] { changes.undo(); });
    ownActions().onTriggered("edit.redo", [&changes] { changes.redo(); });
    const auto enable = [this, &changes] {
        setWhyNot(action("edit.undo"),
                  changes.canUndo() ? QString() : tr("There is nothing to undo"));
        setWhyNot(action("edit.redo"),
                  changes.canRedo() ? QString() : tr("There is nothing to redo"));
        // After a change, words such as "saved" would no longer be true.
        emit said({});
    };
    ownActions().onTriggered("edit.costs", [this] { m_editor->showAllCosts(); });
    const auto allowCosts = [this] {
        setWhyNot(action("edit.costs"),
                  costsAreGiven(document().strategy())
                      ? QString()
                      : tr("The costs are worked out from the model"));
    };
    connect(&document(), &Document::strategyChanged, this, allowCosts);
    allowCosts();
    // Also emitted when the stack is cleared for another file.
    connect(&changes, &QUndoStack::indexChanged, this, enable);
    enable();
}

void StrategySheet::toggle(const char* id, const QString& key, bool first,
                           const std::function<void(bool)>& show)
{
    QAction* made = action(id);
    const bool keeps = m_place.keeps && !key.isEmpty();
    made->setCheckable(true);
    made->setChecked(keeps ? m_place.settings.value(key, first).toBool() : first);
    ownActions().onTriggered(id, [this, made, keeps, key, show] {
        if (keeps)
            m_place.settings.setValue(key, made->isChecked());
        show(made->isChecked());
    });
    show(made->isChecked());
}

void StrategySheet::connectView()
{
    ViewState& step = m_area->viewState();
    toggle("view.criticalPath", QStringLiteral("view/criticalPath"), false,
           [&step](bool shows) { step.setShowsCriticalPath(shows); });
    toggle("view.memory", QStringLiteral("view/memory"), true,
           [&step](bool shows) { step.setShowsMemory(shows); });
    toggle("view.kernels", QStringLiteral("view/kernels"), true,
           [&step](bool shows) { step.setShowsKernels(shows); });
    toggle("view.ghosts", QStringLiteral("view/ghosts"), true,
           [&step](bool shows) { step.setShowsGhosts(shows); });
    toggle("view.flows", QStringLiteral("view/flows"), true,
           [&step](bool shows) { step.setShowsFlows(shows); });
    connectFading(ownActions(), step);
    connect(m_middle, &MiddleViews::currentChanged, &m_order, [this](MiddleView view) {
        if (view != MiddleView::Timeline)
            m_order.setOn(false);
    });
    connect(&m_order, &OrderMode::turnedOn, m_middle,
            [this] { m_middle->setCurrent(MiddleView::Timeline); });
    connect(&m_order.bar(), &OrderBar::failed, this, &Sheet::failed);
    connect(&m_order.bar(), &OrderBar::said, this, &Sheet::said);
    ownActions().onTriggered("view.fit", [this] { viewState().fit(); });
    connectHistory(ownActions(), viewState());
    ownActions().onTriggered("view.find", [this] { m_area->panel().find(); });
    ownActions().onTriggered("view.goToRank", [this] { m_area->panel().findRank(); });
    m_middle->connectTo(ownActions());
}

void StrategySheet::connectWords()
{
    connect(m_editor, &StrategyEditor::said, this, &Sheet::said);
    connect(m_editor, &StrategyEditor::lessonWanted, &m_place.opener, &OpenCommands::openLesson);
    connect(&controller(), &RunController::said, this, &Sheet::said);
    connect(&controller(), &RunController::failed, this, &Sheet::failed);
    connect(&m_runCommands, &RunCommands::said, this, &Sheet::said);
    connect(&m_runCommands, &RunCommands::failed, this, &Sheet::failed);
    connect(&m_runCommands, &RunCommands::besideWanted, this, [this](const PreparedLaunch& launch) {
        OpenStrategy& made = m_place.workspace.addStrategy();
        made.document().start(launch.strategy);
        made.controller().launch(launch);
    });
    connect(m_area, &TimelineArea::runStrategyWanted, &m_runCommands,
            &RunCommands::takeRunStrategy);
    connect(&m_cockpit, &RunCockpit::said, this, &Sheet::said);
    connect(&m_cockpit, &RunCockpit::failed, this, &Sheet::failed);
    connect(&m_cockpit, &RunCockpit::pagesChanged, this, &Sheet::pagesChanged);
    connect(&m_charts, &RunCharts::devicesCountChanged, this, &Sheet::pagesChanged);
    for (const auto another : {&LiveSession::started, &LiveSession::left})
        connect(&controller().session(), another, this, &Sheet::pagesChanged);
}

QWidget* StrategySheet::panel(Mode mode)
{
    switch (mode) {
    case Mode::Design:
        return m_editor;
    case Mode::Run:
        return m_runPage;
    case Mode::Learn:
        return learnPage();
    case Mode::Runs: // the window's
        break;
    }
    return nullptr;
}

QWidget* StrategySheet::learnPage()
{
    if (!m_learnPage)
        m_learnPage = makeLearnPage(m_place.opener, document().strategy().schedule.name, this);
    return m_learnPage;
}

QWidget* StrategySheet::inspector()
{
    if (!m_inspector)
        m_inspector = m_middle->inspectorWith(
            makeInspectorPage(m_place.opener, m_area->viewState(), m_area->panel()), this);
    return m_inspector;
}

LedgerPanel& StrategySheet::ledger()
{
    if (!m_ledger)
        m_ledger = new LedgerPanel(document(), controller(), m_runView, this);
    return *m_ledger;
}

std::vector<DrawerPage> StrategySheet::drawerPages(Mode mode)
{
    std::vector<DrawerPage> pages{
        {QStringLiteral("ledger"), tr("Ledger"), &ledger()},
        {QStringLiteral("memory"), tr("Memory"), m_charts.memory()},
    };
    const std::vector<DrawerPage> ofRun = m_cockpit.pages();
    pages.insert(mode == Mode::Run ? pages.begin() : pages.end(), ofRun.begin(), ofRun.end());
    if (m_open.imported()) {
        if (!m_report)
            m_report = new LossView(this);
        m_report->setReport(m_open.imported()->report);
        pages.push_back({QStringLiteral("report"), tr("Import report"), m_report});
    }
    if (m_charts.devicesCount())
        pages.push_back({QStringLiteral("devices"), tr("Devices"), m_charts.devices()});
    return pages;
}

QWidget* StrategySheet::scrubber()
{
    if (!controller().session().isShowing())
        return nullptr;
    if (!m_scrubber)
        m_scrubber = new Scrubber(
            controller(), m_runView,
            {action("run.follow"), action("run.previousStep"), action("run.nextStep")}, this);
    return m_scrubber;
}

QWidget* StrategySheet::focused() { return m_middle->focused(); }

void StrategySheet::leave(const std::function<void()>& onward) { m_files.leaveDocument(onward); }

} // namespace gui
