#include "engine/plan/zb_auto/run.h"

#include <algorithm>

namespace plan::zb_auto {
namespace {

// What is simulated before the callback is asked again: some milliseconds.
constexpr long long kTellEvery = 100'000; // ops

// Pairs each rank holds at its peak, added up over the ranks.
long long memoryOf(const Orders& orders)
{
    long long memory = 0;
    for (const auto& order : orders) {
        int held = 0;
        int peak = 0;
        for (const Op& op : order) {
            if (isForward(op.kind))
                peak = std::max(peak, ++held);
            else if (op.kind != OpKind::InputGrad)
                --held;
        }
        memory += peak;
    }
    return memory;
}

} // namespace

Run::Run(const AutoRequest& request, const AutoLimits& limits, const OnAutoProgress& onProgress)
    : m_request(request)
    , m_limits(limits)
    , m_onProgress(onProgress)
{
}

void Run::addBounds(Ticks lowerBound)
{
    m_lowerBound = m_lowerBound ? std::min(*m_lowerBound, lowerBound) : lowerBound;
    m_progress.lowerBound = Nanoseconds{*m_lowerBound};
}

bool Run::spend(long long ops)
{
    m_progress.ops += ops;
    ++m_progress.candidates;
    if (m_progress.ops >= m_told + kTellEvery)
        tell();
    return !over();
}

void Run::tell()
{
    m_told = m_progress.ops;
    // A search that is stopped still returns an order, so that it is not asked before there is one.
    if (m_best && m_onProgress && !m_ended && !m_onProgress(m_progress)) {
        m_stopped = true;
        m_ended = true;
    }
}

bool Run::offer(const Problem& problem, const Orders& orders, const Score& score,
                std::string_view origin)
{
    if (m_best && valueOf(score) > m_bestStanding.value)
        return false; // the usual case, before the orders are copied
    Schedule schedule{
        .shape = problem.shape, .placement = problem.placement, .order = orders, .phases = {}};
    return offer(std::move(schedule), score, origin);
}

bool Run::offer(Schedule schedule, const Score& score, std::string_view origin)
{
    const Standing standing{valueOf(score), otherOf(score), memoryOf(schedule.order)};
    if (m_best && !(standing < m_bestStanding))
        return false;
    m_bestStanding = standing;
    m_progress.value = Nanoseconds{standing.value};
    m_progress.origin = origin;
    m_best = AutoResult{.schedule = std::move(schedule),
                        .makespan = Nanoseconds{score.makespan},
                        .span = Nanoseconds{score.span},
                        .value = m_progress.value,
                        .progress = {}};
    tell();
    if (m_lowerBound && standing.value <= *m_lowerBound)
        m_ended = true;
    return true;
}

AutoResult Run::result() &&
{
    m_best->lowerBound = m_progress.lowerBound;
    m_best->progress = std::move(m_progress);
    m_best->stopped = m_stopped;
    return std::move(*m_best);
}

} // namespace plan::zb_auto
