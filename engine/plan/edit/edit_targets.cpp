// An op may stand anywhere behind what it needs and before what needs it. On its own
// rank, what it needs through however many others is a stretch from the front, and what
// needs it one from the end; what lies between does not care.

#include "engine/plan/edit/edit.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/validate/slot_map.h"

#include <algorithm>

namespace plan {
namespace {

class Reach {
public:
    explicit Reach(const Schedule& schedule)
        : m_schedule(schedule)
        , m_index(schedule.shape)
        , m_places(m_index.count() / 2 * 3, 2 * countOps(schedule))
    {
        for (const auto& ops : schedule.order)
            for (std::size_t i = 0; i < ops.size(); ++i)
                m_places[slot(ops[i])] = static_cast<std::int32_t>(i) + 1;
    }

    // How much of the front of each rank the ops from `begin` to `end` of one need.
    std::size_t neededFront(std::size_t rank, std::size_t begin, std::size_t end)
    {
        m_edge.assign(m_schedule.order.size(), 0);
        addInputs(rank, begin, end);
        while (!m_stack.empty()) {
            const auto [at, i] = pop();
            const std::size_t until = unitEnd(at, i);
            const std::size_t known = m_edge[at];
            if (until <= known)
                continue;
            m_edge[at] = until;
            addInputs(at, known, until);
        }
        return m_edge[rank];
    }

    // Where on that rank begins what needs them.
    std::size_t needingEnd(std::size_t rank, std::size_t begin, std::size_t end)
    {
        m_edge.clear();
        for (const auto& ops : m_schedule.order)
            m_edge.push_back(ops.size());
        addConsumers(rank, begin, end);
        while (!m_stack.empty()) {
            const auto [at, i] = pop();
            const std::size_t from = unitBegin(at, i);
            const std::size_t known = m_edge[at];
            if (from >= known)
                continue;
            m_edge[at] = from;
            addConsumers(at, from, known);
        }
        return m_edge[rank];
    }

    std::size_t unitBegin(std::size_t rank, std::size_t i) const
    {
        return i > 0 && startsPair(rank, i - 1) ? i - 1 : i;
    }
    std::size_t unitEnd(std::size_t rank, std::size_t i) const
    {
        return startsPair(rank, i) ? i + 2 : i + 1;
    }

private:
    using Place = std::pair<std::size_t, std::size_t>; // rank, index

    static std::size_t countOps(const Schedule& schedule)
    {
        std::size_t count = 0;
        for (const auto& ops : schedule.order)
            count += ops.size();
        return count;
    }

    bool startsPair(std::size_t rank, std::size_t i) const
    {
        const Pairs& pairs = m_schedule.pairsOf(rank);
        return std::binary_search(pairs.begin(), pairs.end(), static_cast<std::uint32_t>(i));
    }

    // Forward, backward or input gradient, and weight gradient of a cell side by side.
    std::size_t slot(const Op& op) const
    {
        const std::size_t part = isForward(op.kind) ? 0 : op.kind == OpKind::WeightGrad ? 2 : 1;
        return m_index.at(static_cast<std::size_t>(op.stage), op.microbatch, false) / 2 * 3 + part;
    }

    // The op may stand outside the model or nowhere in the order.
    void push(const Op& op)
    {
        if (op.stage < 0 || op.stage >= m_schedule.shape.stages())
            return;
        if (const std::int32_t place = m_places.get(slot(op)); place > 0)
            m_stack.emplace_back(static_cast<std::size_t>(m_schedule.placement.rankOf(op)),
                                 static_cast<std::size_t>(place) - 1);
    }

    Place pop()
    {
        const Place place = m_stack.back();
        m_stack.pop_back();
        return place;
    }

    void addInputs(std::size_t rank, std::size_t begin, std::size_t end)
    {
        for (std::size_t i = begin; i < end; ++i) {
            const Op& op = m_schedule.order[rank][i];
            if (isForward(op.kind)) {
                push(forward(op.stage - 1, op.microbatch));
                continue;
            }
            push(forward(op.stage, op.microbatch));
            push(backward(op.stage + (op.kind == OpKind::WeightGrad ? 0 : 1), op.microbatch));
        }
    }

    void addConsumers(std::size_t rank, std::size_t begin, std::size_t end)
    {
        for (std::size_t i = begin; i < end; ++i) {
            const Op& op = m_schedule.order[rank][i];
            if (op.kind == OpKind::WeightGrad)
                continue;
            if (isForward(op.kind)) {
                push(forward(op.stage + 1, op.microbatch));
                push(backward(op.stage, op.microbatch));
            } else {
                push(backward(op.stage - 1, op.microbatch));
            }
            push(Op{op.stage, OpKind::WeightGrad, op.microbatch});
        }
    }

    const Schedule& m_schedule;
    const OpSlots m_index;
    SlotMap<std::int32_t> m_places;  // by slot(): index on its rank + 1; 0: nowhere
    std::vector<std::size_t> m_edge; // [rank] how far the search has come
    std::vector<Place> m_stack;
};

} // namespace

MoveTargets legalTargets(const Schedule& schedule, int rank, std::size_t index)
{
    Reach reach(schedule);
    const auto at = static_cast<std::size_t>(rank);
    const std::size_t begin = reach.unitBegin(at, index);
    const std::size_t end = reach.unitEnd(at, begin);
    const std::size_t first = reach.neededFront(at, begin, end);
    const std::size_t behind = reach.needingEnd(at, begin, end);
    return {.first = first, .last = behind - (end - begin)};
}

} // namespace plan
