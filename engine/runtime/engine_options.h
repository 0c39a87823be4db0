// The command line of bubblescope-engine.

#pragma once

#include "engine/plan/injected_fault.h"
#include "engine/plan/result.h"
#include "engine/strategy/run_device.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace engine {

// Which way values take between GPUs.
enum class GpuMessages : std::uint8_t {
    Auto, // NCCL, or the host where NCCL refuses
    Nccl,
    Host,
};

// What the words of the command line stand for, within the ranges that its help names; whether
// files are there and what is in them is not looked at.
struct EngineOptions {
    std::string strategyFile;
    std::string connection; // the run's connection file; empty: no telemetry and no commands
    std::string supervisor; // PID@BOOT-ID of the collector's process; empty: not known
    int steps = 1;          // >= 1
    strategy::RunDeviceKind device = strategy::RunDeviceKind::Emulated;
    float timeScale = 1; // of a device that is paced: what is predicted over what it takes
    std::optional<std::chrono::seconds> patience; // of any one wait; none: from the prediction
    // Of a device that trains.
    int threads = 1;            // of a rank; >= 1
    double gpusPerRank = 1;     // of a device of GPUs, (0, 1]: below 1 ranks share one
    bool deterministic = false; // of GPUs: they sum up in the order of ranks
    GpuMessages messages = GpuMessages::Auto;
    bool takeTurns = false;    // of the ranks of a machine one works at a time; see turns/turns.h
    bool deep = false;         // of a device of GPUs: the kernels within each op are recorded, too
    std::string checkpoints;   // folder for them; empty: none are written
    std::string flightRecords; // folder for them; empty: none are written
    std::string resume;        // a checkpoint, or a folder of them; empty: from the start
    std::optional<plan::BitFlip> flip;
    std::optional<plan::Slowdown> slow; // of any device
    bool devices = false; // only says which GPUs there are; the rest means nothing then
    std::string look;     // a connection file: only says what this host is like, see host_look.h
    bool report = false;  // rank 0 prints step times, every rank its lateness
    bool measureClocks = false; // even between ranks that share one
};

// Without the program's name. The error says which argument is wrong. Exactly one of a connection
// file and --no-telemetry must be given, lest a run be silent because of a forgotten word.
plan::Result<EngineOptions> parseEngineOptions(std::span<const char* const> arguments);

// What is printed where the arguments ask for the help or the version; nothing is run then.
std::optional<std::string> engineAnswer(std::span<const char* const> arguments);

} // namespace engine
