#include "engine/runtime/training/duties/training_duties.h"

#include "engine/runtime/training/duties/checkpointing.h"
#include "engine/runtime/training/failure.h"
#include "telemetry/control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <set>

namespace training {

using namespace std::chrono_literals;

namespace {

// Often enough to follow the drift of a clock (see clock_sync.h), and too seldom to cost a run
// anything.
constexpr Nanoseconds kBetweenClocks = 60s;
constexpr std::size_t kMostOpsNamed = 24; // in a sentence
constexpr const char* kNoFolder = "this run writes no checkpoints; start it with a folder for them";

} // namespace

TrainingDuties::TrainingDuties(const RunOptions& options, TrainingRank& rank,
                               CommandRelay& commands, engine::Recorder& recorder)
    : m_options(options)
    , m_rank(rank)
    , m_commands(commands)
    , m_recorder(recorder)
    , m_first(options.first)
    , m_done(options.first)
    , m_tried(options.first)
{
}

plan::Result<int> TrainingDuties::begin()
{
    if (auto resumed = resume(); !resumed)
        return resumed.error();
    if (auto flips = checkFlip(); !flips)
        return flips.error();
    const bool wants = m_rank.setup().strategy.training.checkpointEvery > 0;
    if (wants && saveEvery() == 0 && m_rank.world().rank() == 0)
        say(telemetry::LogLevel::Warning, kNoFolder);
    return m_first;
}

plan::Outcome TrainingDuties::resume()
{
    if (m_options.resume.empty())
        return plan::done();
    const auto restored = restoreState(m_rank, m_options.resume);
    if (!restored)
        return plan::Error{"cannot resume from " + m_options.resume.string() + ": "
                           + restored.error().message};
    for (const std::string& skipped : restored->skipped)
        say(telemetry::LogLevel::Warning, skipped);
    // A checkpoint counts in 64 bits, a step of the wire in 32.
    const int most = std::numeric_limits<int>::max() - m_options.steps;
    if (restored->stepsDone > most)
        return plan::Error{fmt::format("cannot resume from {}: it is of {} steps, and {} more are "
                                       "beyond the last step that a run can count, {}",
                                       m_options.resume.string(), restored->stepsDone,
                                       m_options.steps, std::numeric_limits<int>::max())};
    m_first = static_cast<int>(restored->stepsDone);
    m_done = m_first;
    m_tried = m_first;
    m_rank.backend().setSteps(m_first + m_options.steps);
    say(telemetry::LogLevel::Info,
        fmt::format("resumed from {}: {} steps are done, and step {} is next",
                    m_options.resume.string(), m_done, m_first));
    return plan::done();
}

// A fault that is put where nothing looks for it would show nothing.
plan::Outcome TrainingDuties::checkFlip() const
{
    const auto& flip = m_options.flip;
    if (!flip || flip->rank != m_rank.world().rank())
        return plan::done();
    const int last = m_first + m_options.steps - 1;
    if (flip->step < m_first || flip->step > last)
        return plan::Error{
            fmt::format("a bit is to flip in step {}, and this run has steps {} to {}", flip->step,
                        m_first, last)};
    std::set<plan::Op> checked;
    for (const auto& [place, ops] : m_rank.setup().reruns)
        checked.insert(ops.begin(), ops.end());
    if (checked.contains(flip->op))
        return plan::done();
    std::string reason = "no op of that rank is run again; the strategy needs "
                         "training.check_reruns: true, and a schedule with bubbles";
    if (!checked.empty()) {
        reason = "of that rank these are run again:";
        std::size_t named = 0;
        for (const plan::Op& op : checked) {
            if (named++ == kMostOpsNamed) {
                reason += fmt::format(" and {} more", checked.size() - kMostOpsNamed);
                break;
            }
            reason += ' ' + toText(op);
        }
    }
    return plan::Error{fmt::format("a bit flipped in {} of rank {} would not be noticed: {}",
                                   toText(flip->op), flip->rank, reason)};
}

// By the time of the last step's begin, which all ranks have in common: so they measure
// together whatever their own clocks say.
plan::Outcome TrainingDuties::keepClocks()
{
    if (!m_options.measureClocks || m_done == m_first)
        return plan::done();
    const Nanoseconds time = m_rank.machine().agreedZero();
    if (!m_lastClocks)
        m_lastClocks = time;
    if (time - *m_lastClocks <= kBetweenClocks)
        return plan::done();
    m_lastClocks = time;
    const auto offset = m_options.measureClocks();
    if (!offset)
        return offset.error();
    m_rank.machine().setClockOffset(*offset);
    return plan::done();
}

plan::Result<std::optional<std::string>> TrainingDuties::beforeStep(int step)
{
    if (auto obeyed = obey(step); !obeyed)
        return obeyed.error();
    if (m_stopped)
        return m_stopped;
    if (auto kept = keepClocks(); !kept)
        return kept.error();
    const auto& flip = m_options.flip;
    if (flip && flip->step == step && flip->rank == m_rank.world().rank())
        m_rank.backend().flipBit(flip->op);
    const auto& slow = m_options.slow;
    if (slow && slow->step == step && slow->rank == m_rank.world().rank())
        m_rank.backend().slowDown(slow->factor);
    return m_stopped;
}

void TrainingDuties::record(int step, const engine::StepTail& tail)
{
    TrainingBackend& backend = m_rank.backend();
    if (m_options.deviceNews)
        m_recorder.device(m_options.deviceNews());
    // All before the end mark of the step, which says how many records it has.
    for (const GradientReduction& reduction : backend.takeReductions())
        m_recorder.reduction(reduction.stage, reduction.start, reduction.end, reduction.bytes);
    for (const Rerun& rerun : backend.takeReruns()) {
        m_recorder.rerun(rerun.op, rerun.start, rerun.end, rerun.same);
        if (!rerun.same)
            say(telemetry::LogLevel::Warning,
                fmt::format(
                    "rank {}, step {}, {}: the second run gave different bits from the first",
                    m_rank.world().rank(), step, toText(rerun.op)));
    }
    recordKernels(tail.ran.end);
    const StepNumbers& numbers = backend.numbers();
    m_recorder.memory(tail.ran.end, backend.memory());
    m_recorder.numbers({.loss = numbers.loss,
                        .gradientNorm = numbers.gradientNorm,
                        .learningRate = numbers.learningRate,
                        .tokens = static_cast<std::uint64_t>(m_rank.setup().tokensOfStep()),
                        .updated = numbers.updated},
                       // The numbers are the same on all ranks, so one tells them.
                       m_rank.world().rank() == 0);
    if (!numbers.updated && m_rank.world().rank() == 0)
        say(telemetry::LogLevel::Warning,
            fmt::format("step {}: something was not a number, so the weights stay as they were",
                        step));
}

void TrainingDuties::recordKernels(Nanoseconds at)
{
    const auto kernels = m_rank.device().takeKernels();
    if (!kernels)
        say(telemetry::LogLevel::Warning,
            fmt::format("rank {}: {}", m_rank.world().rank(), kernels.error().message));
    else if (*kernels)
        m_recorder.kernels(at, **kernels);
}

plan::Outcome TrainingDuties::afterStep(int step, Nanoseconds lasted)
{
    if (m_onStep)
        m_onStep(step, m_rank.backend().numbers(), lasted);
    m_patience.add(lasted);
    fitPatience();
    // Before the checkpoint, which is of the steps that are done.
    m_done = step + 1;
    const int every = saveEvery();
    if (every > 0 && m_done % every == 0)
        return checkpoint(m_done, false);
    return plan::done();
}

void TrainingDuties::fitPatience()
{
    if (!m_options.fixedPatience)
        m_rank.device().setPatience(m_patience.now());
}

// Whatever was asked for before this step.
plan::Outcome TrainingDuties::obey(int step)
{
    // A paused run stays here: every rank waits within the relay, which ends when rank 0 has a
    // command.
    do {
        const auto command = m_paused ? m_commands.wait() : m_commands.next();
        if (!command)
            return command.error();
        if (!*command)
            continue;
        if (auto obeyed = obey(**command, step); !obeyed)
            return obeyed;
    } while (m_paused && !m_stopped);
    return plan::done();
}

plan::Outcome TrainingDuties::obey(const Command& command, int step)
{
    switch (command.kind) {
    case Command::Kind::Pause:
        m_commands.answer(
            fmt::format("{} before step {}", m_paused ? "it is paused already," : "paused", step),
            true);
        m_paused = true;
        break;
    case Command::Kind::Resume:
        m_commands.answer(m_paused ? fmt::format("goes on with step {}", step) : "it is not paused",
                          m_paused);
        m_paused = false;
        break;
    case Command::Kind::StopAfterStep:
        m_stopped = fmt::format("stopped before step {}, as asked", step);
        m_commands.answer(*m_stopped, true);
        break;
    case Command::Kind::Checkpoint:
        return checkpoint(step, true);
    case Command::Kind::Slow:
        obeySlow(command, step);
        break;
    case Command::Kind::Swap:
        obeySwap(command, step);
        break;
    }
    return plan::done();
}

void TrainingDuties::obeySlow(const Command& command, int step)
{
    if (command.rank < 0 || command.rank >= m_rank.world().size()) {
        m_commands.answer(
            fmt::format("there is no rank {}; the run has {}", command.rank, m_rank.world().size()),
            false);
        return;
    }
    m_patience.forget(); // on all ranks: they wait for the one that is slow
    fitPatience();
    if (command.rank == m_rank.world().rank()) {
        m_rank.backend().slowDown(command.factor);
        say(telemetry::LogLevel::Info, telemetry::slowedByHandText(step, command.factor));
    }
    m_commands.answer(
        command.factor > 1
            ? fmt::format("from step {} on, rank {} takes {:g} times as long", step, command.rank,
                          command.factor)
            : fmt::format("from step {} on, rank {} is as fast as it can", step, command.rank),
        true);
}

void TrainingDuties::obeySwap(const Command& command, int step)
{
    const auto swapped = m_rank.swapSchedule(command.schedule);
    const std::string done
        = fmt::format("from step {} on, the schedule is {}", step, command.schedule);
    m_commands.answer(swapped ? done : swapped.error().message, bool(swapped));
    if (!swapped)
        return;
    m_patience.forget();
    fitPatience();
    if (m_rank.world().rank() == 0)
        m_recorder.schedule(step, command.schedule);
    say(telemetry::LogLevel::Info, done);
}

int TrainingDuties::saveEvery() const
{
    return m_options.checkpoints.empty() ? 0 : m_rank.setup().strategy.training.checkpointEvery;
}

// At the end of the run, so that nothing it learnt is lost.
plan::Outcome TrainingDuties::end()
{
    if (saveEvery() == 0 || m_done == m_tried)
        return plan::done();
    return checkpoint(m_done, false);
}

// One that cannot be written is told, and the run goes on: what was there before is intact. The
// error is one that leaves the ranks apart.
plan::Outcome TrainingDuties::checkpoint(int stepsDone, bool asked)
{
    std::string sentence = kNoFolder;
    bool saved = false;
    if (!m_options.checkpoints.empty()) {
        plan::Outcome outcome = plan::done();
        // Two kinds of failure: an error that all ranks know of is a sentence, and the run goes on;
        // one that only this rank met is thrown, and the ranks may no longer be in step.
        const auto together = caught([&]() -> plan::Outcome {
            outcome = saveState(m_rank, stepsDone, m_options.checkpoints);
            return plan::done();
        });
        if (!together)
            return plan::Error{fmt::format("while the checkpoint of step {} was written: {}",
                                           stepsDone, together.error().message)};
        saved = bool(outcome);
        // Also where it failed: the end of the run need not fail once more.
        m_tried = stepsDone;
        sentence = saved ? fmt::format("the state after {} steps is saved in {}", stepsDone,
                                       m_options.checkpoints.string())
                         : "no checkpoint was written: " + outcome.error().message;
    }
    if (asked)
        m_commands.answer(sentence, saved);
    if (m_rank.world().rank() == 0)
        say(saved ? telemetry::LogLevel::Info : telemetry::LogLevel::Warning, sentence);
    return plan::done();
}

void TrainingDuties::say(telemetry::LogLevel level, const std::string& sentence)
{
    m_recorder.log(level, sentence);
    if (level >= telemetry::LogLevel::Warning)
        std::fprintf(stderr, "bubblescope-engine: %s\n", sentence.c_str());
}

} // namespace training
