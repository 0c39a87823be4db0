// What each op of a schedule costs, and each hop, as observed steps show them; see cost_fit.h
// for the model.
//
// An op's cost is its span, less what of it went by before its input was made, and with what
// usually lies between two ops of its rank. Other idle time is no op's cost, whatever the rank
// idled for. Hops are when consumers began after makers ended, where nothing but the hop kept them.

#pragma once

#include "engine/measured/averages.h"
#include "engine/measured/hop_groups.h"
#include "engine/measured/observed_units.h"
#include "engine/measured/rank_gaps.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <span>
#include <vector>

namespace measured {

// Values of plan::OpKind.
inline constexpr std::size_t kOpKinds = 4;

// What was seen of the ops of one stage, kind and direction, which all run on one rank. In ns.
struct OpCell {
    std::vector<double> alone;     // of those that ran alone, what each took
    std::vector<double> recompute; // within each op, those of fused pairs too
    int rank = 0;
    std::optional<double> cost; // of one alone; none where no such op was seen
};

// Where a cell stands among 2 * stages * kOpKinds of them.
inline std::size_t opCellAt(std::size_t stages, int direction, int stage, plan::OpKind kind)
{
    return (static_cast<std::size_t>(direction) * stages + static_cast<std::size_t>(stage))
        * kOpKinds
        + static_cast<std::size_t>(kind);
}

// The fit's result. A group of hops for which nobody ever waited has the mean of the others, or
// what its own messages took at most where that is less.
struct OpCosts {
    std::vector<OpCell> cells;           // by opCellAt()
    std::vector<plan::Nanoseconds> hops; // by HopGroups::of()
    std::vector<bool> hopsAreKnown;      // [group]: somebody waited for such a hop
    std::vector<RankGaps> gaps;          // [rank]
    double pairOverlap = 0;              // of the shorter op of a fused pair, in [0, 1]
};

// Of all steps together, each of which is weighed alike. `average`: which one stands for the many
// times of an op. Precondition: there is at least one step, the schedule has the units' ops, and
// the groups are of its placement.
OpCosts fitOpCosts(const plan::Schedule& schedule, std::span<const std::vector<ObservedUnit>> steps,
                   const HopGroups& groups, Average average);

} // namespace measured
