#include "engine/plan/simulate.h"

#include "engine/plan/op_slots.h"

#include <algorithm>
#include <array>
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
    double slowest = 1;
    for (const double factor : costs.rankFactors)
        slowest = std::max(slowest, factor);
    double longestHop = costs.hops.empty() ? double(costs.hop(0).count()) : 0;
    for (const Nanoseconds hop : costs.hops)
        longestHop = std::max(longestHop, double(hop.count()));
    double ops = 0;
    for (const auto& order : schedule.order)
        ops += double(order.size());
    return ops * (longestOp * slowest + longestHop) + double(costs.gradientReduction.count())
        + double(costs.optimizer.count()) * slowest;
}

// The time of every op and of the hop into it, looked up by stage and direction.
class CostTable {
public:
    CostTable(const Schedule& schedule, const Costs& costs)
        : m_stages(static_cast<std::size_t>(schedule.shape.stages()))
        , m_placement(schedule.placement)
    {
        const int directions = m_placement.bidirectional() ? 2 : 1;
        m_entries.reserve(m_stages * static_cast<std::size_t>(directions));
        for (int direction = 0; direction < directions; ++direction) {
            const auto& rankOf = direction == 0 ? m_placement.ranks : m_placement.mirror;
            for (std::size_t stage = 0; stage < m_stages; ++stage)
                m_entries.push_back(entry(costs, rankOf, static_cast<int>(stage)));
        }
    }

    Ticks of(const Op& op) const { return at(op).op[static_cast<std::size_t>(op.kind)]; }

    // How long the op's input is on its way.
    Ticks into(const Op& op) const
    {
        if (op.kind == OpKind::WeightGrad)
            return 0;
        return isForward(op.kind) ? at(op).fromBefore : at(op).fromBehind;
    }

private:
    struct Entry {
        std::array<Ticks, 4> op{}; // by OpKind
        Ticks fromBefore = 0;      // an activation's way here
        Ticks fromBehind = 0;      // a gradient's
    };

    Entry entry(const Costs& costs, const std::vector<int>& rankOf, int stage) const
    {
        const auto here = static_cast<std::size_t>(stage);
        Entry entry;
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward, OpKind::InputGrad,
                                  OpKind::WeightGrad})
            entry.op[static_cast<std::size_t>(kind)]
                = costs.scaled(costs.ofStage(stage).of(kind), rankOf[here]).count();
        if (stage > 0 && rankOf[here - 1] != rankOf[here])
            entry.fromBefore = costs.hop(stage - 1).count();
        if (here + 1 < m_stages && rankOf[here + 1] != rankOf[here])
            entry.fromBehind = costs.hop(stage).count();
        return entry;
    }

    const Entry& at(const Op& op) const
    {
        const auto stage = static_cast<std::size_t>(op.stage);
        return m_entries[m_placement.directionOf(op.microbatch) == 0 ? stage : m_stages + stage];
    }

    std::size_t m_stages;
    const Placement& m_placement;
    std::vector<Entry> m_entries; // [direction * stages + stage]
};

constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);

class Simulation {
public:
    Simulation(const Schedule& schedule, const Costs& costs)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_table(schedule, costs)
        , m_index(schedule.shape)
        , m_slots(m_index.count(), kUnset)
        , m_next(schedule.order.size())
        , m_nextPair(schedule.order.size())
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
        addTails();
        return std::move(m_timeline);
    }

private:
    // Runs the rank's ops until one has to wait, or all are done.
    void runRank(std::size_t rank)
    {
        const auto& ops = m_schedule.order[rank];
        const Pairs& pairs = m_schedule.pairsOf(rank);
        auto& spans = m_timeline.spans[rank];
        if (spans.empty())
            spans.reserve(ops.size());
        Ticks free = spans.empty() ? 0 : spans.back().end.count();

        std::size_t next = m_next[rank];
        std::size_t pair = m_nextPair[rank];
        while (next < ops.size()) {
            const bool fused = pair < pairs.size() && pairs[pair] == next && next + 1 < ops.size();
            const Op& op = ops[next];
            Ticks start = free;
            if (!awaitInput(op, rank, start) || (fused && !awaitInput(ops[next + 1], rank, start)))
                break;
            if (fused) {
                free = runPair(op, ops[next + 1], start, spans);
                if (!finish(op, free, rank) || !finish(ops[next + 1], free, rank))
                    return;
                ++pair;
                next += 2;
                continue;
            }
            free = start + m_table.of(op);
            spans.push_back({op, Nanoseconds{start}, Nanoseconds{free}});
            if (!finish(op, free, rank))
                return;
            ++next;
        }
        m_next[rank] = next;
        m_nextPair[rank] = pair;
        m_timeline.makespan = std::max(m_timeline.makespan, Nanoseconds{free});
    }

    // Moves `start` to when the op's input is here. False if that is not known yet, and
    // the rank then waits; or if the op lies outside the shape, which is an error.
    bool awaitInput(const Op& op, std::size_t rank, Ticks& start)
    {
        if (!m_index.holds(op)) {
            m_error = toText(op) + " on rank " + std::to_string(rank) + " lies outside the shape";
            return false;
        }
        const std::size_t input = inputSlot(op);
        if (input == kNoSlot)
            return true;
        if (m_slots[input] < 0) {
            m_slots[input] = kFirstWaiter - static_cast<Ticks>(rank);
            return false;
        }
        start = std::max(start, m_slots[input] + m_table.into(op));
        return true;
    }

    // Gives each op of the pair its share of the pair's time; returns the pair's end.
    Ticks runPair(const Op& first, const Op& second, Ticks start, std::vector<Span>& spans) const
    {
        const Ticks alone = m_table.of(first);
        const Ticks both = alone + m_table.of(second);
        const Ticks lasts
            = m_costs.ofPair(Nanoseconds{alone}, Nanoseconds{both - alone}).count();
        const Ticks share = both == 0
            ? 0
            : static_cast<Ticks>(double(lasts) * (double(alone) / double(both)));
        const Ticks middle = lasts == both ? start + alone : start + share;
        spans.push_back({first, Nanoseconds{start}, Nanoseconds{middle}});
        spans.push_back({second, Nanoseconds{middle}, Nanoseconds{start + lasts}});
        return start + lasts;
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

    void addTails()
    {
        if (m_costs.gradientReduction == Nanoseconds{0} && m_costs.optimizer == Nanoseconds{0})
            return;
        for (std::size_t rank = 0; rank < m_timeline.spans.size(); ++rank) {
            const auto& spans = m_timeline.spans[rank];
            Tail tail{.begin = spans.empty() ? Nanoseconds{0} : spans.back().end};
            tail.optimizerBegin = tail.begin + m_costs.gradientReduction;
            tail.end = tail.optimizerBegin
                + m_costs.scaled(m_costs.optimizer, static_cast<int>(rank));
            m_timeline.makespan = std::max(m_timeline.makespan, tail.end);
            m_timeline.tails.push_back(tail);
        }
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
    const CostTable m_table;
    const OpSlots m_index;
    std::vector<Ticks> m_slots;          // by m_index
    std::vector<std::size_t> m_next;     // [rank] -> index of its next op
    std::vector<std::size_t> m_nextPair; // [rank] -> index of its next fused pair
    std::vector<std::size_t> m_ready;    // ranks to look at
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
