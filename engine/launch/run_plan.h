// Everything decided about a run before anything is made or started: whatever can be refused is
// refused here, with the line of the strategy's file where it has one, so that no half-made run is
// left behind.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/places.h"
#include "engine/launch/report.h"
#include "engine/launch/run_hosts.h"
#include "engine/launch/run_request.h"
#include "engine/strategy/run_device.h"
#include "engine/strategy/strategy.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace launch {

// What the rest of a run goes by. A value; it holds no open file or process.
struct RunPlan {
    strategy::Strategy strategy;
    std::filesystem::path strategyFile; // as the user named it, absolute
    // Nothing speaks against training it; looked at where no device was named.
    bool trainable = false;
    int ranks = 1; // processes: of one pipeline replica where they are emulated
    const strategy::RunDevice* device = &strategy::runDevice(strategy::RunDeviceKind::Emulated);
    std::filesystem::path resume; // a checkpoint; empty: from the start
    double gpusPerRank = 1;
    std::string
        gpu; // of a run on GPUs: what the driver calls them; empty: they are of several kinds
    Prediction predicted;
    std::chrono::nanoseconds predictedStep{}; // of a paced run; 0: unknown
    Environment environment;                  // our own
    Places places;
    RunHosts hosts;                     // placed
    std::filesystem::path launcherPath; // mpirun or srun, as found in PATH; empty: elsewhere
    std::filesystem::path ssh;          // of mpirun over hosts, likewise; empty: not needed
    // Bytes that the ranks may take together; more than any of hosts that are not known here.
    std::uint64_t memory = UINT64_MAX;
    std::filesystem::path engine;     // bubblescope-engine, the program of each rank
    std::vector<std::string> remarks; // what a person should know before it starts
};

// Why there will be no run: BadInput where the request or the strategy cannot be used, WorkFailed
// where a program that is needed is missing.
struct Refusal {
    std::vector<std::string> lines; // sentences; those about the file as FILE:LINE: key: sentence
    ExitCode code = ExitCode::BadInput;
};

// Reads the strategy, predicts it and finds the programs. Starts nothing, and makes no more than
// the private directory of a viewers' endpoint that was asked for. `ownProgram`: this program's
// file; the engine stands beside it.
std::variant<RunPlan, Refusal> planRun(const RunRequest& request, const Environment& environment,
                                       const std::filesystem::path& ownProgram);

} // namespace launch
