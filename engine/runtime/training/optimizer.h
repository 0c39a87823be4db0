// The end of a step: gradients are reduced, clipped and turned into new weights.

#pragma once

#include "engine/runtime/host_communicator.h"
#include "engine/runtime/training/rank_model.h"
#include "engine/runtime/training/step_slots.h"
#include "engine/strategy/strategy.h"

#include <cstdint>
#include <map>

namespace training {

// A reduction of gradients that ran beside the ops.
struct GradientReduction {
    int stage = 0;
    Nanoseconds start{}; // on the rank's clock
    Nanoseconds end{};
    std::size_t bytes = 0;
};

struct StepNumbers {
    double loss = 0;         // mean over the tokens of the step
    double gradientNorm = 0; // before clipping
    double learningRate = 0;
    bool updated = true; // false: something was not a number, so the weights stay
};

class Optimizer {
public:
    // `world`: all ranks of the run. `tokens`: of a step, over all replicas. All others must
    // outlive this.
    Optimizer(Machinery& machinery, RankModel& model, engine::HostCommunicator& world,
              const strategy::Training& training, double tokens);

    // `uses`: how many microbatches each stage of this rank works on in a step.
    void beginStep(const std::map<int, int>& uses);

    // A stage took the weight gradients of a microbatch; after the last that adds to a bucket,
    // its reduction begins.
    void gradientsTaken(int stage);

    // Lets what is under way go on.
    void progress();

    // Reduces what is left and downloads `slots`, which hold the losses of this rank's
    // microbatches. Then norm and loss are those of all ranks. Waits for the device.
    void reduce(StepSlots& slots);
    const StepNumbers& numbers() const { return m_numbers; }
    bool isFinite() const;

    // Clips and updates at this learning rate, and ends the step.
    void update(double learningRate);
    // Ends the step without.
    void skip();

    // How often the weights were updated since training began: steps that were skipped are none.
    // The moments' bias is corrected by that.
    std::int64_t updates() const { return m_updates; }
    void setUpdates(std::int64_t updates) { m_updates = updates; }

    std::vector<GradientReduction> takeReductions();

private:
    Machinery& m_machinery;
    RankModel& m_model;
    engine::HostCommunicator& m_world;
    const strategy::Training& m_training;
    double m_tokens;
    std::map<Bucket*, int> m_left; // uses until its gradients are whole
    std::map<Bucket*, int> m_lastStage;
    std::int64_t m_updates = 0;
    StepNumbers m_numbers;
    std::vector<GradientReduction> m_reductions;
};

} // namespace training
