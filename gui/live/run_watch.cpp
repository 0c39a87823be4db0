#include "gui/live/run_watch.h"

#include "engine/plan/metrics.h"

#include <algorithm>
#include <chrono>

namespace gui {
namespace {

constexpr std::size_t kMaxPaceWaiting = 1 << 16; // 24 B each

double seconds(plan::Nanoseconds time) { return std::chrono::duration<double>(time).count(); }

std::size_t spansOf(const measured::Step& step)
{
    std::size_t spans = 0;
    for (const auto& rank : step.timeline.spans)
        spans += rank.size();
    return spans;
}

} // namespace

RunWatch::RunWatch(LaunchedStrategy& launched)
    : m_launched(launched)
{
}

void RunWatch::clear()
{
    m_waiting.clear();
    m_waitingSpans = 0;
    m_stragglers.reset();
    m_replicas = {};
    m_watched = {};
    m_paceWaiting.clear();
    m_pace.reset();
    m_lately.clear();
    m_lateSince.reset();
}

void RunWatch::add(const measured::RunInfo& info, const std::vector<StepPtr>& steps,
                   const measured::RunConditions& conditions)
{
    for (const StepPtr& step : steps) {
        m_replicas.add(*step, info.replicas());
        m_waiting.push_back(step);
        m_waitingSpans += spansOf(*step);
        if (info.emulated && m_paceWaiting.size() < kMaxPaceWaiting)
            m_paceWaiting.push_back(
                {.pace = {seconds(step->timeline.makespan), plan::bubbleFraction(step->timeline)},
                 .number = step->number,
                 .counts = !step->schedule.swapped && !conditions.isSlowed(step->number)});
    }
    // First what can be weighed now: only steps that must wait count against the bound.
    weighStragglers(info, conditions);
    if (info.emulated)
        weighPace();
    while (m_waitingSpans > kMaxWaitingSpans) {
        m_waitingSpans -= spansOf(*m_waiting.front());
        m_waiting.pop_front();
    }
}

void RunWatch::weighStragglers(const measured::RunInfo& info,
                               const measured::RunConditions& conditions)
{
    while (!m_waiting.empty()) {
        const StepPtr step = m_waiting.front();
        const bool known = watches(info, step->schedule);
        if (!known && m_launched.isWorking())
            return; // its order may come
        m_waitingSpans -= spansOf(*step);
        m_waiting.pop_front();
        if (known)
            m_stragglers->add(*step, [&](int rank) {
                return conditions.isSlowed(info.worldRank(rank), step->number, step->number + 1);
            });
    }
}

// Makes the watch with the first order that is known, and has it follow the others.
bool RunWatch::watches(const measured::RunInfo& info, const measured::FollowedSchedule& schedule)
{
    if (m_stragglers && schedule == m_watched)
        return true;
    const SchedulePtr order = m_launched.order(schedule);
    if (!order || order->shape != info.shape || opsOf(*order) > kMaxWatchedOps)
        return false;
    m_watched = schedule;
    if (m_stragglers) {
        m_stragglers->follow(*order);
        return true;
    }
    // Costs are a guess, unless the device keeps to them.
    const PredictionPtr own = info.emulated ? m_launched.predictionOfRun() : nullptr;
    m_stragglers.emplace(*order, own ? std::optional(own->costs) : std::nullopt);
    return true;
}

// In the numbers of the report: seconds, and those of the run's own prediction.
void RunWatch::weighPace()
{
    const PredictionPtr own = m_launched.predictionOfRun();
    if (!own)
        return;
    if (!m_pace)
        m_pace.emplace(measured::StepPace{seconds(own->timeline->makespan), own->bubbleFraction});
    for (const PaceStep& step : m_paceWaiting) {
        m_pace->add(step.pace);
        if (!step.counts) {
            m_lately.clear();
            m_lateSince.reset();
            continue;
        }
        m_lately.push_back({step.number, measured::keptPace(step.pace, m_pace->predicted())});
        if (m_lately.size() > kLately)
            m_lately.pop_front();
        noteLate();
    }
    m_paceWaiting.clear();
}

std::vector<measured::Straggler> RunWatch::stragglers() const
{
    if (!m_stragglers)
        return {};
    return {m_stragglers->found().begin(), m_stragglers->found().end()};
}

std::string RunWatch::paceWarning() const { return m_pace ? m_pace->warning() : std::string(); }

void RunWatch::noteLate()
{
    const auto isLate = [](const Kept& step) { return !step.inTime; };
    const auto late = std::count_if(m_lately.begin(), m_lately.end(), isLate);
    if (m_lately.size() < kFewest || 2 * static_cast<std::size_t>(late) <= m_lately.size())
        m_lateSince.reset();
    else if (!m_lateSince)
        m_lateSince = std::find_if(m_lately.begin(), m_lately.end(), isLate)->number;
}

} // namespace gui
