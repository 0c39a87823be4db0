#include "gui/live/run_view.h"

#include "engine/plan/metrics.h"

#include <algorithm>

namespace gui {
namespace {

constexpr std::chrono::milliseconds kMemoryPatience{500};

} // namespace

RunView::RunView(RunController& controller, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
{
    connect(&controller.session(), &LiveSession::started, this, &RunView::clear);
    connect(&controller.session(), &LiveSession::left, this, &RunView::clear);
    connect(&controller.session(), &LiveSession::updated, this, &RunView::take);
    connect(&controller, &RunController::predictionChanged, this, &RunView::refresh);
    // The prediction of a run arrives after its first frames may have.
    connect(&controller, &RunController::runChanged, this, [this] {
        if (m_run)
            watchPace({});
        m_shown = {};
        m_memoryStep = -1;
        refresh();
    });
}

void RunView::take(const RunSnapshotPtr& run)
{
    m_run = run;
    watch(run->steps);
    watchPace(run->steps);
    refresh();
}

void RunView::clear()
{
    m_run.reset();
    m_shown = {};
    m_memoryStep = -1;
    m_watch.reset();
    m_pace.reset();
    m_notWeighed.clear();
    m_choice.follow();
    emit changed();
}

void RunView::setShow(ShowStep show)
{
    m_choice.setShow(show);
    refresh();
}

void RunView::follow()
{
    m_choice.follow();
    refresh();
}

void RunView::hold(int step)
{
    if (step < 0)
        return;
    m_choice.hold(step);
    refresh();
}

void RunView::moveBy(int steps)
{
    if (!m_shown.complete)
        return;
    const StepHistory& history = m_controller.session().history();
    const int from = m_shown.step ? m_shown.step->number : m_shown.complete->number;
    const int to = std::clamp(from + steps, history.oldestNumber(), history.newestNumber());
    if (to == history.newestNumber() && steps > 0)
        follow();
    else
        hold(to);
}

void RunView::refresh()
{
    if (!m_run) {
        emit changed();
        return;
    }
    m_shown.step = m_choice.shown(*m_run, m_controller.session().history());
    m_shown.filling = m_shown.step && !m_shown.step->ended;
    refreshMemory();
    m_shown.schedule.reset();
    m_shown.prediction.reset();
    if (m_run->info) {
        const StepPtr& step = m_shown.step;
        const auto followed
            = m_controller.followed(*m_run->info, step ? step->schedule : m_run->schedule);
        m_shown.schedule = followed.schedule;
        m_shown.prediction = followed.prediction;
    }
    refreshNumbers();
    emit changed();
}

void RunView::refreshNumbers()
{
    const StepPtr complete = m_shown.filling ? m_run->newest : m_shown.step;
    RunController::Followed followed;
    if (m_run->info)
        m_controller.follow(complete ? complete->schedule : m_run->schedule);
    if (m_run->info && complete)
        followed = m_controller.followed(*m_run->info, complete->schedule);
    if (complete)
        m_shown.prediction = followed.prediction;
    if (complete == m_shown.complete && followed.prediction == m_heldAgainst)
        return;
    m_shown.complete = complete;
    m_heldAgainst = followed.prediction;
    m_shown.numbers = {};
    if (!complete)
        return;
    const PredictionPtr& own = followed.prediction ? followed.prediction : knownRun();
    m_shown.numbers
        = measure(*complete, followed.schedule.get(), own ? own->costs : plan::Costs::unit());
}

// The prediction of the run's own strategy, where it is cut as the run says.
PredictionPtr RunView::knownRun() const
{
    const PredictionPtr& own = m_controller.prediction();
    return own && own->schedule->shape == m_run->info->shape ? own : nullptr;
}

bool RunView::knowsTime() const { return m_shown.prediction && !isTimeless(m_shown.prediction); }

bool RunView::isTimeless(const PredictionPtr& prediction) const
{
    if (!prediction || !m_run || !m_run->info)
        return false;
    return !knowsTimeOf(prediction->strategy);
}

bool RunView::knowsTimeOf(const strategy::Strategy& strategy) const
{
    return m_run && m_run->info
        && (m_run->info->emulated || strategy.costs
            || (strategy.model && strategy.cluster.device == m_run->info->device));
}

void RunView::watch(const std::vector<StepPtr>& steps)
{
    const measured::RunConditions& conditions = m_controller.session().conditions();
    for (const StepPtr& step : steps)
        if (m_run->info && watches(step->schedule))
            m_watch->add(*step, [&](int rank) {
                return conditions.isSlowed(m_run->info->worldRank(rank), step->number);
            });
}

// In the numbers of the report: seconds, and those of the run's own prediction.
void RunView::watchPace(const std::vector<StepPtr>& steps)
{
    constexpr std::size_t kMostNotWeighed = 1 << 16;
    const auto seconds
        = [](plan::Nanoseconds time) { return std::chrono::duration<double>(time).count(); };
    if (!m_run->info || !m_run->info->emulated)
        return;
    for (const StepPtr& step : steps)
        if (m_notWeighed.size() < kMostNotWeighed)
            m_notWeighed.push_back(
                {seconds(step->timeline.makespan), plan::bubbleFraction(step->timeline)});
    const PredictionPtr own = knownRun();
    if (!own)
        return;
    if (!m_pace)
        m_pace.emplace(measured::StepPace{seconds(own->timeline->makespan), own->bubbleFraction});
    for (const measured::StepPace& step : m_notWeighed)
        m_pace->add(step);
    m_notWeighed.clear();
}

bool RunView::watches(const measured::FollowedSchedule& schedule)
{
    if (m_watch && schedule == m_watched)
        return true;
    const auto order = m_controller.followed(*m_run->info, schedule).schedule;
    if (!order || order->shape != m_run->info->shape || opsOf(*order) > kMaxWatchedOps)
        return false;
    m_watched = schedule;
    if (m_watch) {
        m_watch->follow(*order);
        return true;
    }
    // Costs are a guess, unless the device keeps to them.
    const PredictionPtr own = m_run->info->emulated ? knownRun() : nullptr;
    m_watch.emplace(*order, own ? std::optional(own->costs) : std::nullopt);
    return true;
}

std::vector<measured::Straggler> RunView::stragglers() const
{
    if (!m_watch)
        return {};
    return {m_watch->found().begin(), m_watch->found().end()};
}

void RunView::refreshMemory()
{
    const StepMemory& memory = m_controller.session().memory();
    const int step = m_shown.step ? m_shown.step->number : -1;
    const bool same = step == m_memoryStep;
    // Of a step under way not with every tick: each of its samples is looked at again.
    if (same && m_shown.filling && m_memoryAge.isValid()
        && !m_memoryAge.hasExpired(kMemoryPatience.count()))
        return;
    const std::size_t revision = memory.revision(step);
    if (same && revision == m_memoryRevision)
        return;
    m_memoryAge.start();
    m_memoryStep = step;
    m_memoryRevision = revision;
    m_shown.memory = memory.lanes(step);
}

QString RunView::comparison() const
{
    if (!m_shown.complete)
        return {};
    QString sentence = comparisonSentence(*m_shown.complete, m_shown.numbers,
                                          m_shown.prediction.get(), knowsTime());
    if (m_run->info && m_run->info->emulated)
        sentence
            += emulationRemark(m_run->info->timeScale, m_pace ? m_pace->warning() : std::string());
    return sentence;
}

} // namespace gui
