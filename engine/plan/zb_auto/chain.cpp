#include "engine/plan/zb_auto/chain.h"

namespace plan::zb_auto {
namespace {

constexpr auto kNone = static_cast<std::size_t>(-1);

} // namespace

ChainFinder::ChainFinder(const Problem& problem)
    : m_problem(problem)
    , m_index(2 * problem.stages.size() * static_cast<std::size_t>(problem.shape.microbatches))
{
}

std::size_t ChainFinder::slot(int stage, int microbatch, bool gradient) const
{
    return 2
        * (static_cast<std::size_t>(stage) * static_cast<std::size_t>(m_problem.shape.microbatches)
           + static_cast<std::size_t>(microbatch))
        + (gradient ? 1U : 0U);
}

std::size_t ChainFinder::inputSlot(const Op& op) const
{
    if (op.kind == OpKind::Forward)
        return op.stage == 0 ? kNone : slot(op.stage - 1, op.microbatch, false);
    if (op.kind == OpKind::WeightGrad)
        return slot(op.stage, op.microbatch, true);
    const bool last = op.stage + 1 == m_problem.shape.stages();
    return last ? slot(op.stage, op.microbatch, false) : slot(op.stage + 1, op.microbatch, true);
}

std::vector<Place> ChainFinder::find(const Orders& orders,
                                     const std::vector<std::vector<Ticks>>& starts,
                                     std::size_t rank)
{
    for (const auto& order : orders)
        for (std::size_t i = 0; i < order.size(); ++i)
            if (order[i].kind != OpKind::WeightGrad)
                m_index[slot(order[i].stage, order[i].microbatch, order[i].kind != OpKind::Forward)]
                    = i;

    std::vector<Place> chain;
    Place at{rank, orders[rank].size() - 1};
    for (;;) {
        const auto& order = orders[at.rank];
        const Op& op = order[at.index];
        const Ticks start = starts[at.rank][at.index];
        if (at.index > 0
            && starts[at.rank][at.index - 1] + m_problem.of(order[at.index - 1]) == start) {
            chain.push_back(at);
            --at.index;
            continue;
        }
        // It did not start when the rank was free, so it waited for its input: go on with the op
        // that made it.
        const std::size_t input = inputSlot(op);
        if (input == kNone)
            return chain;
        int from = op.stage;
        if (op.kind == OpKind::Forward)
            --from;
        else if (op.kind != OpKind::WeightGrad && from + 1 < m_problem.shape.stages())
            ++from;
        at = {static_cast<std::size_t>(m_problem.rankOf(from)), m_index[input]};
    }
}

} // namespace plan::zb_auto
