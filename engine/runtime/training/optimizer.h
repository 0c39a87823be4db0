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
    // `world`: the devices of all ranks of the run. `tokens`: of a step, over all replicas. All
    // others must outlive this.
    Optimizer(Machinery& machinery, RankModel& model, Group world,
              const strategy::Training& training, double tokens);

    // `uses`: how many microbatches each stage of this rank works on in a step.
    void beginStep(const std::map<int, int>& uses);

    // A stage took the weight gradients of a microbatch; after the last that adds to a bucket,
    // its reduction begins.
    void gradientsTaken(int stage);

    // Lets what is under way go on.
    void progress();

    // These two queue and do not wait. Reduces what is left; the sums and the scale of `slots`,
    // which hold the losses of this rank's microbatches, become those of all ranks.
    void reduce(StepSlots& slots);
    // Clips and updates at this learning rate, unless something is not a number.
    void update(const StepSlots& slots, double learningRate);

    // When what was queued is over, and `slots` are downloaded.
    void finishStep(const StepSlots& slots);
    const StepNumbers& numbers() const { return m_numbers; }

    // How often the weights were updated since training began: steps that were skipped are none.
    // The moments' bias is corrected by that.
    std::int64_t updates() const { return m_updates; }
    void setUpdates(std::int64_t updates) { m_updates = updates; }

    std::vector<GradientReduction> takeReductions();

private:
    Machinery& m_machinery;
    RankModel& m_model;
    Group m_world;
    const strategy::Training& m_training;
    double m_tokens;
    std::map<Bucket*, int> m_left; // uses until its gradients are whole
    std::map<Bucket*, int> m_lastStage;
    std::vector<std::pair<int, Bucket::Reduced>> m_reduced; // by stage, of this step
    std::int64_t m_updates = 0;
    double m_learningRate = 0; // of the last update that was queued
    StepNumbers m_numbers;
    std::vector<GradientReduction> m_reductions;
};

} // namespace training
