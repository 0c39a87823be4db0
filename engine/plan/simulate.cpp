#include "engine/plan/simulate.h"

#include "engine/plan/cost_limits.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/ready_ranks.h"

#include <algorithm>
#include <array>
#include <limits>

namespace plan {
namespace {

using Ticks = Nanoseconds::rep;

using EndSlot = Awaited<Ticks>; // a made one is its end

// What an op of one stage and direction costs and where its input comes from, by kind.
struct StageWork {
    std::array<Ticks, 4> lasts{};
    std::array<Ticks, 4> hop{}; // the input's way here
    // The input's slot, counted from the forward's slot of the same stage and
    // microbatch; kNoInput where nothing is needed. The same rule as inputOf().
    std::array<std::ptrdiff_t, 4> input{};
};

constexpr std::ptrdiff_t kNoInput = std::numeric_limits<std::ptrdiff_t>::min();

constexpr std::size_t at(OpKind kind) { return static_cast<std::size_t>(kind); }

StageWork workOf(const Schedule& schedule, const Costs& costs, int direction, int stage)
{
    const std::vector<int>& rankOf = schedule.placement.ranksOf(direction);
    const auto here = static_cast<std::size_t>(stage);
    const std::ptrdiff_t nextStage = 2 * static_cast<std::ptrdiff_t>(schedule.shape.microbatches);
    const bool last = stage + 1 == schedule.shape.stages();
    StageWork work;
    for (const OpKind kind :
         {OpKind::Forward, OpKind::Backward, OpKind::InputGrad, OpKind::WeightGrad})
        work.lasts[at(kind)] = costs.scaled(costs.ofStage(stage).of(kind), rankOf[here]).count();

    if (stage > 0 && rankOf[here - 1] != rankOf[here])
        work.hop[at(OpKind::Forward)] = costs.hop(stage - 1, direction).count();
    work.input[at(OpKind::Forward)] = stage == 0 ? kNoInput : -nextStage;
    for (const OpKind kind : {OpKind::Backward, OpKind::InputGrad}) {
        if (!last && rankOf[here + 1] != rankOf[here])
            work.hop[at(kind)] = costs.hop(stage, direction).count();
        work.input[at(kind)] = last ? 0 : nextStage + 1;
    }
    work.input[at(OpKind::WeightGrad)] = 1;
    return work;
}

// By direction and stage.
class WorkTable {
public:
    WorkTable(const Schedule& schedule, const Costs& costs)
        : m_placement(schedule.placement)
    {
        const int stages = schedule.shape.stages();
        for (int stage = 0; stage < stages; ++stage)
            m_down.push_back(workOf(schedule, costs, 0, stage));
        for (int stage = 0; m_placement.bidirectional() && stage < stages; ++stage)
            m_up.push_back(workOf(schedule, costs, 1, stage));
    }

    // Called for every op, as Simulation::awaitInput() is.
    [[gnu::always_inline]] const StageWork& of(const Op& op) const
    {
        const auto& table = m_placement.directionOf(op.microbatch) == 0 ? m_down : m_up;
        return table[static_cast<std::size_t>(op.stage)];
    }

private:
    const Placement& m_placement;
    std::vector<StageWork> m_down;
    std::vector<StageWork> m_up;
};

class Simulation {
public:
    Simulation(const Schedule& schedule, const Costs& costs)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_table(schedule, costs)
        , m_index(schedule.shape)
        , m_slots(m_index.count(), EndSlot::kByNobody)
        , m_next(schedule.order.size())
        , m_nextPair(schedule.order.size())
    {
        m_timeline.spans.resize(schedule.order.size());
        m_ready.startAll(schedule.order.size());
    }

    Result<Timeline> run()
    {
        m_ready.drain([this](std::size_t rank) {
            runRank(rank);
            return m_error.empty();
        });
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
            const Op& op = ops[next];
            Ticks start = free;
            if (!awaitInput(op, rank, start))
                break;
            if (pair < pairs.size() && pairs[pair] == next && next + 1 < ops.size()) {
                const Op& other = ops[next + 1];
                if (!awaitInput(other, rank, start))
                    break;
                free = runPair(op, other, start, spans);
                if (!finish(op, free, rank) || !finish(other, free, rank))
                    return;
                ++pair;
                next += 2;
                continue;
            }
            free = start + m_table.of(op).lasts[at(op.kind)];
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
    //
    // This and finish() are called for every op, at two places each: whether the compiler inlines
    // them by itself depends on what it compiles them with, and calls are 13 to 19 % more
    // instructions.
    [[gnu::always_inline]] bool awaitInput(const Op& op, std::size_t rank, Ticks& start)
    {
        if (!m_index.holds(op)) {
            m_error = toText(op) + " on rank " + std::to_string(rank) + " lies outside the shape";
            return false;
        }
        const StageWork& work = m_table.of(op);
        const std::ptrdiff_t input = work.input[at(op.kind)];
        if (input == kNoInput)
            return true;
        const std::size_t own
            = m_index.at(static_cast<std::size_t>(op.stage), op.microbatch, false);
        Ticks& ready = m_slots[own + static_cast<std::size_t>(input)];
        if (!EndSlot::isMade(ready)) {
            ready = EndSlot::by(rank);
            return false;
        }
        start = std::max(start, ready + work.hop[at(op.kind)]);
        return true;
    }

    // Gives each op of the pair its share of the pair's time; returns the pair's end.
    Ticks runPair(const Op& first, const Op& second, Ticks start, std::vector<Span>& spans) const
    {
        const Nanoseconds alone{m_table.of(first).lasts[at(first.kind)]};
        const Nanoseconds other{m_table.of(second).lasts[at(second.kind)]};
        const Nanoseconds lasts = m_costs.ofPair(alone, other);
        const Nanoseconds begin{start};
        const Nanoseconds middle = begin + shareOfFirst(lasts, alone, other);
        spans.push_back({first, begin, middle});
        spans.push_back({second, middle, begin + lasts});
        return (begin + lasts).count();
    }

    // Notes when the op's output is there, and wakes the rank that waits for it.
    [[gnu::always_inline]] bool finish(const Op& op, Ticks end, std::size_t rank)
    {
        // Nobody waits for it, and only one that is repeated without end is ever so late.
        if (op.kind == OpKind::WeightGrad && end <= kLongestStep.count())
            return true;
        Ticks& output = m_slots[m_index.of(op)];
        if (EndSlot::isMade(output)) {
            m_error = toText(op) + " on rank " + std::to_string(rank) + " runs a second time";
            return false;
        }
        m_ready.wake(output);
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
            tail.end
                = tail.optimizerBegin + m_costs.scaled(m_costs.optimizer, static_cast<int>(rank));
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
    const WorkTable m_table;
    const OpSlots m_index;
    std::vector<Ticks> m_slots;          // by m_index
    std::vector<std::size_t> m_next;     // [rank] -> index of its next op
    std::vector<std::size_t> m_nextPair; // [rank] -> index of its next fused pair
    ReadyRanks m_ready;
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
    if (const auto fits = checkCosts(schedule.shape, costs); !fits)
        return fits.error();
    return Simulation(schedule, costs).run();
}

} // namespace plan
