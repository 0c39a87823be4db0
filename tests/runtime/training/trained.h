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

// The device of one rank, as training sees it.
class TestDevice {
public:
    virtual ~TestDevice() = default;

    virtual Kernels& kernels() = 0;
    virtual engine::Store& store() = 0;
    virtual engine::Lanes& lanes() = 0;
    // What `host` does between the processors of the same ranks, between their devices. Used
    // before this is destroyed.
    virtual std::unique_ptr<engine::Communicator>
    group(std::unique_ptr<engine::HostCommunicator> host) = 0;
    virtual engine::Transport& transport(engine::Transport& host) = 0;
};

// Of a rank with that clock and those waits, which outlive the device.
using MakeDevice
    = std::function<std::unique_ptr<TestDevice>(const engine::Clock&, engine::Waiting&)>;

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
};

Trained train(const TrainingCase& trainingCase);

// A tiny model: 4 layers, hidden 32, 4 heads, vocabulary 61, 16 tokens; 8 samples per step.
strategy::Strategy tinyStrategy();

} // namespace training
