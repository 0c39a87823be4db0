#include "engine/plan/metrics.h"
#include "tests/measured/fake_run.h"
#include "tests/measured/hostile_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace measured::test {
namespace {

TEST(StepAssembler, GivesBackTheTimelineOfEveryStepInOrder)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.hello());
    ASSERT_TRUE(assembler.info());
    EXPECT_EQ(assembler.info()->shape, kShape);
    EXPECT_TRUE(assembler.info()->emulated);
    EXPECT_EQ(assembler.info()->schedule, "1f1b");

    for (int number = 0; number < 3; ++number)
        for (const Frame& frame : run.step(number))
            assembler.add(frame);
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 3u);
    for (int number = 0; number < 3; ++number) {
        const Step& step = steps[std::size_t(number)];
        EXPECT_EQ(step.number, number);
        EXPECT_TRUE(step.whole());
        EXPECT_EQ(step.timeline, run.timeline());
        EXPECT_EQ(step.loss, 2.5);
        EXPECT_EQ(step.maxLateness, Nanoseconds{15});
    }
    EXPECT_TRUE(assembler.takeFinished().empty());
    EXPECT_EQ(assembler.rejected(), 0u);
}

TEST(StepAssembler, GivesBackTheEndOfTheStep)
{
    for (const auto& [reduction, optimizer] :
         {std::pair{400, 700}, std::pair{0, 700}, std::pair{400, 0}}) {
        plan::Costs costs = plan::Costs::unit();
        costs.gradientReduction = Nanoseconds{reduction};
        costs.optimizer = Nanoseconds{optimizer};
        const FakeRun run(kShape, costs);
        StepAssembler assembler;
        assembler.add(run.hello());
        for (const Frame& frame : run.step(0))
            assembler.add(frame);
        const auto steps = assembler.takeFinished();
        ASSERT_EQ(steps.size(), 1u);
        EXPECT_TRUE(steps[0].whole());
        EXPECT_EQ(steps[0].timeline, run.timeline());
    }
}

TEST(StepAssembler, ARankWhoseStepGoesOnHasAnEmptyTail)
{
    plan::Costs costs = plan::Costs::unit();
    costs.optimizer = Nanoseconds{700};
    const FakeRun run(kShape, costs);
    StepAssembler assembler;
    assembler.add(run.hello());
    assembler.add(run.begin(2, 0));
    assembler.add(run.spans(2, 0));
    const auto step = assembler.current();
    ASSERT_TRUE(step);
    ASSERT_EQ(step->timeline.tails.size(), 4u);
    EXPECT_EQ(step->timeline.tails[2], run.timeline().tails[2]);
    EXPECT_EQ(step->timeline.tails[0], plan::Tail{});
    EXPECT_EQ(step->timeline.makespan, run.timeline().tails[2].end);
}

TEST(StepAssembler, KnowsARunOfTwoDirections)
{
    Frame frame = FakeRun(kShape).hello();
    auto& hello = std::get<Hello>(frame.body);
    hello.chunks = 2;
    hello.directions = 2;
    StepAssembler assembler;
    assembler.add(frame);
    ASSERT_TRUE(assembler.info());
    EXPECT_EQ(assembler.info()->shape, (plan::Shape{4, 2, 8, 2}));
}

TEST(StepAssembler, TheOrderOfFramesDoesNotMatter)
{
    const FakeRun run(kShape);
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        std::vector<Frame> frames = run.step(0);
        std::shuffle(frames.begin(), frames.end(), random);
        StepAssembler assembler;
        assembler.add(run.hello());
        for (const Frame& frame : frames)
            assembler.add(frame);
        const auto steps = assembler.takeFinished();
        ASSERT_EQ(steps.size(), 1u);
        EXPECT_EQ(steps[0].timeline, run.timeline());
    }
}

TEST(StepAssembler, ShowsTheStepUnderWay)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    EXPECT_FALSE(assembler.current());
    assembler.add(run.hello());
    assembler.add(run.begin(2, 0));
    assembler.add(run.spans(2, 0));
    const auto step = assembler.current();
    ASSERT_TRUE(step);
    EXPECT_FALSE(step->ended);
    EXPECT_EQ(step->timeline.spans[2], run.timeline().spans[2]);
    EXPECT_TRUE(step->timeline.spans[0].empty());
}

TEST(StepAssembler, AStepIsUnderWayUntilTheNextHasAnOp)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.hello());
    for (int rank = 0; rank < kShape.ranks; ++rank) {
        assembler.add(run.begin(rank, 0));
        assembler.add(run.spans(rank, 0));
    }
    assembler.add(run.end(3, 0));
    assembler.add(run.begin(3, 1)); // while the others end step 0
    ASSERT_TRUE(assembler.current());
    EXPECT_EQ(assembler.current()->number, 0);
    assembler.add(run.spans(3, 1));
    EXPECT_EQ(assembler.current()->number, 1);
    for (int rank = 0; rank < 3; ++rank)
        assembler.add(run.end(rank, 0));
    EXPECT_EQ(assembler.takeFinished().size(), 1u);
    EXPECT_EQ(assembler.current()->number, 1);
}

TEST(StepAssembler, LostSpansAreCountedAndDoNotHoldUpTheRun)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.hello());
    for (int number = 0; number < 12; ++number)
        for (const Frame& frame :
             delayed(run.step(number), number * std::chrono::milliseconds{400}))
            if (number != 0 || frame.header.rank != 1
                || !std::holds_alternative<std::vector<SpanRecord>>(frame.body))
                assembler.add(frame);
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 12u);
    EXPECT_EQ(steps[0].lost, 16u);
    EXPECT_FALSE(steps[0].whole());
    EXPECT_TRUE(steps[1].whole());
}

TEST(StepAssembler, OpenStepsHoldABoundedNumberOfSpans)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.hello());
    constexpr int kSteps = 100; // fewer than may be open, and short
    for (int number = 0; number < kSteps; ++number)
        for (int rank = 0; rank < kShape.ranks; ++rank) {
            assembler.add(run.begin(rank, number));
            const Frame spans = run.spans(rank, number);
            for (int again = 0; again < 192; ++again)
                assembler.add(spans);
        }
    const auto steps = assembler.takeFinished();
    EXPECT_GT(steps.size(), 30u);
    EXPECT_LT(steps.size(), std::size_t(kSteps) - StepAssembler::kFewOpenSteps);
}

TEST(StepAssembler, WhatFitsNoRunIsRejected)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.spans(0, 0)); // before any Hello
    EXPECT_EQ(assembler.rejected(), 16u);
    assembler.add(run.hello());

    Frame wrong = run.spans(0, 0);
    for (SpanRecord& span : std::get<std::vector<SpanRecord>>(wrong.body))
        span.stage = 4;
    assembler.add(wrong);
    EXPECT_EQ(assembler.rejected(), 32u);
    wrong.header.rank = 9;
    assembler.add(wrong);
    EXPECT_EQ(assembler.rejected(), 48u);
    for (int i = 0; i < 1000; ++i)
        assembler.add(run.spans(0, 0)); // far more than a rank can do in a step
    EXPECT_GT(assembler.rejected(), 10'000u);
}

TEST(StepAssembler, ClosingHandsOutWhatIsLeft)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.hello());
    assembler.add(run.begin(0, 5));
    assembler.add(run.spans(0, 5));
    assembler.close();
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_EQ(steps[0].number, 5);
    EXPECT_FALSE(steps[0].ended);
    EXPECT_FALSE(assembler.current());
}

TEST(StepAssembler, WhatIsADayFromTheZeroIsLost)
{
    constexpr std::int64_t kDay = Nanoseconds(kLongestStep).count();
    for (const auto& [start, end, lost] :
         {std::tuple{kDay - 10, kDay, 0u}, std::tuple{kDay - 10, kDay + 1, 1u},
          std::tuple{-kDay - 1, std::int64_t{0}, 1u},
          std::tuple{std::int64_t{0}, telemetry::kMaxTimeNs - 1, 1u}}) {
        HostileLog log;
        log.hello(1, 1, 1);
        log.mark(0, 0, 0, StepPhase::Begin);
        log.add(
            FrameKind::Spans, 0,
            std::vector{SpanRecord{.startNs = start, .endNs = end, .stage = 0, .microbatch = 0}});
        log.mark(0, 0, 0, StepPhase::End, 1);
        StepAssembler assembler;
        for (const Bytes& bytes : log.frames())
            assembler.add(std::get<Frame>(decode(bytes)));
        const auto steps = assembler.takeFinished();
        ASSERT_EQ(steps.size(), 1u);
        EXPECT_EQ(steps[0].lost, lost) << start << " " << end;
        EXPECT_EQ(steps[0].whole(), lost == 0);
        EXPECT_EQ(steps[0].timeline.makespan.count(), lost == 0 ? kDay : 0);
    }
}

TEST(StepAssembler, TheLastStepThereIsIsAStep)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.hello());
    constexpr int kLast = std::numeric_limits<int>::max();
    for (int rank = 0; rank < kShape.ranks; ++rank) // of another step's times; only numbers count
        for (Frame frame : {run.begin(rank, 0), run.spans(rank, 0), run.end(rank, 0)}) {
            if (auto* marks = std::get_if<std::vector<StepMark>>(&frame.body))
                marks->front().step = kLast;
            if (auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body))
                for (SpanRecord& span : *spans)
                    span.step = kLast;
            assembler.add(frame);
        }
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_EQ(steps[0].number, kLast);
    assembler.add(run.begin(0, 7)); // handed out already, as all below
    EXPECT_EQ(assembler.rejected(), 1u);
}

TEST(StepAssembler, RanksThatNothingCameOfAreBelievedAsFarAsTheBytesGo)
{
    HostileLog log;
    log.hello(kMaxRanks, 1, 1);
    log.mark(0, 0, 0, StepPhase::Begin);
    StepAssembler assembler;
    for (const Bytes& bytes : log.frames())
        assembler.add(std::get<Frame>(decode(bytes)));
    EXPECT_EQ(assembler.rejected(), 1u);
    EXPECT_FALSE(assembler.current());
}

TEST(StepAssembler, MakesTimelinesOfAnyValidRecords)
{
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const HostileLog log = AnyRecords(seed).log(120);
        StepAssembler assembler;
        std::vector<Step> steps;
        for (const Bytes& bytes : log.frames()) {
            assembler.add(std::get<Frame>(decode(bytes)));
            for (Step& step : assembler.takeFinished())
                steps.push_back(std::move(step));
        }
        assembler.close();
        for (Step& step : assembler.takeFinished())
            steps.push_back(std::move(step));
        for (const Step& step : steps) {
            const plan::Timeline& timeline = step.timeline;
            ASSERT_LE(timeline.makespan, kLongestStep) << "seed " << seed;
            for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
                ASSERT_LE(plan::busyTime(timeline, rank), timeline.makespan) << "seed " << seed;
                for (std::size_t i = 1; i < timeline.spans[rank].size(); ++i)
                    ASSERT_LE(timeline.spans[rank][i - 1].end, timeline.spans[rank][i].start);
            }
            ASSERT_GE(plan::bubbleFraction(timeline), 0) << "seed " << seed;
            ASSERT_LE(plan::bubbleFraction(timeline), 1) << "seed " << seed;
            ASSERT_GE(plan::bubbleOverhead(timeline), 0) << "seed " << seed;
        }
    }
}

} // namespace
} // namespace measured::test
