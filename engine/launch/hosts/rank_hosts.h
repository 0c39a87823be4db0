// Which host carries which ranks: in the order of the ranks, so that ranks whose numbers are close
// share a host. Ranks of the world are numbered tensor first, then context, data and pipeline; the
// groups that exchange the most stand together.

#pragma once

#include "engine/launch/hosts/host.h"
#include "engine/plan/result.h"

#include <string>
#include <vector>

namespace launch {

// Hosts that carry ranks, in the order of the ranks; `slots` is how many each carries, >= 1, and
// the sum is the number of ranks. Hosts that are left without a rank are not among them.
//
// `perHost`: ranks that each host takes, 0: as many as its slots or, where no host has any, as few
// as spread the ranks evenly. Fails where the hosts have no room for the ranks, or where some of
// them say their slots and others do not.
plan::Result<Hosts> placeRanks(int ranks, const Hosts& hosts, int perHost);

// The same for the first of the given number of hosts; fails where there are fewer.
plan::Result<Hosts> firstOf(const Hosts& hosts, int number);

// "ranks 0-3 on n1, 4-7 on n2"; of many hosts the first, and how many follow.
std::string textOf(const Hosts& placed);

// The host of a rank, as an index into `placed`. Precondition: the rank is placed.
std::size_t hostOf(int rank, const Hosts& placed);

} // namespace launch
