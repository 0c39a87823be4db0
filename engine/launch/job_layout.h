// How the ranks of a run are laid on the nodes of a job.

#pragma once

#include "engine/plan/result.h"

#include <optional>

namespace launch {

struct JobLayout {
    int nodes = 1;        // each has a rank at least
    int ranksPerNode = 1; // at most
};

// As asked, and else as many ranks on a node as the strategy's nodes have devices. The error says
// what fits. Precondition: all are positive.
plan::Result<JobLayout> layOut(int ranks, std::optional<int> nodes, std::optional<int> ranksPerNode,
                               int devicesPerNode);

} // namespace launch
