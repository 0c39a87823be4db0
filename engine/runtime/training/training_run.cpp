#include "engine/runtime/training/training_run.h"

#include "engine/runtime/training/checkpointing.h"

#include <fmt/format.h>

#include <algorithm>

namespace training {

using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds kBetweenClocks = 60s;

} // namespace

TrainingRun::TrainingRun(const RunOptions& options, TrainingRank& rank, CommandRelay& commands,
                         engine::Recorder& recorder, engine::Waiting& waiting)
    : m_options(options)
    , m_rank(rank)
    , m_commands(commands)
    , m_recorder(recorder)
    , m_waiting(waiting)
    , m_lastClocks(waiting.now())
{
}

plan::Outcome TrainingRun::run()
{
    if (auto resumed = resume(); !resumed)
        return resumed;
    const int every = m_rank.setup().strategy.training.checkpointEvery;
    for (int i = 0; i < m_options.steps; ++i) {
        const int number = m_first + i;
        if (auto obeyed = obey(number); !obeyed || m_stopped)
            return obeyed;
        if (auto ran = step(number); !ran)
            return ran;
        if (every > 0 && (number + 1) % every == 0)
            if (auto saved = checkpoint(number + 1, false); !saved)
                return saved;
    }
    return plan::done();
}

plan::Outcome TrainingRun::resume()
{
    if (m_options.resume.empty())
        return plan::done();
    const auto restored = restoreState(m_rank, m_options.resume);
    if (!restored)
        return plan::Error{"cannot resume from " + m_options.resume.string() + ": "
                           + restored.error().message};
    for (const std::string& skipped : restored->skipped)
        say(telemetry::LogLevel::Warning, skipped);
    m_first = static_cast<int>(restored->stepsDone);
    m_rank.device().setSteps(m_first + m_options.steps);
    say(telemetry::LogLevel::Info,
        fmt::format("resumed after step {} of {}", m_first - 1, m_options.resume.string()));
    return plan::done();
}

plan::Outcome TrainingRun::step(int number)
{
    if (m_options.measureClocks && m_waiting.now() - m_lastClocks > kBetweenClocks) {
        m_lastClocks = m_waiting.now();
        if (auto measured = m_options.measureClocks(); !measured)
            return measured;
    }
    const auto& flip = m_options.flip;
    if (flip && flip->step == number && flip->rank == m_rank.world().rank())
        m_rank.device().flipBit(flip->op);
    const auto ran = m_rank.step(
        number, [&](Nanoseconds zero) { m_recorder.beginStep(number, zero); },
        [&](const engine::Completion& completion) {
            m_recorder.completion(completion);
            if (completion.lane == engine::Lane::Compute)
                m_recorder.memory(completion.end, completion.held);
        });
    if (!ran)
        return ran.error();
    record(number, *ran);
    return plan::done();
}

void TrainingRun::record(int number, const TrainingRank::StepReport& report)
{
    TrainingDevice& device = m_rank.device();
    m_recorder.tail(report.tail);
    for (const Reduction& reduction : device.takeReductions())
        m_recorder.reduction(reduction.stage, reduction.start, reduction.end, reduction.bytes);
    for (const Rerun& rerun : device.takeReruns()) {
        m_recorder.rerun(rerun.op, rerun.start, rerun.end, rerun.same);
        if (!rerun.same)
            say(telemetry::LogLevel::Warning,
                fmt::format("rank {}, step {}, {}: the second run gave other bits than the first",
                            m_rank.world().rank(), number, toText(rerun.op)));
    }
    const StepNumbers& numbers = device.numbers();
    m_recorder.memory(report.tail.ran.end, device.memory());
    m_recorder.numbers({.loss = numbers.loss,
                        .gradientNorm = numbers.gradientNorm,
                        .learningRate = numbers.learningRate,
                        .tokens = static_cast<std::uint64_t>(m_rank.setup().tokensOfStep()),
                        .updated = numbers.updated},
                       m_rank.world().rank() == 0);
    if (!numbers.updated && m_rank.world().rank() == 0)
        say(telemetry::LogLevel::Warning,
            fmt::format("step {}: something was not a number, so the weights stay as they were",
                        number));
    m_recorder.endStep(report.tail.ran.end);
    if (m_onStep)
        m_onStep(number, numbers, report.tail.ran.end);
}

// Whatever was asked for before this step.
plan::Outcome TrainingRun::obey(int step)
{
    do {
        const auto command = m_paused ? m_commands.wait() : m_commands.next();
        if (!command)
            return command.error();
        if (auto obeyed = obey(*command, step); !obeyed)
            return obeyed;
    } while (m_paused && !m_stopped);
    return plan::done();
}

plan::Outcome TrainingRun::obey(const Command& command, int step)
{
    switch (command.kind) {
    case Command::Kind::None:
        break;
    case Command::Kind::Pause:
        m_commands.answer(m_paused ? "it is paused already"
                                   : fmt::format("paused before step {}", step),
                          !m_paused);
        m_paused = true;
        break;
    case Command::Kind::Resume:
        m_commands.answer(m_paused ? fmt::format("goes on with step {}", step)
                                   : "it is not paused",
                          m_paused);
        m_paused = false;
        break;
    case Command::Kind::Stop:
        m_stopped = fmt::format("stopped before step {}, as asked", step);
        m_commands.answer(*m_stopped, true);
        break;
    case Command::Kind::Checkpoint:
        return checkpoint(step, true);
    case Command::Kind::Slow:
        if (command.rank < 0 || command.rank >= m_rank.world().size()) {
            m_commands.answer(fmt::format("there is no rank {}; the run has {}", command.rank,
                                          m_rank.world().size()),
                              false);
            break;
        }
        if (command.rank == m_rank.world().rank())
            m_rank.device().slowDown(command.factor);
        m_commands.answer(fmt::format("from step {} on, rank {} takes {:g} times as long", step,
                                      command.rank, command.factor),
                          true);
        break;
    case Command::Kind::Swap: {
        const auto swapped = m_rank.swapSchedule(command.schedule);
        m_commands.answer(swapped ? fmt::format("from step {} on, the schedule is {}", step,
                                                command.schedule)
                                  : swapped.error().message,
                          bool(swapped));
        if (swapped && m_rank.world().rank() == 0)
            m_recorder.schedule(step, command.schedule);
        if (swapped)
            say(telemetry::LogLevel::Info,
                fmt::format("from step {} on, the schedule is {}", step, command.schedule));
        break;
    }
    }
    return plan::done();
}

// One that cannot be written is told, and the run goes on: what was there before is intact.
plan::Outcome TrainingRun::checkpoint(int stepsDone, bool asked)
{
    std::string sentence = "this run writes no checkpoints; start it with a folder for them";
    bool saved = false;
    if (!m_options.checkpoints.empty()) {
        const auto outcome = saveState(m_rank, stepsDone, m_options.checkpoints);
        saved = bool(outcome);
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

void TrainingRun::say(telemetry::LogLevel level, const std::string& sentence)
{
    m_recorder.log(level, sentence);
    if (level >= telemetry::LogLevel::Warning)
        std::fprintf(stderr, "bubblescope-engine: %s\n", sentence.c_str());
}

} // namespace training
