// A rank's run of many steps: what is recorded of them, the commands between them, the
// checkpoints.

#pragma once

#include "engine/plan/bit_flip.h"
#include "engine/runtime/recorder.h"
#include "engine/runtime/training/command_relay.h"
#include "engine/runtime/training/training_rank.h"

#include <filesystem>
#include <optional>

namespace training {

struct RunOptions {
    int steps = 1;
    int first = 0;                       // step, where nothing is resumed
    std::filesystem::path checkpoints{}; // folder to write them to; empty: none are written
    std::filesystem::path resume{};      // see findCheckpoint(); empty: from the start
    std::optional<plan::BitFlip> flip{};
    // Between steps, every minute, by all ranks together: measures the clocks again, and gives
    // rank 0's minus ours.
    std::function<plan::Result<Nanoseconds>()> measureClocks{};
};

class TrainingRun {
public:
    // All must outlive this.
    TrainingRun(const RunOptions& options, TrainingRank& rank, CommandRelay& commands,
                engine::Recorder& recorder, engine::Waiting& waiting);

    // Runs them all. The error says why it ended before, and at which step.
    plan::Outcome run();

    // It was asked to stop between two steps; the sentence says when.
    const std::optional<std::string>& stopped() const { return m_stopped; }

    // Called after each step on every rank, if set.
    using OnStep = std::function<void(int step, const StepNumbers&, Nanoseconds lasted)>;
    void onStep(OnStep onStep) { m_onStep = std::move(onStep); }

private:
    plan::Outcome resume();
    plan::Outcome steps();
    plan::Outcome checkFlip() const;
    plan::Outcome keepClocks();
    plan::Outcome step(int number);
    void record(int number, const TrainingRank::StepReport& report);
    plan::Outcome obey(int step);
    plan::Outcome obey(const Command& command, int step);
    plan::Outcome checkpoint(int stepsDone, bool asked);
    plan::Outcome saveLast();
    int saveEvery() const; // steps; 0: not by itself
    void say(telemetry::LogLevel level, const std::string& sentence);

    const RunOptions m_options;
    TrainingRank& m_rank;
    CommandRelay& m_commands;
    engine::Recorder& m_recorder;
    engine::Waiting& m_waiting;
    int m_first; // the first step of this run
    int m_done;  // steps of the training, with those before this run
    int m_tried; // after which a checkpoint was written last, or could not be
    std::optional<Nanoseconds> m_lastClocks; // on rank 0's clock, the same on all ranks
    bool m_paused = false;
    std::optional<std::string> m_stopped;
    OnStep m_onStep;
};

} // namespace training
