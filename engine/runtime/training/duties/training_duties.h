// What stands between the steps of a run that trains: the commands that came, the checkpoints,
// the clocks, and what is recorded of each step.

#pragma once

#include "engine/plan/injected_fault.h"
#include "engine/runtime/rank_run.h"
#include "engine/runtime/training/command_relay.h"
#include "engine/runtime/training/duties/device_patience.h"
#include "engine/runtime/training/training_rank.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace training {

struct RunOptions {
    int steps = 1;
    int first = 0;                       // step, where nothing is resumed
    std::filesystem::path checkpoints{}; // folder to write them to; empty: none are written
    std::filesystem::path resume{};      // see findCheckpoint(); empty: from the start
    std::optional<plan::BitFlip> flip{};
    std::optional<plan::Slowdown> slow{};
    // The patience with the device was given, and steps do not change it.
    bool fixedPatience = false;
    // What the rank's device has counted since the last step; none: it counts nothing.
    std::function<engine::DeviceNews()> deviceNews{};
    // Between steps, every minute, by all ranks together: measures the clocks again, and gives
    // rank 0's minus ours.
    std::function<plan::Result<Nanoseconds>()> measureClocks{};
};

// Used by one thread. Every rank has one, and all decide alike: a command, a checkpoint or a
// measuring of clocks is begun by all ranks between the same two steps, or by none.
class TrainingDuties final : public engine::RunDuties {
public:
    // All must outlive this.
    TrainingDuties(const RunOptions& options, TrainingRank& rank, CommandRelay& commands,
                   engine::Recorder& recorder);

    // Called after each step on every rank, if set.
    using OnStep = std::function<void(int step, const StepNumbers&, Nanoseconds lasted)>;
    void onStep(OnStep onStep) { m_onStep = std::move(onStep); }

    // Resumes, if that was asked for; returns the first step of this run. Fails with a sentence
    // where the checkpoint does not fit, or where a bit is to flip that no check would notice.
    plan::Result<int> begin() override;
    plan::Result<std::optional<std::string>> beforeStep(int step) override;
    void record(int step, const engine::StepTail& tail) override;
    plan::Outcome afterStep(int step, Nanoseconds lasted) override;
    // Saves the state, where checkpoints are wanted and the last is not of this step.
    plan::Outcome end() override;

private:
    plan::Outcome resume();
    plan::Outcome checkFlip() const;
    plan::Outcome keepClocks();
    plan::Outcome obey(int step);
    plan::Outcome obey(const Command& command, int step);
    void obeySlow(const Command& command, int step);
    void obeySwap(const Command& command, int step);
    plan::Outcome checkpoint(int stepsDone, bool asked);
    void fitPatience();                 // with the device
    void recordKernels(Nanoseconds at); // at the end of a step, from its zero
    int saveEvery() const;              // steps; 0: not by itself
    void say(telemetry::LogLevel level, const std::string& sentence);

    const RunOptions m_options;
    TrainingRank& m_rank;
    CommandRelay& m_commands;
    engine::Recorder& m_recorder;
    int m_first; // the first step of this run
    int m_done;  // steps of the training, with those before this run
    int m_tried; // after which a checkpoint was written last, or could not be
    std::optional<Nanoseconds> m_lastClocks; // on rank 0's clock, the same on all ranks
    DevicePatience m_patience;
    bool m_paused = false;
    std::optional<std::string> m_stopped;
    OnStep m_onStep;
};

} // namespace training
