#include "engine/plan/zb_auto/greedy.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <queue>

namespace plan::zb_auto {
namespace {

constexpr Ticks kUnknown = std::numeric_limits<Ticks>::max();

struct Chunk {
    int stage = 0;
    int forwards = 0;  // issued, in the order of the microbatches
    int gradients = 0; // issued, likewise
    int deferred = 0;  // weight gradients to do

    int pending() const { return forwards - gradients; } // pairs until their input gradient
};

struct Rank {
    std::vector<Chunk> chunks; // in the model's order
    std::vector<Op> deferred;  // weight gradients to do, from firstDeferred on
    std::size_t firstDeferred = 0;
    Ticks free = 0;

    std::size_t backlog() const { return deferred.size() - firstDeferred; }
};

// A moment at which a rank may have something to decide: an op of its ends, or an input arrives.
// Ties are broken by rank, so that the order does not depend on the queue.
struct Wake {
    Ticks time;
    std::size_t rank;
    bool operator>(const Wake& other) const
    {
        return time != other.time ? time > other.time : rank > other.rank;
    }
};

class ListScheduler {
public:
    ListScheduler(const Problem& problem, const Rule& rule, Orders& orders)
        : m_problem(problem)
        , m_rule(rule)
        , m_orders(orders)
        , m_microbatches(static_cast<std::size_t>(problem.shape.microbatches))
        , m_forwardHere(problem.stages.size() * m_microbatches, kUnknown)
        , m_gradientHere(problem.stages.size() * m_microbatches, kUnknown)
        , m_ranks(problem.ranks())
    {
        m_orders.resize(problem.ranks());
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            m_orders[rank].clear();
            m_orders[rank].reserve(3 * problem.stagesOf[rank].size() * m_microbatches);
            m_ranks[rank].deferred.reserve(problem.stagesOf[rank].size() * m_microbatches);
            for (const int stage : problem.stagesOf[rank])
                m_ranks[rank].chunks.push_back({.stage = stage});
            m_wakes.push({0, rank});
        }
        std::fill_n(m_forwardHere.begin(), m_microbatches, Ticks{0});
    }

    void run()
    {
        while (!m_wakes.empty()) {
            const Wake wake = m_wakes.top();
            m_wakes.pop();
            // A rank that is busy is woken again when its op ends.
            if (m_ranks[wake.rank].free <= wake.time)
                decide(wake.rank, wake.time);
        }
    }

private:
    std::size_t at(int stage, int microbatch) const
    {
        return static_cast<std::size_t>(stage) * m_microbatches
            + static_cast<std::size_t>(microbatch);
    }

    // When the chunk's next forward can start as far as its input goes.
    Ticks nextForward(const Chunk& chunk) const
    {
        return chunk.forwards == m_problem.shape.microbatches
            ? kUnknown
            : m_forwardHere[at(chunk.stage, chunk.forwards)];
    }
    Ticks nextGradient(const Chunk& chunk) const
    {
        return chunk.gradients == m_problem.shape.microbatches
            ? kUnknown
            : m_gradientHere[at(chunk.stage, chunk.gradients)];
    }

    // Whether the rank may hold one more pair of that chunk, where a pair still to be
    // deferred counts as one and a deferred weight gradient as `deferredUnits`. A place is
    // kept for each later chunk, so that the oldest microbatch can always go on.
    bool mayHold(std::size_t rank, std::size_t chunk, long long limit, int deferredUnits) const
    {
        const auto& chunks = m_ranks[rank].chunks;
        long long held = kPairUnits;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            held += static_cast<long long>(chunks[i].pending()) * kPairUnits
                + static_cast<long long>(chunks[i].deferred) * deferredUnits;
            const auto later = static_cast<long long>(chunks.size() - 1 - i);
            if (i >= chunk && held > limit - later * kPairUnits)
                return false;
        }
        return true;
    }

    // What is there for the rank at `now`, and when the next input arrives.
    struct Choice {
        std::optional<std::size_t> forward;
        std::optional<std::size_t> gradient;
        bool blocked = false;  // a forward waits for memory alone
        Ticks next = kUnknown; // the first arrival after `now`
    };

    Choice look(std::size_t rank, Ticks now) const
    {
        Choice choice;
        const auto& chunks = m_ranks[rank].chunks;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const Ticks gradient = nextGradient(chunks[i]);
            if (gradient > now)
                choice.next = std::min(choice.next, gradient);
            else if (!choice.gradient || m_rule.laterGradientFirst)
                choice.gradient = i;
            if (!mayHold(rank, i, static_cast<long long>(m_rule.depth[rank]) * kPairUnits, 0))
                continue;
            const Ticks forward = nextForward(chunks[i]);
            const bool room = mayHold(rank, i, m_problem.unitsOf(rank), m_problem.deferredUnits);
            if (forward > now)
                choice.next = std::min(choice.next, forward);
            else if (!room)
                choice.blocked = true;
            else if (!choice.forward || m_rule.laterForwardFirst)
                choice.forward = i;
        }
        return choice;
    }

    void decide(std::size_t rank, Ticks now)
    {
        const Choice choice = look(rank, now);
        const Rank& state = m_ranks[rank];
        const bool deferred = state.backlog() > 0;
        if (deferred && static_cast<int>(state.backlog()) > m_rule.backlog[rank])
            return runWeightGrad(rank, now);
        if (choice.gradient && !(choice.forward && m_rule.forwardFirst))
            return runGradient(rank, *choice.gradient, now);
        if (choice.forward)
            return runForward(rank, *choice.forward, now);
        if (!deferred)
            return; // an arrival wakes it
        // A weight gradient fills the gap if enough of it fits before the next arrival. It is run
        // in any case if it is memory that a forward waits for, or if nothing is under way.
        const Ticks lasts = m_problem.of(state.deferred[state.firstDeferred]);
        if (choice.blocked || choice.next == kUnknown
            || double(choice.next - now) >= m_rule.fill[rank] * double(lasts))
            runWeightGrad(rank, now);
    }

    void runForward(std::size_t rank, std::size_t which, Ticks now)
    {
        Chunk& chunk = m_ranks[rank].chunks[which];
        const Op op = forward(chunk.stage, chunk.forwards++);
        const Ticks end = issue(rank, op, now);
        const auto stage = static_cast<std::size_t>(op.stage);
        if (stage + 1 == m_problem.stages.size())
            arrive(m_gradientHere[at(op.stage, op.microbatch)], end, rank);
        else
            arrive(m_forwardHere[at(op.stage + 1, op.microbatch)],
                   end + m_problem.stages[stage + 1].fromBefore,
                   static_cast<std::size_t>(m_problem.rankOf(op.stage + 1)));
    }

    void runGradient(std::size_t rank, std::size_t which, Ticks now)
    {
        Chunk& chunk = m_ranks[rank].chunks[which];
        const Op op{chunk.stage, OpKind::InputGrad, chunk.gradients++};
        ++chunk.deferred;
        m_ranks[rank].deferred.push_back({op.stage, OpKind::WeightGrad, op.microbatch});
        const Ticks end = issue(rank, op, now);
        if (op.stage > 0)
            arrive(m_gradientHere[at(op.stage - 1, op.microbatch)],
                   end + m_problem.stages[static_cast<std::size_t>(op.stage) - 1].fromBehind,
                   static_cast<std::size_t>(m_problem.rankOf(op.stage - 1)));
    }

    void runWeightGrad(std::size_t rank, Ticks now)
    {
        Rank& state = m_ranks[rank];
        const Op op = state.deferred[state.firstDeferred++];
        const auto chunk = std::find_if(state.chunks.begin(), state.chunks.end(),
                                        [&](const Chunk& each) { return each.stage == op.stage; });
        --chunk->deferred;
        issue(rank, op, now);
    }

    Ticks issue(std::size_t rank, const Op& op, Ticks now)
    {
        m_orders[rank].push_back(op);
        const Ticks end = now + m_problem.of(op);
        m_ranks[rank].free = end;
        m_wakes.push({end, rank});
        return end;
    }

    void arrive(Ticks& here, Ticks time, std::size_t rank)
    {
        here = time;
        m_wakes.push({time, rank});
    }

    const Problem& m_problem;
    const Rule& m_rule;
    Orders& m_orders;
    std::size_t m_microbatches;
    std::vector<Ticks> m_forwardHere;  // [stage, microbatch]: when its input is here
    std::vector<Ticks> m_gradientHere; // likewise
    std::vector<Rank> m_ranks;
    std::priority_queue<Wake, std::vector<Wake>, std::greater<>> m_wakes;
};

} // namespace

void listSchedule(const Problem& problem, const Rule& rule, Orders& orders)
{
    ListScheduler(problem, rule, orders).run();
}

} // namespace plan::zb_auto
