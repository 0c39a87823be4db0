// The chain of ops that decides how long an order takes.
//
// Each op of it starts when the one before it ends, or when its input arrives from the one before
// it. Only a change on the chain can make the order shorter, so moves are tried there and nowhere
// else.

#pragma once

#include "engine/plan/zb_auto/evaluate.h"

namespace plan::zb_auto {

struct Place {
    std::size_t rank = 0;
    std::size_t index = 0; // in the rank's order
};

class ChainFinder {
public:
    // `problem` must outlive it.
    explicit ChainFinder(const Problem& problem);

    // The places, from the last back, of ops that start at once when the op before them on
    // their rank ends, on the longest chain to the end of `rank`'s order.
    //
    // Linear in the ops. Precondition: `starts` are of these orders, by Evaluator::run().
    std::vector<Place> find(const Orders& orders, const std::vector<std::vector<Ticks>>& starts,
                            std::size_t rank);

private:
    std::size_t slot(int stage, int microbatch, bool gradient) const;
    std::size_t inputSlot(const Op& op) const;

    const Problem& m_problem;
    std::vector<std::size_t> m_index; // [slot] -> place in its rank's order
};

} // namespace plan::zb_auto
