// Everything decided about a run before anything is made or started.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/places.h"
#include "engine/launch/report.h"
#include "engine/launch/run_request.h"
#include "engine/strategy/run_device.h"
#include "engine/strategy/strategy.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace launch {

struct RunPlan {
    strategy::Strategy strategy;
    std::filesystem::path strategyFile; // as the user named it, absolute
    int ranks = 1; // processes: of one pipeline replica where they are emulated
    const strategy::RunDevice* device = &strategy::runDevice(strategy::RunDeviceKind::Emulated);
    std::filesystem::path resume; // a checkpoint; empty: from the start
    Prediction predicted;
    std::chrono::nanoseconds predictedStep{}; // of a paced run; 0: unknown
    Environment environment;                  // our own
    Places places;
    std::filesystem::path launcherPath;
    std::filesystem::path engine;
    std::vector<std::string> remarks; // what a person should know before it starts
};

// Why there will be no run.
struct Refusal {
    std::vector<std::string> lines; // sentences; those about the file as FILE:LINE: key: sentence
    ExitCode code = ExitCode::BadInput;
};

// Reads the strategy, predicts it and finds the programs. Makes and starts nothing.
// `ownProgram`: this program's file; the engine stands beside it.
std::variant<RunPlan, Refusal> planRun(const RunRequest& request, const Environment& environment,
                                       const std::filesystem::path& ownProgram);

} // namespace launch
