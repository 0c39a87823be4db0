// One rank of a run that trains: its part of the model, its groups, and its machine.

#pragma once

#include "engine/runtime/rank_machine.h"
#include "engine/runtime/training/device.h"
#include "engine/runtime/training/rank_groups.h"
#include "engine/runtime/training/training_backend.h"
#include "engine/runtime/training/training_setup.h"

#include <memory>

namespace training {

// What a rank is made on; all of it outlives the rank.
struct TrainingResources {
    Device& device;
    engine::Transport& transport;    // between the devices of its pipeline
    engine::Control& control;        // between all ranks of the run
    engine::HostCommunicator& world; // all ranks of the run
    engine::Waiting& waiting;
    long long steps = 1;            // of the run
    Nanoseconds clockOffset{};      // rank 0's clock minus ours
    std::size_t messageBuffers = 0; // messages the transport can hold at once; 0: as many as come
};

// Used by one thread.
class TrainingRank {
public:
    // All ranks call it; makes the groups of its device and the weights that training starts from.
    static plan::Result<std::unique_ptr<TrainingRank>>
    make(TrainingSetup setup, const TrainingResources& resources, const MakeGroup& makeGroup);

    TrainingRank(const TrainingRank&) = delete;
    TrainingRank& operator=(const TrainingRank&) = delete;

    // From the next step on. Fails, changing nothing, as withSchedule() does, and where the
    // schedule has more messages on their way than the transport can hold.
    plan::Outcome swapSchedule(const std::string& name);

    Device& device() { return m_device; }
    engine::RankMachine& machine() { return *m_machine; }
    TrainingBackend& backend() { return *m_backend; }
    RankModel& model() { return *m_model; }
    Optimizer& optimizer() { return *m_optimizer; }
    StepTokens& tokens() { return *m_tokens; }
    engine::HostCommunicator& world() { return m_world; }
    Memory& memory() { return m_memory; }
    Kernels& kernels() { return m_machinery.kernels; }
    const TrainingSetup& setup() const { return m_setup; }

private:
    TrainingRank(TrainingSetup setup, RankGroups groups, const TrainingResources& resources);
    // Hands the backend this rank's order of the schedule, at first and after every swap.
    void takeOrder();

    // In the order in which they refer to one another.
    TrainingSetup m_setup;
    std::size_t m_messageBuffers;
    Device& m_device;
    engine::HostCommunicator& m_world;
    RankGroups m_groups;
    Memory m_memory;
    Trace m_trace;
    Machinery m_machinery;
    std::unique_ptr<RankModel> m_model;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<StepTokens> m_tokens;
    std::unique_ptr<TrainingBackend> m_backend;
    std::unique_ptr<engine::RankMachine> m_machine;
};

} // namespace training
