// bubblescope-run submit FILE: what was asked for.

#pragma once

#include "engine/launch/run_request.h"

#include <chrono>
#include <optional>
#include <string>

namespace launch {

// The options as they were typed, each of its own form (engine/launch/slurm/batch_script.h).
struct SubmitRequest {
    RunRequest run;
    std::string
        partition;       // one, or several with commas; empty: SBATCH_PARTITION or Slurm's default
    std::string account; // empty: likewise
    std::string qos;     // likewise
    std::string jobName; // empty: the strategy's name, or bubblescope
    std::string memory;  // of a node; empty: Slurm's default
    std::optional<std::chrono::seconds> time{}; // none: as for `partition`
    std::optional<int> nodes{};
    std::optional<int> ranksPerNode{};
    std::optional<int> gpusPerNode{};
    std::optional<int> signalBefore{}; // seconds; none: chosen
    bool print = false;                // shows the script and submits nothing
};

} // namespace launch
