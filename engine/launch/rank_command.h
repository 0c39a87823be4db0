// The command that starts the ranks, as a list of arguments. No shell sees it, and
// nothing of a strategy file is in it but numbers and the path of our own copy.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/rank_launcher.h"
#include "engine/plan/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

// Ranks a job on many machines is asked to carry.
inline constexpr int kMaxJobRanks = 16'384;

// What the engine gets beside, where it trains.
struct TrainingArguments {
    int threads = 1;                     // of one rank, >= 1
    double gpusPerRank = 1;              // of GPUs
    bool deterministic = false;          // of those
    bool deep = false;                   // likewise: records kernels
    std::string messages{};              // likewise: their way; empty: the engine chooses
    bool takeTurns = false;              // ranks do
    std::filesystem::path checkpoints{}; // absolute: where to write them
    std::filesystem::path resume{};      // absolute: the one to go on from; empty: none
    std::filesystem::path records{};     // absolute: for flight records; empty: none
    std::string flip{};                  // RANK:STEP:OP; empty: none
};

struct RankCommand {
    LauncherKind launcher = LauncherKind::Local;
    LaunchTarget target;
    std::filesystem::path engine;     // absolute
    std::filesystem::path strategy;   // absolute: our copy
    std::filesystem::path connection; // absolute: the run's connection file
    std::string supervisor;           // PID@BOOT-ID
    std::int64_t steps = 1;
    std::string device;                            // the word of a strategy::RunDevice
    float timeScale = 1;                           // of the emulated device
    std::optional<std::chrono::seconds> timeout{}; // of any one wait; none: what fits
    std::string slow{};                            // RANK:STEP:FACTOR; empty: none
    std::optional<TrainingArguments> training;     // of a device that computes
};

// argv, with the launcher's path first.
std::vector<std::string> argumentsOf(const RankCommand& command);

// A session's number as sixteen digits.
std::string sessionText(std::uint64_t session);

// The first executable of that name in `path`, a PATH; absolute entries only.
std::optional<std::filesystem::path> findProgram(std::string_view name, std::string_view path);

// The launcher's program, or a sentence that says what to install.
plan::Result<std::filesystem::path> findLauncher(LauncherKind launcher,
                                                 const Environment& environment);

} // namespace launch
