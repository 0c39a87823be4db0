// A run of many steps: its commands, checkpoints and clocks, on ranks that are threads.

#include "engine/runtime/training/duties/training_duties.h"

#include "engine/runtime/training/duties/checkpointing.h"
#include "engine/runtime/training/failure.h"
#include "tests/runtime/training/trained/trained.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <thread>

namespace training {
namespace {

using namespace std::chrono_literals;

// Gives these one after the other, a poll each, and keeps the answers.
class Script final : public CommandSource {
public:
    explicit Script(std::vector<std::optional<Command>> commands)
        : m_commands(std::move(commands))
    {
    }

    std::optional<Command> poll() override
    {
        if (m_next == m_commands.size())
            return std::nullopt;
        return m_commands[m_next++];
    }
    void answer(const std::string& sentence, bool accepted) override
    {
        answers.push_back((accepted ? "yes: " : "no: ") + sentence);
    }

    std::vector<std::string> answers;

private:
    std::vector<std::optional<Command>> m_commands;
    std::size_t m_next = 0;
};

Command plain(Command::Kind kind) { return {.kind = kind}; }

// What a run over all ranks of a strategy came to.
struct Ran {
    std::string error;
    std::optional<std::string> stopped; // as rank 0 has it
    int steps = 0;                      // of rank 0
};

Ran runWith(TrainingCase given, RunOptions options, CommandSource* source = nullptr)
{
    Ran ran;
    options.steps = given.steps;
    given.run = [&](TrainingRank& rank, engine::Waiting& waiting) {
        const bool first = rank.world().rank() == 0;
        engine::Recorder recorder = engine::Recorder::silent();
        CommandRelay relay(rank.world(), first ? source : nullptr, source != nullptr, waiting);
        TrainingDuties duties(options, rank, relay, recorder);
        engine::RankRun run(rank.setup().pipeline, rank.machine(), duties, recorder, waiting);
        if (first)
            duties.onStep([&](int, const StepNumbers&, Nanoseconds) { ++ran.steps; });
        auto outcome = run.run(options.steps);
        if (first)
            ran.stopped = run.stopped();
        return outcome;
    };
    ran.error = train(given).error;
    return ran;
}

std::set<std::string> namesIn(const std::filesystem::path& folder)
{
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

strategy::Strategy savingEvery(int steps)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.data = 2;
    s.training.checkpointEvery = steps;
    return s;
}

// The system's, but every sleep of over 10 ms is over at once, and the time has jumped.
class JumpingClock final : public engine::Clock {
public:
    Nanoseconds now() const override { return m_system.now() + m_ahead; }
    void sleepUntil(Nanoseconds when) override
    {
        if (const Nanoseconds left = when - now(); left > 10ms)
            m_ahead += left;
        m_system.sleepUntil(when - m_ahead);
    }
    void jump(Nanoseconds by) { m_ahead += by; }

private:
    engine::SystemClock m_system;
    Nanoseconds m_ahead{};
};

// Every other step seems to take 40 s on one rank and 5 s on the other, then the other way
// round: so each has another idea of when a minute is over.
TEST(TrainingDuties, MeasuresItsClocksOnAllRanksAtTheSameSteps)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.data = 2;
    JumpingClock* clocks[2] = {};
    std::vector<int> measured[2];
    TrainingCase given{.strategy = s, .steps = 9};
    given.clock = [&](int rank) {
        auto clock = std::make_unique<JumpingClock>();
        clocks[rank] = clock.get();
        return clock;
    };
    given.run = [&](TrainingRank& rank, engine::Waiting& waiting) {
        const int own = rank.world().rank();
        int step = 0;
        RunOptions options{.steps = 9};
        options.measureClocks = [&]() -> plan::Result<Nanoseconds> {
            measured[own].push_back(step);
            float together = 0;
            if (auto met = engine::finish(
                    rank.world().allReduce(std::span(&together, 1), engine::ReduceOp::Max));
                !met)
                return met.error();
            return Nanoseconds(0);
        };
        engine::Recorder recorder = engine::Recorder::silent();
        CommandRelay relay(rank.world(), nullptr, false, waiting);
        TrainingDuties duties(options, rank, relay, recorder);
        engine::RankRun run(rank.setup().pipeline, rank.machine(), duties, recorder, waiting);
        duties.onStep([&](int number, const StepNumbers&, Nanoseconds) {
            step = number + 1;
            clocks[own]->jump(number % 2 == own ? 40s : 5s);
        });
        return run.run(9);
    };
    EXPECT_EQ(train(given).error, "");
    EXPECT_EQ(measured[0], measured[1]);
    EXPECT_EQ(measured[0], (std::vector<int>{3, 5, 7}));
}

TEST(TrainingDuties, GoesByTheClocksAsTheyWereMeasuredLast)
{
    JumpingClock* clock = nullptr;
    TrainingCase given{.strategy = tinyStrategy(), .steps = 6};
    given.clock = [&](int) {
        auto made = std::make_unique<JumpingClock>();
        clock = made.get();
        return made;
    };
    given.run = [&](TrainingRank& rank, engine::Waiting& waiting) {
        RunOptions options{.steps = 6};
        bool measured = false;
        options.measureClocks = [&]() -> plan::Result<Nanoseconds> {
            measured = true;
            return Nanoseconds(1000h);
        };
        engine::Recorder recorder = engine::Recorder::silent();
        CommandRelay relay(rank.world(), nullptr, false, waiting);
        TrainingDuties duties(options, rank, relay, recorder);
        engine::RankRun run(rank.setup().pipeline, rank.machine(), duties, recorder, waiting);
        duties.onStep([&](int, const StepNumbers&, Nanoseconds) {
            EXPECT_EQ(rank.machine().agreedZero() - clock->now() > 900h, measured);
            clock->jump(50s);
        });
        auto ran = run.run(6);
        EXPECT_TRUE(measured);
        return ran;
    };
    EXPECT_EQ(train(given).error, "");
}

TEST(TrainingDuties, SavesWhatItEndsWith)
{
    const tests::ScratchDirectory scratch;
    EXPECT_EQ(
        runWith({.strategy = savingEvery(2), .steps = 3}, {.checkpoints = scratch.path()}).error,
        "");
    EXPECT_EQ(namesIn(scratch.path()), (std::set<std::string>{"step-00000002", "step-00000003"}));

    const tests::ScratchDirectory never; // unless it is asked to
    EXPECT_EQ(
        runWith({.strategy = savingEvery(0), .steps = 3}, {.checkpoints = never.path()}).error, "");
    EXPECT_EQ(namesIn(never.path()), std::set<std::string>{});
}

TEST(TrainingDuties, SavesWhereItIsStopped)
{
    using Kind = Command::Kind;
    const tests::ScratchDirectory scratch;
    Script script({std::nullopt, std::nullopt, std::nullopt, plain(Kind::StopAfterStep)});
    const Ran ran = runWith({.strategy = savingEvery(100), .steps = 9},
                            {.checkpoints = scratch.path()}, &script);
    EXPECT_EQ(ran.error, "");
    EXPECT_EQ(ran.steps, 3);
    EXPECT_EQ(ran.stopped, "stopped before step 3, as asked");
    EXPECT_EQ(namesIn(scratch.path()), std::set<std::string>{"step-00000003"});
}

TEST(TrainingDuties, AnswersEveryCommand)
{
    using Kind = Command::Kind;
    Script script({std::nullopt, plain(Kind::Resume), plain(Kind::Pause), plain(Kind::Pause),
                   Command{.kind = Kind::Slow, .rank = 7, .factor = 2}, plain(Kind::Checkpoint),
                   plain(Kind::Resume)});
    const Ran ran = runWith({.strategy = savingEvery(0), .steps = 4}, {}, &script);
    EXPECT_EQ(ran.error, "");
    EXPECT_EQ(ran.steps, 4);
    EXPECT_EQ(
        script.answers,
        (std::vector<std::string>{
            "no: it is not paused", "yes: paused before step 2",
            "yes: it is paused already, before step 2", "no: there is no rank 7; the run has 2",
            "no: this run writes no checkpoints; start it with a folder for them",
            "yes: goes on with step 2"}));
}

// Nothing on a rank alone ever waits, so nothing but the run itself asks.
TEST(TrainingDuties, OfOneRankStopsWhenTheProcessMust)
{
    std::atomic<bool> told = false;
    TrainingCase given{.strategy = tinyStrategy(), .steps = 1000};
    given.stop = [&]() -> std::optional<plan::Error> {
        return told ? std::optional(plan::Error{"told to stop"}) : std::nullopt;
    };
    int steps = 0;
    given.run = [&](TrainingRank& rank, engine::Waiting& waiting) {
        engine::Recorder recorder = engine::Recorder::silent();
        CommandRelay relay(rank.world(), nullptr, false, waiting);
        TrainingDuties duties({.steps = 1000}, rank, relay, recorder);
        engine::RankRun run(rank.setup().pipeline, rank.machine(), duties, recorder, waiting);
        duties.onStep([&](int, const StepNumbers&, Nanoseconds) { told = ++steps == 2; });
        return run.run(1000);
    };
    EXPECT_EQ(train(given).error, "told to stop");
    EXPECT_EQ(steps, 2);
}

TEST(TrainingDuties, DoesNotCountBeyondTheLastStepThereIs)
{
    const tests::ScratchDirectory scratch;
    const std::int64_t last = std::numeric_limits<int>::max();
    const auto resumed = [&](std::int64_t stepsDone) {
        const tests::ScratchDirectory folder;
        TrainingCase saving{.strategy = tinyStrategy(), .steps = 1};
        saving.run = [&](TrainingRank& rank, engine::Waiting&) {
            return saveState(rank, stepsDone, folder.path());
        };
        EXPECT_EQ(train(saving).error, "");
        return runWith({.strategy = tinyStrategy(), .steps = 2}, {.resume = folder.path()}).error;
    };
    EXPECT_TRUE(contains(resumed(last - 1), "beyond the last step")) << resumed(last - 1);
    EXPECT_TRUE(contains(resumed(last + 1), "beyond the last step"));
    EXPECT_EQ(resumed(last - 2), "");
}

TEST(TrainingDuties, AFaultThatNothingLooksForIsRefused)
{
    strategy::Strategy s = tinyStrategy();
    s.parallel.pipeline = 4;
    const auto flipping = [&](const char* flip) {
        return runWith({.strategy = s, .steps = 2}, {.flip = plan::parseBitFlip(flip)}).error;
    };
    EXPECT_TRUE(contains(flipping("1:0:1F3"), "training.check_reruns")) << flipping("1:0:1F3");
    s.training.checkReruns = true;
    EXPECT_EQ(flipping("1:0:1F2"), "");
    const std::string named = flipping("1:0:1B3"); // no backward is run again
    EXPECT_TRUE(contains(named, "1B3 of rank 1 would not be noticed")) << named;
    EXPECT_TRUE(contains(named, ": 1F0 1F1 1F2")) << named;
    EXPECT_TRUE(contains(flipping("1:2:1F3"), "has steps 0 to 1")) << flipping("1:2:1F3");
}

// Whoever can no longer tell the others that a checkpoint is not written must not go on.
TEST(TrainingDuties, ACheckpointThatLeavesTheRanksApartEndsIt)
{
    const tests::ScratchDirectory scratch;
    TrainingCase given{.strategy = savingEvery(1), .steps = 1};
    given.run = [&](TrainingRank& rank, engine::Waiting&) -> plan::Outcome {
        if (rank.world().rank() == 1)
            return plan::Error{"out of paper"};
        EXPECT_THROW(
            {
                const auto saved = saveState(rank, 1, scratch.path());
                EXPECT_TRUE(saved) << saved.error().message;
            },
            Failure);
        return plan::done();
    };
    EXPECT_EQ(train(given).error, "out of paper");
}

} // namespace
} // namespace training
