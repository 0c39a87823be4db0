// A rank that trains: it computes the ops of its stages, and hands tensors on to the stages
// beside them, through the transport or, where both stand on this rank, through memory.

#pragma once

#include "engine/runtime/device.h"
#include "engine/runtime/training/optimizer.h"
#include "engine/runtime/training/reruns.h"
#include "engine/runtime/training/step_tokens.h"
#include "engine/runtime/transport.h"
#include "engine/runtime/waiting.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace training {

class TrainingDevice final : public engine::Device {
public:
    struct Options {
        int lastStage = 0; // of the pipeline
        strategy::Training training{};
        long long steps = 1;       // of the run, for the learning rate
        Nanoseconds clockOffset{}; // rank 0's clock minus ours
    };

    // All others must outlive this. `world`: all ranks of the run; `transport` is between
    // those of this rank's pipeline.
    TrainingDevice(const Options& options, Machinery& machinery, RankModel& model,
                   Optimizer& optimizer, StepTokens& tokens, engine::HostCommunicator& world,
                   engine::Transport& transport, engine::Waiting& waiting);

    // The rank's ops come in this order from now on.
    void setOrder(const std::vector<plan::Op>& order, RerunPlaces reruns);

    // Of the run, from its first one on; see learningRateAt().
    void setSteps(long long steps) { m_options.steps = steps; }
    // As the clocks were measured last.
    void setClockOffset(Nanoseconds toRankZero) { m_options.clockOffset = toRankZero; }
    // When the last step began, on rank 0's clock: the same number on all ranks.
    Nanoseconds agreedZero() const { return m_agreedZero; }
    // Whatever this rank computes takes so many times as long; 1: as long as it takes.
    void slowDown(double factor) { m_slowness = factor; }
    // At the next run of that op one bit of its result flips.
    void flipBit(const plan::Op& op) { m_flip = op; }

    plan::Result<Nanoseconds> beginStep(int step) override;
    void enqueue(const plan::Instruction& instruction) override;
    engine::Completion next() override;
    plan::Result<engine::StepTail> endStep() override;

    // Of the last step.
    const StepNumbers& numbers() const { return m_optimizer.numbers(); }
    std::vector<Reduction> takeReductions() { return m_optimizer.takeReductions(); }
    std::vector<Rerun> takeReruns() { return m_reruns.take(); }
    engine::StageMemory memory() const;

private:
    using Posted = std::pair<plan::Instruction, Nanoseconds>; // a receive, and when it was started

    Nanoseconds sinceZero() const { return m_waiting.now() - m_zero; }
    void startGroup();
    void compute();
    void run(const plan::Op& op, const Matrix& input);
    void runForward(const plan::Op& op, ModelStage& stage, const Matrix& input,
                    const Matrix& output);
    MicrobatchTokens tokensOf(const plan::Op& op, const ModelStage& stage) const;
    void flip(DeviceBytes result) const;
    void rerun(const plan::Op& op);
    std::optional<Held> inputOf(const plan::Op& op);
    Held receive(const plan::Op& op);
    Held boundary(Use use) const;
    bool handsOn(const plan::Op& op) const;
    void dawdle(Nanoseconds start);
    void agreeOnZero(int step);
    plan::Error notANumber();

    Options m_options;
    Machinery& m_machinery;
    RankModel& m_model;
    Optimizer& m_optimizer;
    StepTokens& m_tokens;
    engine::HostCommunicator& m_world;
    engine::Transport& m_transport;
    engine::Waiting& m_waiting;

    int m_step = 0;
    Nanoseconds m_zero{}; // of the step, on this rank's clock
    Nanoseconds m_agreedZero{};
    double m_slowness = 1;
    std::optional<plan::Op> m_flip;
    StepSlots m_slots;
    std::map<int, int> m_uses; // microbatches of each stage in a step
    std::size_t m_place = 0;   // in the rank's order, of the next op
    Reruns m_reruns;
    std::map<plan::Op, Held> m_made; // outputs that are not handed on yet
    std::map<plan::Op, Posted> m_posted;
    std::deque<plan::Instruction> m_queue;
    std::deque<engine::Completion> m_over;
    std::optional<engine::Completion> m_failure;
};

} // namespace training
