// bubblescope-run FILE: what was asked for.

#pragma once

#include "engine/launch/rank_command.h"
#include "engine/plan/bit_flip.h"
#include "engine/strategy/run_device.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace launch {

// Bounds of what may be asked for, told by the help and by the refusals.
inline constexpr std::int64_t kMaxSteps = 1'000'000;
inline constexpr int kMaxThreads = 256;

// The options as they were typed, each within its own range and fitting the others. Whether the run
// is possible is for planRun() to say.
struct RunRequest {
    std::string strategy;                        // file
    std::int64_t steps = 10;                     // [1, kMaxSteps]
    const strategy::RunDevice* device = nullptr; // nullptr: the program chooses
    Launcher launcher = Launcher::Mpirun;
    std::filesystem::path hostfile;   // empty: none
    std::string listen;               // viewers' endpoint; empty: our own
    std::filesystem::path record;     // empty: in the place for runs
    std::string json;                 // file, "-" for stdout; empty: none
    bool detach = false;              // goes on in the background
    std::optional<float> timeScale{}; // of a device that is paced; none: chosen
    // Of a device that trains.
    std::optional<int> threads;        // of one rank, for its matrices, [1, kMaxThreads]; none: 1
    std::filesystem::path resume;      // a checkpoint; empty: from the start
    std::optional<plan::BitFlip> flip; // a fault put in, to see the checks find it
};

} // namespace launch
