#include "engine/plan/zb_auto/evaluate.h"

#include <algorithm>

namespace plan::zb_auto {
namespace {

using EndSlot = Awaited<Ticks>; // a made one is its end

// How much more the rank holds.
int unitsHeldAfter(const Problem& problem, OpKind kind)
{
    switch (kind) {
    case OpKind::Forward:
        return kPairUnits;
    case OpKind::Backward:
        return -kPairUnits;
    case OpKind::InputGrad:
        return problem.deferredUnits - kPairUnits;
    case OpKind::WeightGrad:
        return -problem.deferredUnits;
    }
    return 0;
}

} // namespace

Evaluator::Evaluator(const Problem& problem)
    : m_problem(problem)
    , m_microbatches(static_cast<std::size_t>(problem.shape.microbatches))
    , m_ends(2 * problem.stages.size() * m_microbatches)
    , m_cursors(problem.ranks())
    , m_starts(problem.ranks())
{
}

std::optional<Score> Evaluator::run(const Orders& orders)
{
    std::fill(m_ends.begin(), m_ends.end(), EndSlot::kByNobody);
    m_ready.startAll(orders.size());
    for (std::size_t rank = 0; rank < orders.size(); ++rank) {
        m_cursors[rank] = {};
        m_starts[rank].resize(orders[rank].size());
    }
    std::size_t finished = 0;
    m_ready.drain([&](std::size_t rank) {
        finished += runRank(rank, orders[rank]);
        return true;
    });
    if (finished < orders.size())
        return std::nullopt;

    Score score;
    for (std::size_t rank = 0; rank < orders.size(); ++rank) {
        const Ticks end = m_cursors[rank].free;
        score.makespan = std::max(score.makespan, end + m_problem.tails[rank]);
        score.span = std::max(score.span, end - m_starts[rank].front());
    }
    return score;
}

bool Evaluator::runRank(std::size_t rank, const std::vector<Op>& order)
{
    Cursor& cursor = m_cursors[rank];
    for (; cursor.next < order.size(); ++cursor.next) {
        const Op& op = order[cursor.next];
        Ticks start = cursor.free;
        if (!awaitInput(op, rank, start))
            return false;
        m_starts[rank][cursor.next] = start;
        cursor.free = start + m_problem.of(op);
        finish(op, cursor.free);
    }
    return true;
}

bool Evaluator::awaitInput(const Op& op, std::size_t rank, Ticks& start)
{
    const StageTimes& times = m_problem.stages[static_cast<std::size_t>(op.stage)];
    std::size_t input = 0;
    Ticks transfer = 0;
    if (op.kind == OpKind::Forward) {
        if (op.stage == 0)
            return true;
        input = slot(op.stage - 1, op.microbatch, false);
        transfer = times.fromBefore;
    } else if (op.kind == OpKind::WeightGrad) {
        input = slot(op.stage, op.microbatch, true);
    } else if (static_cast<std::size_t>(op.stage) + 1 == m_problem.stages.size()) {
        input = slot(op.stage, op.microbatch, false);
    } else {
        input = slot(op.stage + 1, op.microbatch, true);
        transfer = times.fromBehind;
    }
    if (!EndSlot::isMade(m_ends[input])) {
        m_ends[input] = EndSlot::by(rank);
        return false;
    }
    start = std::max(start, m_ends[input] + transfer);
    return true;
}

void Evaluator::finish(const Op& op, Ticks end)
{
    if (op.kind == OpKind::WeightGrad)
        return; // nobody waits for it
    Ticks& output = m_ends[slot(op.stage, op.microbatch, op.kind != OpKind::Forward)];
    m_ready.wake(output);
    output = end;
}

bool fits(const Problem& problem, const Orders& orders)
{
    for (std::size_t rank = 0; rank < orders.size(); ++rank)
        if (!fits(problem, orders[rank], rank))
            return false;
    return true;
}

bool fits(const Problem& problem, const std::vector<Op>& order, std::size_t rank)
{
    const long long most = problem.unitsOf(rank);
    long long held = 0;
    for (const Op& op : order) {
        held += unitsHeldAfter(problem, op.kind);
        if (held > most)
            return false;
    }
    return true;
}

} // namespace plan::zb_auto
