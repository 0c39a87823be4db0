#include "engine/plan/simulate.h"

#include "engine/plan/op_slots.h"

#include <algorithm>
#include <cassert>

namespace plan {
namespace {

using Ticks = Nanoseconds::rep;

// What a slot holds besides an end time (>= 0): nothing yet, or the rank that waits
// for it, as kFirstWaiter - rank.
constexpr Ticks kUnset = -1;
constexpr Ticks kFirstWaiter = -2;

// Keeps every sum of times within 64 bits.
constexpr double kLongestStep = 100.0 * 365 * 24 * 3600 * 1e9;

// All ops and their transfers one after the other, in nanoseconds.
double longestStep(const Schedule& schedule, const Costs& costs)
{
    double longestOp = 0;
    for (const StageCosts& stage : costs.stages)
        longestOp = std::max({longestOp, double(stage.forward.count()),
                              double(stage.of(OpKind::Backward).count())});
    double ops = 0;
    for (const auto& order : schedule.order)
        ops += double(order.size());
    return ops * (longestOp + double(costs.transfer.count()));
}

constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);

class Simulation {
public:
    Simulation(const Schedule& schedule, const Costs& costs)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_index(schedule.shape)
        , m_slots(m_index.count(), kUnset)
        , m_next(schedule.order.size())
        , m_ready(schedule.order.size())
    {
        m_timeline.spans.resize(schedule.order.size());
        for (std::size_t rank = 0; rank < m_ready.size(); ++rank)
            m_ready[rank] = m_ready.size() - 1 - rank;
    }

    Result<Timeline> run()
    {
        while (!m_ready.empty() && m_error.empty()) {
            const std::size_t rank = m_ready.back();
            m_ready.pop_back();
            runRank(rank);
        }
        if (m_error.empty())
            m_error = stuckOps();
        if (!m_error.empty())
            return Error{m_error};
        return std::move(m_timeline);
    }

private:
    // Runs the rank's ops until one has to wait, or all are done.
    void runRank(std::size_t rank)
    {
        const auto& ops = m_schedule.order[rank];
        auto& spans = m_timeline.spans[rank];
        if (spans.empty())
            spans.reserve(ops.size());
        Ticks free = spans.empty() ? 0 : spans.back().end.count();

        std::size_t next = m_next[rank];
        for (; next < ops.size(); ++next) {
            const Op& op = ops[next];
            if (!m_index.holds(op)) {
                m_error = toText(op) + " on rank " + std::to_string(rank)
                    + " lies outside the shape";
                return;
            }
            Ticks start = free;
            if (const std::size_t input = inputSlot(op); input != kNoSlot) {
                if (m_slots[input] < 0) {
                    m_slots[input] = kFirstWaiter - static_cast<Ticks>(rank);
                    break;
                }
                start = std::max(start, m_slots[input] + transferInto(op));
            }
            free = start + m_costs.of(op).count();
            spans.push_back({op, Nanoseconds{start}, Nanoseconds{free}});
            if (!finish(op, free, rank))
                return;
        }
        m_next[rank] = next;
        m_timeline.makespan = std::max(m_timeline.makespan, Nanoseconds{free});
    }

    // The same rule as inputOf(), by slot.
    std::size_t inputSlot(const Op& op) const
    {
        const auto stage = static_cast<std::size_t>(op.stage);
        switch (op.kind) {
        case OpKind::Forward:
            return stage == 0 ? kNoSlot : m_index.at(stage - 1, op.microbatch, false);
        case OpKind::Backward:
        case OpKind::InputGrad:
            return stage + 1 == m_index.stages()
                ? m_index.at(stage, op.microbatch, false)
                : m_index.at(stage + 1, op.microbatch, true);
        case OpKind::WeightGrad:
            return m_index.at(stage, op.microbatch, true);
        }
        return kNoSlot;
    }

    Ticks transferInto(const Op& op) const
    {
        if (op.kind == OpKind::WeightGrad)
            return 0;
        const auto stage = static_cast<std::size_t>(op.stage);
        const std::size_t from
            = isForward(op.kind) ? stage - 1 : std::min(stage + 1, m_index.stages() - 1);
        const auto& rankOf = m_schedule.rankOfStage;
        return rankOf[from] == rankOf[stage] ? 0 : m_costs.transfer.count();
    }

    // Notes when the op's output is there, and wakes the rank that waits for it.
    bool finish(const Op& op, Ticks end, std::size_t rank)
    {
        if (op.kind == OpKind::WeightGrad)
            return true; // nobody waits for it; validate.h counts it
        Ticks& output = m_slots[m_index.of(op)];
        if (output >= 0) {
            m_error = toText(op) + " on rank " + std::to_string(rank) + " runs a second time";
            return false;
        }
        if (output <= kFirstWaiter)
            m_ready.push_back(static_cast<std::size_t>(kFirstWaiter - output));
        output = end;
        return true;
    }

    // The op at which each unfinished rank waits; the first few by name.
    std::string stuckOps() const
    {
        constexpr int kNamed = 8;
        std::string text;
        int stuck = 0;
        for (std::size_t rank = 0; rank < m_schedule.order.size(); ++rank) {
            if (m_next[rank] >= m_schedule.order[rank].size() || ++stuck > kNamed)
                continue;
            text += (stuck == 1 ? "" : ", ") + toText(m_schedule.order[rank][m_next[rank]])
                + " on rank " + std::to_string(rank);
        }
        if (stuck > kNamed)
            text += " and " + std::to_string(stuck - kNamed) + " more";
        return stuck == 0 ? "" : "the schedule deadlocks; waiting: " + text;
    }

    const Schedule& m_schedule;
    const Costs& m_costs;
    const OpSlots m_index;
    std::vector<Ticks> m_slots;       // by m_index
    std::vector<std::size_t> m_next;  // [rank] -> index of its next op
    std::vector<std::size_t> m_ready; // ranks to look at
    Timeline m_timeline;
    std::string m_error;
};

} // namespace

std::optional<Op> inputOf(const Op& op, int lastStage)
{
    switch (op.kind) {
    case OpKind::Forward:
        if (op.stage == 0)
            return std::nullopt;
        return forward(op.stage - 1, op.microbatch);
    case OpKind::Backward:
    case OpKind::InputGrad:
        if (op.stage == lastStage)
            return forward(op.stage, op.microbatch);
        return backward(op.stage + 1, op.microbatch);
    case OpKind::WeightGrad:
        return backward(op.stage, op.microbatch);
    }
    return std::nullopt;
}

Result<Timeline> simulate(const Schedule& schedule, const Costs& costs)
{
    assert(costs.stages.size() == 1
           || costs.stages.size() == static_cast<std::size_t>(schedule.shape.stages()));
    if (longestStep(schedule, costs) > kLongestStep)
        return Error{"the step could last longer than 100 years; use smaller costs or fewer "
                     "microbatches"};
    return Simulation(schedule, costs).run();
}

} // namespace plan
