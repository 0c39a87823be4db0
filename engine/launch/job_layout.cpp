#include "engine/launch/job_layout.h"

#include "engine/plan/counted.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace launch {

namespace {

// Of ranks over so many, rounded up.
int share(int ranks, int over) { return ranks / over + (ranks % over != 0 ? 1 : 0); }

} // namespace

plan::Result<JobLayout> layOut(int ranks, std::optional<int> nodes, std::optional<int> ranksPerNode,
                               int devicesPerNode)
{
    JobLayout layout;
    layout.ranksPerNode = ranksPerNode ? *ranksPerNode
        : nodes                        ? share(ranks, *nodes)
                                       : std::min(ranks, devicesPerNode);
    layout.nodes = nodes.value_or(share(ranks, layout.ranksPerNode));
    if (layout.nodes > ranks)
        return plan::Error{fmt::format("--nodes: {} are more than the {} of the strategy; ask for "
                                       "{} or fewer",
                                       plan::counted(layout.nodes, "node"),
                                       plan::counted(ranks, "rank"), ranks)};
    if (std::int64_t{layout.nodes} * layout.ranksPerNode < ranks)
        return plan::Error{fmt::format(
            "--nodes and --ranks-per-node: {} of {} hold {}, and the strategy has {}; ask for "
            "--nodes {} or --ranks-per-node {}",
            plan::counted(layout.nodes, "node"), plan::counted(layout.ranksPerNode, "rank"),
            std::int64_t{layout.nodes} * layout.ranksPerNode, ranks,
            share(ranks, layout.ranksPerNode), share(ranks, layout.nodes))};
    layout.ranksPerNode = std::min(layout.ranksPerNode, ranks);
    return layout;
}

} // namespace launch
