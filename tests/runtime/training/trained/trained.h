// Trains a strategy on ranks that are threads of this process, and gives back what came of it
// as whole tensors, whatever the layout was.

#pragma once

#include "engine/runtime/training/training_rank.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace training {

using Tensors = std::map<std::string, std::vector<float>>;

struct Trained {
    std::string error{}; // empty: none
    std::vector<StepNumbers> steps{};
    Tensors weights{}; // after the last step
    // The first ones, where they are F32: after one step without clipping 1 - beta1 times the
    // gradient.
    Tensors moments{};
    std::vector<std::vector<Rerun>> reruns{}; // [rank]
};

// The device of a rank with that clock and those waits, which outlive the device.
using MakeDevice = std::function<std::unique_ptr<Device>(const engine::Clock&, engine::Waiting&)>;

struct TrainingCase {
    strategy::Strategy strategy;
    int steps = 1; // up to this one
    int firstStep = 0;
    // Called on every rank's thread before each step.
    std::function<void(TrainingRank& rank, int step)> beforeStep{};
    // In place of the steps: all that a rank does, on its thread.
    std::function<plan::Outcome(TrainingRank& rank, engine::Waiting& waiting)> run{};
    std::function<std::unique_ptr<engine::Clock>(int rank)> clock{}; // none: the system's
    engine::StopCheck stop{};
    std::size_t messageBuffers = 0;     // as in TrainingResources
    std::filesystem::path checkpoint{}; // folder for the state after the last step; empty: none
    MakeDevice device{};                // none: the processor
    bool overHost = false;              // what the device exchanges with others goes over the host
    bool takeTurns = false;             // the ranks do
    // Called on the rank's thread for each instruction that is over; the step's zero is that of the
    // rank's machine.
    std::function<void(TrainingRank& rank, const engine::Completion&)> over{};
    // And when a step is.
    std::function<void(TrainingRank& rank, const engine::StepTail&)> stepOver{};
};

Trained train(const TrainingCase& trainingCase);

// A tiny model: 4 layers, hidden 32, 4 heads, vocabulary 61, 16 tokens; 8 samples per step.
strategy::Strategy tinyStrategy();

} // namespace training
