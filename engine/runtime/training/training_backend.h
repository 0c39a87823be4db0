// Computes that are done: the ops of a rank's stages, on real tensors. Tensors are handed on to
// the stages beside them through the transport or, where both stand on this rank, through memory.

#pragma once

#include "engine/runtime/compute_backend.h"
#include "engine/runtime/training/optimizer.h"
#include "engine/runtime/training/reruns.h"
#include "engine/runtime/training/step_tokens.h"
#include "engine/runtime/waiting.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace training {

class TrainingBackend final : public engine::ComputeBackend {
public:
    struct Options {
        int lastStage = 0; // of the pipeline
        strategy::Training training{};
        long long steps = 1; // of the run, for the learning rate
    };

    // All others must outlive this. `world`: all ranks of the run; `transport` is between those
    // of this rank's pipeline, and moved on while the rank computes.
    TrainingBackend(Options options, Machinery& machinery, RankModel& model, Optimizer& optimizer,
                    StepTokens& tokens, engine::HostCommunicator& world, engine::Lanes& lanes,
                    engine::Transport& transport, engine::Waiting& waiting);

    // The rank's ops come in this order from now on.
    void setOrder(const std::vector<plan::Op>& order, RerunPlaces reruns);

    // Of the run, from its first one on; see learningRateAt().
    void setSteps(long long steps) { m_options.steps = steps; }
    // Whatever this rank computes takes `factor` times as long; 1: as long as it takes.
    void slowDown(double factor) { m_slowness = factor; }
    // At the next run of that op one bit of its result flips.
    void flipBit(const plan::Op& op) { m_flip = op; }

    plan::Outcome prepareStep(int step) override;
    void beginStep(Nanoseconds zero) override { m_zero = zero; }
    plan::Result<DeviceBytes> destinationOf(const plan::Instruction& receive) override;
    plan::Result<engine::Transfer> outgoing(const plan::Instruction& send) override;
    plan::Outcome awaitInput(const plan::Op&) override { return plan::done(); }
    engine::ComputeOutcome run(std::span<const engine::Compute> fused) override;
    plan::Outcome queueTail() override;
    plan::Result<engine::StepTail> endStep() override;
    engine::MemoryHeld memory() const override;

    // Of the last step.
    const StepNumbers& numbers() const { return m_optimizer.numbers(); }
    std::vector<GradientReduction> takeReductions() { return m_optimizer.takeReductions(); }
    std::vector<Rerun> takeReruns() { return m_reruns.take(); }

private:
    // These may throw a Failure, which the public functions turn into an error.
    Nanoseconds sinceZero(Mark mark) const;
    engine::Computed runOne(const engine::Compute& compute);
    OpRanges& ranges() const { return m_machinery.trace.ranges(); }
    void runOp(const plan::Op& op, const Matrix& input);
    void runForward(const plan::Op& op, ModelStage& stage, const Matrix& input,
                    const Matrix& output);
    MicrobatchTokens tokensOf(const plan::Op& op, const ModelStage& stage) const;
    void flip(DeviceBytes result) const;
    void rerun(const plan::Op& op);
    // From m_received or m_made, which give it up: an input is consumed once.
    std::optional<Held> takeInput(const engine::Compute& compute);
    // What goes from stage to stage: [shardRows, hidden], first written in that lane.
    Held boundary(engine::Lane lane) const;
    // Whether another stage consumes what the op makes.
    bool handsOn(const plan::Op& op) const;
    // Sleeps for as long as slowDown() asks for, after work that began at `start`.
    void stretch(Mark start);
    plan::Error notANumber();

    Options m_options;
    Machinery& m_machinery;
    RankModel& m_model;
    Optimizer& m_optimizer;
    StepTokens& m_tokens;
    engine::HostCommunicator& m_world;
    engine::Lanes& m_lanes;
    engine::Transport& m_transport;
    engine::Waiting& m_waiting;

    int m_step = 0;
    std::optional<OpRange> m_stepRange; // from prepareStep() on, until all of it is done
    Nanoseconds m_zero{};               // of the step, on this rank's clock
    double m_slowness = 1;
    std::optional<plan::Op> m_flip;
    StepSlots m_slots;
    struct { // of the tail of this step
        Mark begin;
        Mark reduced;
        Mark end;
    } m_tail;
    std::map<int, int> m_uses; // microbatches of each stage in a step
    std::size_t m_place = 0;   // in the rank's order, of the next op
    Reruns m_reruns;
    std::map<plan::Op, Held> m_made;     // outputs that are not handed on yet
    std::map<plan::Op, Held> m_received; // by the op that made it, on another rank
};

} // namespace training
