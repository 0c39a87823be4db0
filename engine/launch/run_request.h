// bubblescope-run FILE: what was asked for.

#pragma once

#include "engine/launch/hosts/host.h"
#include "engine/plan/injected_fault.h"
#include "engine/strategy/run_device.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace launch {

// Bounds of what may be asked for, told by the help and by the refusals.
inline constexpr std::int64_t kMaxSteps = 1'000'000;
inline constexpr int kMaxThreads = 256;
inline constexpr int kMaxTimeoutSeconds = 86'400;

// Which program starts the ranks.
enum class Launcher {
    Auto, // srun in a Slurm job on other machines than this one; else mpirun
    Mpirun,
    Srun,
};

// The options as they were typed, each within its own range and fitting the others. Whether the run
// is possible is for planRun() to say.
struct RunRequest {
    std::string strategy;                        // file
    std::int64_t steps = 10;                     // [1, kMaxSteps]
    const strategy::RunDevice* device = nullptr; // nullptr: the program chooses
    Launcher launcher = Launcher::Auto;
    std::filesystem::path hostfile;  // empty: none
    std::optional<int> nodes;        // hosts to use, [1, kMaxNodes]; none: all there are
    std::optional<int> ranksPerNode; // ranks on each, [1, kMaxRanksPerNode]; none: their slots
    bool requeue = false; // under Slurm: back into the queue before the time limit, to be resumed
    std::string listen;   // viewers' endpoint; empty: our own
    std::filesystem::path record; // empty: in the place for runs
    std::string json;             // file, "-" for stdout; empty: none
    bool detach = false;          // goes on in the background
    // On other machines than this one, whose memory, GPUs and programs say nothing of theirs.
    bool elsewhere = false;
    // Of any one wait of a rank, [1, kMaxTimeoutSeconds]; none: what fits the run.
    std::optional<std::chrono::seconds> timeout{};
    std::optional<float> timeScale{};    // of a device that is paced; none: chosen
    std::optional<double> gpusPerRank{}; // of GPUs; none: 1
    bool deterministic = false;          // of those
    bool deep = false;                   // of GPUs: records kernels, too
    std::string messages;                // way between GPUs, as the engine has it; empty: auto
    // Of a device that trains.
    bool takeTurns = false;       // one rank works at a time; times are those of a device for each
    std::optional<int> threads;   // of one rank, for its matrices, [1, kMaxThreads]; none: 1
    std::filesystem::path resume; // a checkpoint; empty: from the start
    std::optional<plan::BitFlip> flip;    // a fault put in, to see the checks find it
    std::optional<plan::Slowdown> slow{}; // likewise, of any device
};

} // namespace launch
