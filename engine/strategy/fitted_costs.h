// Costs fitted to a run, as the strategy that was run states them.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <string>
#include <vector>

namespace strategy {

struct FittedCosts {
    plan::Costs costs; // in the run's time; its nodes are the hosts that the run's ranks stood on
    struct ByNode {
        plan::Nanoseconds within{}; // of one hop
        plan::Nanoseconds between{};
    };
    std::optional<ByNode> byNode{}; // the hops of `costs`, where both kinds were measured
    double timeScale = 1;           // a second of the run stands for so many
    int world = 0;                  // ranks of the run; 0: nobody says
    int ranksAHost = 0;             // of its first host; 0: nobody says
};

// The strategy gets the costs: hops within and between nodes apart where both were measured and its
// nodes part them as the run's hosts did, else one by one. Where it needs another number of devices
// a node for the first, and all its devices ran, it gets that. Returns what a person has to know, a
// sentence each. `schedule`: the one that the costs were fitted on.
std::vector<std::string> giveCosts(const FittedCosts& fitted, const plan::Schedule& schedule,
                                   Strategy& planned);

} // namespace strategy
