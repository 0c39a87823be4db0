#include "engine/plan/zb_auto/bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace plan::zb_auto {
namespace {

// What one rank's stages add up to, and how much of it may be in flight.
struct RankFacts {
    std::size_t first = 0; // of its stages, in the model's order
    std::size_t last = 0;
    Ticks forwards = 0; // of one microbatch
    Ticks gradients = 0;
    Ticks weightGrads = 0;
    Ticks longestForward = 0;
    Ticks longestBackward = 0;
    Ticks longestWeightGrad = 0;
    Ticks residence = 0; // of one microbatch's pairs, from forward to input gradient
    Ticks shortestResidence = std::numeric_limits<Ticks>::max(); // of one pair
};

RankFacts factsOf(const Problem& problem, const Ways& ways, std::size_t rank)
{
    RankFacts facts;
    facts.first = static_cast<std::size_t>(problem.stagesOf[rank].front());
    facts.last = static_cast<std::size_t>(problem.stagesOf[rank].back());
    for (const int stage : problem.stagesOf[rank]) {
        const auto at = static_cast<std::size_t>(stage);
        const StageTimes& times = problem.stages[at];
        const Ticks residence = times.forward + ways.around[at] + times.inputGrad;
        facts.forwards += times.forward;
        facts.gradients += times.inputGrad;
        facts.weightGrads += times.weightGrad;
        facts.longestForward = std::max(facts.longestForward, times.forward);
        facts.longestBackward = std::max(facts.longestBackward, times.inputGrad + times.weightGrad);
        facts.longestWeightGrad = std::max(facts.longestWeightGrad, times.weightGrad);
        facts.residence += residence;
        facts.shortestResidence = std::min(facts.shortestResidence, residence);
    }
    return facts;
}

// The times that follow from one rank's work and memory, from its first op on.
class RankBound {
public:
    RankBound(const Problem& problem, const Ways& ways, std::size_t rank)
        : m_problem(problem)
        , m_ways(ways)
        , m_rank(rank)
        , m_microbatches(problem.shape.microbatches)
        , m_cap(problem.caps[rank])
        , m_facts(factsOf(problem, ways, rank))
        , m_first(problem.stages[m_facts.first])
        , m_last(problem.stages[m_facts.last])
    {
        const Ticks untilGradient = ways.in[m_facts.last] - ways.in[m_facts.first] + m_last.forward
            + ways.around[m_facts.last];
        m_headIdle = std::max<Ticks>(0, untilGradient - forwardsWithin(untilGradient));
    }

    std::size_t firstStage() const { return m_facts.first; }

    // To the end of the rank's last op.
    Ticks span() const
    {
        const Ticks untilEnd = afterLastForward() - m_ways.out[m_facts.first] + m_first.weightGrad;
        const Ticks tailIdle = std::max<Ticks>(0, untilEnd - m_last.forward - heldBackwards());
        const Ticks idle = fillsUp() ? m_headIdle + tailIdle : std::max(m_headIdle, tailIdle);
        return std::max(m_problem.workOf(m_rank) + idle, memoryArea());
    }

    // To the end of the first stage's last input gradient.
    Ticks home() const
    {
        return std::max(lastGradient() + m_ways.out[m_facts.first],
                        lastForward() + afterLastForward());
    }

private:
    // The most time of forwards alone within `time` from the rank's first: they arrive no faster
    // than the slowest stage since that makes them. What the stages before it made may lie
    // there already, where the rank has let it wait.
    Ticks forwardsWithin(Ticks time) const
    {
        Ticks sum = 0;
        Ticks slowest = 1;
        std::size_t stage = m_facts.first;
        for (const int next : m_problem.stagesOf[m_rank]) {
            const auto mine = static_cast<std::size_t>(next);
            for (; stage <= mine; ++stage)
                slowest = std::max(slowest, m_problem.stages[stage].forward);
            const Ticks left = time - (m_ways.in[mine] - m_ways.in[m_facts.first]);
            if (left > 0)
                sum += std::min(m_microbatches, (left - 1) / slowest + 1)
                    * m_problem.stages[mine].forward;
        }
        return std::min(sum, m_cap * m_facts.longestForward);
    }

    // More pairs than may be in flight: a gradient runs before the last forward.
    bool fillsUp() const
    {
        return static_cast<Ticks>(m_problem.stagesOf[m_rank].size()) * m_microbatches > m_cap;
    }

    double deferredShare() const { return double(m_problem.deferredUnits) / kPairUnits; }

    // The most backward work the rank may still owe while it holds a forward's pair.
    Ticks heldBackwards() const
    {
        const double deferred = m_problem.deferredUnits == 0
            ? double(m_microbatches) * double(m_facts.weightGrads)
            : double(m_cap) * double(m_facts.longestWeightGrad) / deferredShare();
        const double pending = double(m_cap) * double(m_facts.longestBackward);
        return static_cast<Ticks>(std::ceil(
            m_problem.deferredUnits == 0 ? pending + deferred : std::max(pending, deferred)));
    }

    // The most weight gradients it may owe, in time.
    Ticks heldWeightGrads() const
    {
        const Ticks all = m_microbatches * m_facts.weightGrads;
        if (m_problem.deferredUnits == 0)
            return all;
        const auto count = m_problem.unitsOf(m_rank) / m_problem.deferredUnits;
        return std::min(all, static_cast<Ticks>(count) * m_facts.longestWeightGrad);
    }

    // From the start of the rank's last forward to the end of its microbatch's last input
    // gradient on the first stage.
    Ticks afterLastForward() const
    {
        return m_last.forward + m_ways.around[m_facts.last] + m_last.inputGrad
            + m_ways.out[m_facts.last];
    }

    // To its end: every forward and gradient, and the weight gradients that may not be deferred.
    Ticks lastGradient() const { return m_headIdle + m_problem.workOf(m_rank) - heldWeightGrads(); }

    // To its start: every other forward, and the backwards that must have made room.
    Ticks lastForward() const
    {
        const Ticks backwards = m_microbatches * (m_facts.gradients + m_facts.weightGrads);
        const Ticks work = m_microbatches * m_facts.forwards - m_last.forward
            + std::max<Ticks>(0, backwards - heldBackwards());
        return std::max(work + (fillsUp() ? m_headIdle : 0), memoryChain());
    }

    // A pair's forward waits for the input gradient of a pair `cap` places before it.
    Ticks memoryChain() const
    {
        const auto pairs = static_cast<Ticks>(m_problem.stagesOf[m_rank].size()) * m_microbatches;
        return (pairs - 1) / m_cap * m_facts.shortestResidence;
    }

    // The memory held, over the span, is at most the memory there is.
    Ticks memoryArea() const
    {
        const double each
            = double(m_facts.residence) + deferredShare() * double(m_facts.weightGrads);
        return static_cast<Ticks>(each * double(m_microbatches) / double(m_cap) * (1 - 1e-9));
    }

    const Problem& m_problem;
    const Ways& m_ways;
    std::size_t m_rank;
    Ticks m_microbatches;
    Ticks m_cap;
    RankFacts m_facts;
    const StageTimes& m_first;
    const StageTimes& m_last;
    Ticks m_headIdle = 0;
};

} // namespace

Bounds lowerBounds(const Problem& problem)
{
    const Ways ways = shortestWays(problem);
    std::vector<RankBound> ranks;
    for (std::size_t rank = 0; rank < problem.ranks(); ++rank)
        ranks.emplace_back(problem, ways, rank);

    // By where a rank stands along the model, from the end: what those behind it take
    // lies between its own first forward and its last gradient.
    std::vector<std::size_t> byStage(ranks.size());
    std::iota(byStage.begin(), byStage.end(), std::size_t{0});
    std::sort(byStage.begin(), byStage.end(), [&](std::size_t a, std::size_t b) {
        return ranks[a].firstStage() > ranks[b].firstStage();
    });
    Bounds bounds;
    Ticks home = 0; // from the start of the step to the last gradient of the first stage
    for (const std::size_t rank : byStage) {
        const RankBound& bound = ranks[rank];
        const std::size_t first = bound.firstStage();
        home = std::max(home, ways.in[first] + bound.home());
        const Ticks seenFromHere
            = home - ways.in[first] - ways.out[first] + problem.stages[first].weightGrad;
        const Ticks span = std::max(bound.span(), seenFromHere);
        bounds.span = std::max(bounds.span, span);
        bounds.makespan = std::max(bounds.makespan, ways.in[first] + span + problem.tails[rank]);
    }
    return bounds;
}

} // namespace plan::zb_auto
