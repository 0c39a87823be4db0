#include "engine/plan/edit/runnable.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <map>

namespace plan {
namespace {

// Where an op is laid.
struct Laid {
    std::size_t rank = 0;
    std::size_t at = 0;
};

class Follower {
public:
    explicit Follower(const Schedule& schedule)
        : m_schedule(schedule)
        , m_ran(schedule.order.size())
    {
        for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
            for (std::size_t at = 0; at < schedule.order[rank].size(); ++at)
                m_laid.emplace(schedule.order[rank][at], Laid{rank, at});
    }

    // Runs whatever can run; every rank is looked at again when what it waits for has run.
    void run()
    {
        std::vector<std::size_t> ready;
        for (std::size_t rank = 0; rank < m_ran.size(); ++rank)
            ready.push_back(rank);
        while (!ready.empty()) {
            const std::size_t rank = ready.back();
            ready.pop_back();
            while (const std::size_t size = runsNext(rank)) {
                for (std::size_t i = 0; i < size; ++i)
                    wake(m_schedule.order[rank][m_ran[rank] + i], ready);
                m_ran[rank] += size;
            }
        }
    }

    const std::vector<std::size_t>& ran() const { return m_ran; }

    std::vector<HeldUp> heldUp() const
    {
        std::vector<HeldUp> all;
        for (std::size_t rank = 0; rank < m_ran.size(); ++rank)
            for (std::size_t at = m_ran[rank]; at < m_schedule.order[rank].size(); ++at)
                all.push_back(reasonOf(rank, at));
        return all;
    }

    std::vector<Op> ready() const
    {
        std::vector<Op> ops;
        const Shape& shape = m_schedule.shape;
        for (int stage = 0; stage < shape.stages(); ++stage)
            for (int microbatch = 0; microbatch < shape.microbatches; ++microbatch)
                addReady(stage, microbatch, ops);
        return ops;
    }

    // Cut down to what has run.
    Schedule prefix() const
    {
        Schedule cut = m_schedule;
        cut.phases.clear();
        for (std::size_t rank = 0; rank < m_ran.size(); ++rank) {
            cut.order[rank].resize(m_ran[rank]);
            if (cut.pairs.empty())
                continue;
            Pairs& pairs = cut.pairs[rank];
            pairs.erase(std::remove_if(pairs.begin(), pairs.end(),
                                       [&](std::uint32_t at) { return at + 1 >= m_ran[rank]; }),
                        pairs.end());
        }
        return cut;
    }

private:
    bool hasRun(const Laid& laid) const { return laid.at < m_ran[laid.rank]; }

    // An input that is written as a whole backward may be there as an input gradient.
    const Laid* find(const Op& input) const
    {
        auto found = m_laid.find(input);
        if (found == m_laid.end() && input.kind == OpKind::Backward)
            found = m_laid.find({input.stage, OpKind::InputGrad, input.microbatch});
        return found == m_laid.end() ? nullptr : &found->second;
    }

    std::optional<Op> inputFor(const Op& op) const
    {
        return inputOf(op, m_schedule.shape.stages() - 1);
    }

    bool hasInput(const Op& op) const
    {
        const auto input = inputFor(op);
        const Laid* laid = input ? find(*input) : nullptr;
        return !input || (laid && hasRun(*laid));
    }

    // Ops that stand together at the front of what is left of a rank: a pair is two.
    std::size_t frontSize(std::size_t rank) const
    {
        const std::size_t next = m_ran[rank];
        if (next >= m_schedule.order[rank].size())
            return 0;
        const Pairs& pairs = m_schedule.pairsOf(rank);
        const bool isPair = std::binary_search(pairs.begin(), pairs.end(), std::uint32_t(next))
            && next + 1 < m_schedule.order[rank].size();
        return isPair ? 2 : 1;
    }

    // How many ops run next on the rank; 0: none can.
    std::size_t runsNext(std::size_t rank)
    {
        const std::size_t size = frontSize(rank);
        for (std::size_t i = 0; i < size; ++i) {
            const Op& op = m_schedule.order[rank][m_ran[rank] + i];
            if (hasInput(op))
                continue;
            m_waiting[keyOf(*inputFor(op))].push_back(rank);
            return 0;
        }
        return size;
    }

    // Both forms of a gradient that goes on are awaited as one.
    static Op keyOf(Op op)
    {
        if (op.kind == OpKind::InputGrad)
            op.kind = OpKind::Backward;
        return op;
    }

    void wake(const Op& op, std::vector<std::size_t>& ready)
    {
        const auto found = m_waiting.find(keyOf(op));
        if (found == m_waiting.end())
            return;
        ready.insert(ready.end(), found->second.begin(), found->second.end());
        m_waiting.erase(found);
    }

    // The op at the front of the rank that has no input, and that input.
    std::pair<Op, Op> blockOf(std::size_t rank) const
    {
        for (std::size_t i = 0; i < frontSize(rank); ++i) {
            const Op& op = m_schedule.order[rank][m_ran[rank] + i];
            if (!hasInput(op))
                return {op, *inputFor(op)};
        }
        return {};
    }

    HeldUp reasonOf(std::size_t rank, std::size_t at) const
    {
        HeldUp held{.rank = int(rank), .at = at, .op = m_schedule.order[rank][at]};
        const auto [front, frontInput] = blockOf(rank);
        const auto input = inputFor(held.op);
        const Laid* laid = input ? find(*input) : nullptr;
        const bool isInFront = at < m_ran[rank] + frontSize(rank);
        if (input && !laid) {
            held.why = HeldUp::Why::NotLaid;
            held.awaited = *input;
            held.awaitedRank = m_schedule.placement.rankOf(*input);
        } else if (isInFront && !hasInput(held.op)) {
            held.why = isInCircle(rank) ? HeldUp::Why::Circle : HeldUp::Why::Waits;
            held.awaited = m_schedule.order[laid->rank][laid->at];
            held.awaitedRank = int(laid->rank);
        } else {
            held.why = HeldUp::Why::Behind;
            held.awaited = front;
            held.awaitedRank = int(rank);
        }
        return held;
    }

    // Whether what the rank waits for waits, in the end, for the rank.
    bool isInCircle(std::size_t rank) const
    {
        std::size_t at = rank;
        for (std::size_t step = 0; step < m_ran.size(); ++step) {
            const Laid* laid = find(blockOf(at).second);
            if (!laid)
                return false;
            at = laid->rank;
            if (at == rank)
                return true;
        }
        return false;
    }

    void addReady(int stage, int microbatch, std::vector<Op>& ops) const
    {
        const auto isLaid = [&](OpKind kind) { return m_laid.contains({stage, kind, microbatch}); };
        const auto add = [&](OpKind kind) {
            const Op op{stage, kind, microbatch};
            if (hasInput(op))
                ops.push_back(op);
        };
        if (!isLaid(OpKind::Forward))
            return add(OpKind::Forward);
        // A gradient needs its own stage's activations, too.
        if (!hasRun(m_laid.at(forward(stage, microbatch))) || isLaid(OpKind::Backward))
            return;
        if (isLaid(OpKind::InputGrad)) {
            if (!isLaid(OpKind::WeightGrad))
                add(OpKind::WeightGrad);
            return;
        }
        add(OpKind::Backward);
        add(OpKind::InputGrad);
    }

    const Schedule& m_schedule;
    std::map<Op, Laid> m_laid;
    std::vector<std::size_t> m_ran;                   // [rank]
    std::map<Op, std::vector<std::size_t>> m_waiting; // for that output: ranks
};

// What would make no sense to follow.
Outcome checkLaid(const Schedule& schedule)
{
    const OpSlots slots(schedule.shape);
    std::map<Op, int> seen;
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        for (const Op& op : schedule.order[rank]) {
            if (!slots.holds(op))
                return Error{toText(op) + " lies outside the schedule"};
            if (!seen.emplace(op, int(rank)).second)
                return Error{toText(op) + " stands twice"};
            if (schedule.placement.rankOf(op) != int(rank))
                return Error{toText(op) + " stands on rank " + std::to_string(rank)
                             + "; its stage is on rank "
                             + std::to_string(schedule.placement.rankOf(op))};
        }
    return done();
}

} // namespace

Result<Runnable> runnable(const Schedule& schedule, const Costs& costs)
{
    if (const auto sound = checkLaid(schedule); !sound)
        return sound.error();
    Follower follower(schedule);
    follower.run();
    auto timeline = simulate(follower.prefix(), costs);
    if (!timeline)
        return timeline.error();
    // The step is not over, so no rank has reduced its gradients yet.
    timeline->tails.clear();
    timeline->makespan = {};
    for (const auto& spans : timeline->spans)
        if (!spans.empty())
            timeline->makespan = std::max(timeline->makespan, spans.back().end);
    return Runnable{*std::move(timeline), follower.ran(), follower.heldUp(), follower.ready()};
}

} // namespace plan
