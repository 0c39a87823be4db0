#include "engine/plan/op_slots.h"
#include "engine/plan/ready_ranks.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/deadlock.h"
#include "engine/plan/validate/slot_map.h"
#include "engine/plan/validate/wait_cycle.h"

namespace plan {
namespace {

using State = std::int32_t;
using OutputSlot = Awaited<State>;
constexpr State kMade = 1; // 0: it stands nowhere in the order, and is never waited for

std::size_t countOps(const Schedule& schedule)
{
    std::size_t count = 0;
    for (const auto& ops : schedule.order)
        count += ops.size();
    return count;
}

// Runs every rank in order, without times, until nothing moves.
class InOrderRun {
public:
    explicit InOrderRun(const Schedule& schedule)
        : m_schedule(schedule)
        , m_index(schedule.shape)
        , m_outputs(m_index.count(), countOps(schedule))
        , m_next(schedule.order.size())
        , m_nextPair(schedule.order.size())
    {
        // Outputs that stand in the order are awaited; all others stay 0 and hold nobody up.
        for (const auto& ops : schedule.order)
            for (const Op& op : ops)
                if (op.kind != OpKind::WeightGrad)
                    m_outputs[m_index.of(op)] = OutputSlot::kByNobody;
    }

    std::optional<Deadlock> run()
    {
        m_ready.startAll(m_next.size());
        m_ready.drain([this](std::size_t rank) {
            runRank(rank);
            return true;
        });
        Deadlock deadlock;
        int first = -1;
        for (std::size_t rank = m_next.size(); rank-- > 0;)
            if (m_next[rank] < m_schedule.order[rank].size()) {
                ++deadlock.stuckRanks;
                first = static_cast<int>(rank);
            }
        if (first < 0)
            return std::nullopt;
        deadlock.cycle = waitCycle(m_next.size(), first, [this](int rank) { return waitOf(rank); });
        return deadlock;
    }

private:
    bool pairAt(std::size_t rank) const
    {
        const Pairs& pairs = m_schedule.pairsOf(rank);
        return m_nextPair[rank] < pairs.size() && pairs[m_nextPair[rank]] == m_next[rank];
    }

    void runRank(std::size_t rank)
    {
        const auto& ops = m_schedule.order[rank];
        while (m_next[rank] < ops.size()) {
            const std::size_t next = m_next[rank];
            const bool pair = pairAt(rank);
            if (!hasInput(ops[next], rank) || (pair && !hasInput(ops[next + 1], rank)))
                return;
            make(ops[next]);
            if (pair)
                make(ops[next + 1]);
            m_nextPair[rank] += pair;
            m_next[rank] += pair ? 2 : 1;
        }
    }

    // The same rule as inputOf(); nothing where the input is made or stands nowhere.
    std::optional<Op> awaited(const Op& op) const
    {
        const auto input = inputOf(op, m_schedule.shape.stages() - 1);
        if (!input || OutputSlot::isMade(m_outputs.get(m_index.of(*input))))
            return std::nullopt;
        return input;
    }

    bool hasInput(const Op& op, std::size_t rank)
    {
        const auto input = awaited(op);
        if (input)
            m_outputs[m_index.of(*input)] = OutputSlot::by(rank);
        return !input;
    }

    void make(const Op& op)
    {
        if (op.kind == OpKind::WeightGrad)
            return;
        State& output = m_outputs[m_index.of(op)];
        m_ready.wake(output);
        output = kMade;
    }

    // Precondition: the rank is stuck.
    Wait waitOf(int rank) const
    {
        const auto at = static_cast<std::size_t>(rank);
        const Op* op = &m_schedule.order[at][m_next[at]];
        auto input = awaited(*op);
        if (!input && pairAt(at))
            input = awaited(*++op);
        const int of = m_schedule.placement.rankOf(*input);
        return {.rank = rank, .at = *op, .needs = asNamedThere(*input, of), .of = of};
    }

    // inputOf() says Backward where the other rank's order may hold an input gradient.
    Op asNamedThere(Op op, int rank) const
    {
        if (isForward(op.kind))
            return op;
        const auto at = static_cast<std::size_t>(rank);
        const auto& ops = m_schedule.order[at];
        for (std::size_t i = m_next[at]; i < ops.size(); ++i)
            if (ops[i].stage == op.stage && ops[i].microbatch == op.microbatch
                && (ops[i].kind == OpKind::Backward || ops[i].kind == OpKind::InputGrad))
                return ops[i];
        return op;
    }

    const Schedule& m_schedule;
    const OpSlots m_index;
    SlotMap<State> m_outputs;            // by m_index
    std::vector<std::size_t> m_next;     // [rank] -> index of its next op
    std::vector<std::size_t> m_nextPair; // [rank] -> index of its next fused pair
    ReadyRanks m_ready;
};

} // namespace

std::optional<Deadlock> findDeadlock(const Schedule& schedule)
{
    return InOrderRun(schedule).run();
}

} // namespace plan
