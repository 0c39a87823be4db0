#include "gui/window/run_cockpit.h"

#include "gui/charts/step_stack.h"
#include "gui/cockpit/alarm_page.h"
#include "gui/cockpit/alarm_rules_dialog.h"
#include "gui/cockpit/desktop_notice.h"
#include "gui/cockpit/log_page.h"
#include "gui/live/why_not.h"
#include "gui/timeline/view_state.h"
#include "gui/window/action_registry.h"
#include "gui/window/open_commands.h"
#include "gui/window/run_charts.h"
#include "gui/workspace/open_strategy.h"
#include "gui/workspace/workspace.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace gui {

RunCockpit::RunCockpit(const CockpitPlace& place, QObject* parent)
    : QObject(parent)
    , m_place(place)
    , m_watch(place.open.controller(), place.view, place.control)
    , m_notices(desktopNotices(*place.window),
                [window = place.window] { return window->isActiveWindow(); })
    , m_sameRuns(place.library)
{
    m_watch.setRules(readRules(place.settings));
    connect(&m_sameRuns, &SameRuns::changed, this, [this] {
        if (m_alarms)
            m_alarms->detail().refresh();
    });
    connect(&m_watch, &AlarmWatch::raised, this, &RunCockpit::tell);
    connect(&m_watch, &AlarmWatch::changed, this, [this] {
        refreshMarks();
        if (const int waiting = m_watch.list().waiting(); waiting != m_waiting) {
            m_waiting = waiting;
            emit pagesChanged();
        }
        if (m_acknowledge)
            setWhyNot(m_acknowledge, m_waiting > 0 ? QString() : tr("No alarms waiting"));
    });
    connect(&place.view, &RunView::changed, this,
            [this] { m_watch.setMemoryLimit(m_place.charts.memoryLimit()); });
}

RunCockpit::~RunCockpit()
{
    // They refer to the watch.
    delete m_alarms;
    delete m_log;
}

void RunCockpit::connectTo(ActionRegistry& actions, ViewState& timeline)
{
    m_timeline = &timeline;
    m_acknowledge = actions.action("run.acknowledge");
    m_acknowledge->setIconText(tr("Acknowledge all"));
    actions.onTriggered("run.acknowledge", [this] { m_watch.acknowledgeAll(); });
    actions.onTriggered("run.alarmRules", [this] { askRules(); });
    setWhyNot(m_acknowledge, tr("No alarms waiting"));
}

std::vector<DrawerPage> RunCockpit::pages()
{
    if (!m_alarms) {
        m_alarms = new AlarmPage(
            m_watch, m_place.open.controller(), m_place.view, [this] { return othersOfSameWork(); },
            m_acknowledge);
        connect(m_alarms, &AlarmPage::rulesWanted, this, &RunCockpit::askRules);
        connect(&m_alarms->detail(), &AlarmDetail::spanWanted, this, &RunCockpit::showSpan);
        connect(&m_alarms->detail(), &AlarmDetail::rankWanted, this, &RunCockpit::showRank);
        connect(&m_alarms->detail(), &AlarmDetail::sameAgainWanted, this, &RunCockpit::runAgain);
        m_log = new LogPage(m_place.open.controller(), m_place.view);
    }
    return {{QStringLiteral("steps"), tr("Curves"), m_place.charts.steps()},
            {QStringLiteral("alarms"),
             m_waiting > 0 ? tr("Alarms (%1)").arg(m_waiting) : tr("Alarms"), m_alarms},
            {QStringLiteral("log"), tr("Log"), m_log}};
}

// A failure stays over the timeline until it is dismissed; the rest is said in passing, by its name
// alone, for its numbers move on; and all of it stands in the list.
void RunCockpit::tell(const Alarm& alarm)
{
    if (moodOf(alarm.found.kind) == Mood::Bad)
        emit failed(alarm.found.what);
    else
        emit said(alarm.found.rank < 0
                      ? tr("New alarm: %1").arg(alarmName(alarm.found.kind))
                      : tr("New alarm: %1, rank %2")
                            .arg(alarmName(alarm.found.kind), QString::number(alarm.found.rank)));
    if (m_watch.rules().desktop)
        m_notices.add(m_place.open.title(), alarm);
}

void RunCockpit::setRules(const AlarmRules& rules)
{
    writeRules(rules, m_place.settings);
    m_watch.setRules(rules);
}

void RunCockpit::askRules()
{
    (new AlarmRulesDialog(
         m_watch.rules(), [this](const AlarmRules& rules) { setRules(rules); }, m_place.window))
        ->open();
}

void RunCockpit::refreshMarks()
{
    std::vector<StepStack::Mark> marks;
    for (const Alarm& alarm : m_watch.list().alarms())
        if (alarm.found.step >= 0)
            marks.push_back(
                {alarm.found.step, alarm.found.what, moodOf(alarm.found.kind) == Mood::Bad});
    m_place.charts.steps()->setMarks(std::move(marks));
}

void RunCockpit::showSpan(int step, int rank)
{
    m_place.view.hold(step);
    const StepPtr& shown = m_place.view.shown().step;
    if (!m_timeline || !shown || rank < 0)
        return;
    m_timeline->setArea(TimeArea{{Nanoseconds{}, shown->timeline.makespan}, rank, rank});
    m_timeline->fit();
}

void RunCockpit::showRank(int rank)
{
    const RunSnapshotPtr& run = m_place.view.run();
    if (m_timeline && run && run->info && rank >= 0)
        m_timeline->setPeerRow({rank / run->info->replicas(), run->info->replicaOf(rank)}, true);
}

// The same work in a tab of its own, launched as any other: with the question that belongs to it.
void RunCockpit::runAgain()
{
    const strategy::Strategy* strategy = m_place.view.runStrategy();
    if (!strategy)
        return;
    OpenStrategy& again = m_place.opener.openStrategy(*strategy);
    auto* launch = m_place.window->findChild<QAction*>(QStringLiteral("run.launch"),
                                                       Qt::FindDirectChildrenOnly);
    if (launch == nullptr)
        return;
    // Only a strategy that was worked out can be launched. Whoever edits it meanwhile, or turns to
    // another tab, launches it when they want to.
    auto* once = new QObject(launch);
    connect(&again.document(), &Document::strategyChanged, once, &QObject::deleteLater);
    connect(&again, &QObject::destroyed, once, &QObject::deleteLater);
    connect(&again.document(), &Document::predictionChanged, once,
            [once, launch, &again, &workspace = m_place.workspace] {
                if (!again.document().isPredictionCurrent())
                    return;
                once->disconnect();
                once->deleteLater();
                if (workspace.current() == &again)
                    QMetaObject::invokeMethod(launch, &QAction::trigger, Qt::QueuedConnection);
            });
}

// Those that are open, and then those that the library finds.
std::vector<OtherRun> RunCockpit::othersOfSameWork()
{
    std::vector<OtherRun> others;
    const strategy::Strategy* own = m_place.view.runStrategy();
    if (!own)
        return others;
    askLibrary(*own);
    for (int place = 0; place < m_place.workspace.count(); ++place) {
        auto* open = qobject_cast<OpenStrategy*>(&m_place.workspace.at(place));
        if (open == nullptr || open == &m_place.open || !open->controller().session().isShowing()
            || !open->controller().launched().isOf(*own, {}))
            continue;
        OtherRun other;
        other.name = open->controller().run() ? open->controller().run()->run : open->title();
        for (const StepPtr& step :
             open->controller().session().history().newest(StepHistory::kMaxSteps))
            if (step->whole())
                other.steps.push_back(static_cast<double>(step->timeline.makespan.count()));
        others.push_back(std::move(other));
    }
    for (const OtherRun& found : m_sameRuns.found())
        if (std::none_of(others.begin(), others.end(),
                         [&](const OtherRun& open) { return open.name == found.name; }))
            others.push_back(found);
    return others;
}

// Once for each run that is shown.
void RunCockpit::askLibrary(const strategy::Strategy& own)
{
    RunController& controller = m_place.open.controller();
    const RunSnapshotPtr& run = m_place.view.run();
    if (!run || !run->info)
        return;
    const QString name = controller.run() ? controller.run()->run : QString();
    const std::pair asked{name, controller.launched().revision()};
    if (std::exchange(m_askedOf, asked) == asked)
        return;
    const bool emulated = run->info->emulated;
    m_sameRuns.ask({.strategy = own,
                    .run = name,
                    .directory = controller.run() ? controller.run()->directory : QString(),
                    .device = QString::fromStdString(run->info->device),
                    .stands = emulated ? standsFor(run->info->timeScale) : QString(),
                    .emulated = emulated});
}

} // namespace gui
