// The command that starts the ranks, as a list of arguments. No shell sees it, and
// nothing of a strategy file is in it but numbers and the path of our own copy.

#pragma once

#include "engine/launch/environment.h"
#include "engine/plan/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

enum class Launcher { Mpirun, Srun };

std::string_view programOf(Launcher launcher); // "mpirun", "srun"

// Ranks one machine is asked to carry.
inline constexpr int kMaxLocalRanks = 256;
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
    std::filesystem::path control{};     // absolute: connection file; empty: no commands
    std::string flip{};                  // RANK:STEP:OP; empty: none
};

struct RankCommand {
    Launcher launcher = Launcher::Mpirun;
    std::filesystem::path launcherPath; // absolute
    std::filesystem::path engine;       // absolute
    std::filesystem::path strategy;     // absolute: our copy
    std::string rankEndpoint;
    std::string supervisor; // PID@BOOT-ID
    std::uint64_t session = 0;
    int ranks = 1;
    std::int64_t steps = 1;
    std::string device;                            // the word of a strategy::RunDevice
    float timeScale = 1;                           // of the emulated device
    std::optional<std::chrono::seconds> timeout{}; // of any one wait; none: what fits
    std::filesystem::path mpiFiles;                // MPI's session files; removed with the run
    std::filesystem::path sharedMemory;            // MPI's shared segments; empty: where MPI likes
    bool asRoot = false;
    std::optional<TrainingArguments> training; // of a device that computes
};

// argv, with the launcher's path first.
std::vector<std::string> argumentsOf(const RankCommand& command);

// Sixteen digits, as `bubblescope-engine --run` reads them.
std::string sessionText(std::uint64_t session);

// The first executable of that name in `path`, a PATH; absolute entries only.
std::optional<std::filesystem::path> findProgram(std::string_view name, std::string_view path);

// The launcher's program, or a sentence that says what to install.
plan::Result<std::filesystem::path> findLauncher(Launcher launcher, const Environment& environment);

// Hosts of an MPI host file ("NAME [slots=N]" a line, # comments); fails with
// "FILE:LINE: sentence" where a line is anything else. All must be this machine, as
// ranks elsewhere could not reach the collector's socket.
plan::Result<std::vector<std::string>> readHostfile(const std::filesystem::path& file);

} // namespace launch
