// The Slurm job that this program runs in, as its environment tells.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/hosts/host.h"
#include "engine/plan/result.h"

#include <optional>
#include <string>

namespace launch {

struct Allocation {
    std::string job;     // its number
    std::string cluster; // empty: not said
    Hosts nodes{};       // in the job's order; slots as the job asked for tasks a node
    // This is the job's batch script or what it has become by exec: a signal to the script reaches
    // us, and the job ends with us.
    bool batch = false;
    int restarts = 0; // times that the job was put back into the queue and started again

    bool operator==(const Allocation&) const = default;
};

// Nothing outside of a job; fails where the job's environment does not hold together.
plan::Result<std::optional<Allocation>> allocationOf(const Environment& environment);

} // namespace launch
