#include "engine/measured/step_assembler.h"

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace measured::test {
namespace {

using namespace telemetry;

// What the ranks of a run would send for a predicted timeline, on clocks of their own.
class FakeRun {
public:
    explicit FakeRun(const plan::Shape& shape, const plan::Costs& costs = plan::Costs::unit())
        : m_shape(shape)
        , m_timeline(*plan::simulate(*plan::makeSchedule("1f1b", shape), costs))
    {
    }

    const plan::Timeline& timeline() const { return m_timeline; }

    Frame hello() const
    {
        Hello hello;
        hello.ranks = hello.pipelineRanks = std::uint32_t(m_shape.ranks);
        hello.microbatches = std::uint32_t(m_shape.microbatches);
        hello.flags = kFlagEmulated;
        std::snprintf(hello.schedule, sizeof hello.schedule, "1f1b");
        std::snprintf(hello.device, sizeof hello.device, "emulated");
        return frame(0, hello);
    }

    Frame begin(int rank, int step) const { return mark(rank, step, StepPhase::Begin, 0); }
    Frame end(int rank, int step) const
    {
        return mark(rank, step, StepPhase::End,
                    std::get<std::vector<SpanRecord>>(spans(rank, step).body).size());
    }

    Frame spans(int rank, int step) const
    {
        std::vector<SpanRecord> records;
        for (const plan::Span& span : m_timeline.spans[std::size_t(rank)])
            records.push_back({.startNs = zero(rank, step) + span.start.count(),
                               .endNs = zero(rank, step) + span.end.count(),
                               .latenessNs = 5 * rank,
                               .step = step,
                               .stage = span.op.stage,
                               .microbatch = span.op.microbatch,
                               .kind = span.op.kind == plan::OpKind::Forward ? SpanKind::Forward
                                                                             : SpanKind::Backward});
        if (!m_timeline.tails.empty()) {
            const plan::Tail& tail = m_timeline.tails[std::size_t(rank)];
            addTail(records, rank, step, SpanKind::Optimizer, tail.optimizerBegin, tail.end);
            addTail(records, rank, step, SpanKind::Collective, tail.begin, tail.optimizerBegin);
        }
        return frame(rank, records);
    }

    std::vector<Frame> step(int number) const
    {
        std::vector<Frame> frames;
        for (int rank = 0; rank < m_shape.ranks; ++rank)
            for (Frame& made :
                 std::vector{begin(rank, number), spans(rank, number), end(rank, number)})
                frames.push_back(std::move(made));
        return frames;
    }

private:
    // Every rank's clock is far from the others'.
    static std::int64_t zero(int rank, int step) { return 1'000'000'000'000LL * rank + 70'000LL * step; }

    static void addTail(std::vector<SpanRecord>& records, int rank, int step, SpanKind kind,
                        Nanoseconds start, Nanoseconds end)
    {
        if (start < end)
            records.push_back({.startNs = zero(rank, step) + start.count(),
                               .endNs = zero(rank, step) + end.count(),
                               .latenessNs = 5 * rank,
                               .step = step,
                               .kind = kind});
    }

    static Frame frame(int rank, Frame::Body body)
    {
        Frame made{{}, std::move(body)};
        made.header.rank = std::uint32_t(rank);
        return made;
    }

    Frame mark(int rank, int step, StepPhase phase, std::size_t spans) const
    {
        StepMark mark;
        mark.timeNs = zero(rank, step);
        mark.step = step;
        mark.phase = phase;
        mark.spans = std::uint32_t(spans);
        if (phase == StepPhase::End && rank + 1 == m_shape.ranks)
            mark.loss = 2.5;
        return frame(rank, std::vector{mark});
    }

    plan::Shape m_shape;
    plan::Timeline m_timeline;
};

constexpr plan::Shape kShape{.ranks = 4, .microbatches = 8};

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
    Hello& hello = std::get<Hello>(frame.body);
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

TEST(StepAssembler, LostSpansAreCountedAndDoNotHoldUpTheRun)
{
    const FakeRun run(kShape);
    StepAssembler assembler;
    assembler.add(run.hello());
    for (int number = 0; number < 12; ++number)
        for (const Frame& frame : run.step(number))
            if (number != 0 || frame.header.rank != 1
                || !std::holds_alternative<std::vector<SpanRecord>>(frame.body))
                assembler.add(frame);
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 12u);
    EXPECT_EQ(steps[0].lost, 16u);
    EXPECT_FALSE(steps[0].whole());
    EXPECT_TRUE(steps[1].whole());
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

// A world of three devices a place: replica `replica` of the run `run`.
class World {
public:
    static constexpr int kReplicas = 3;

    Frame hello() const
    {
        Frame frame = m_run.hello();
        std::get<Hello>(frame.body).ranks *= kReplicas;
        return frame;
    }
    // `shift`: how much later this replica's ops run.
    std::vector<Frame> step(int number, int replica, std::int64_t shift = 0) const
    {
        std::vector<Frame> frames = m_run.step(number);
        for (Frame& frame : frames) {
            frame.header.rank = frame.header.rank * kReplicas + std::uint32_t(replica);
            if (auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body))
                for (SpanRecord& span : *spans) {
                    span.startNs += shift;
                    span.endNs += shift;
                }
        }
        return frames;
    }
    plan::Timeline timeline(std::int64_t shift) const
    {
        plan::Timeline timeline = m_run.timeline();
        for (auto& spans : timeline.spans)
            for (plan::Span& span : spans) {
                span.start += Nanoseconds{shift};
                span.end += Nanoseconds{shift};
            }
        timeline.makespan += Nanoseconds{shift};
        return timeline;
    }

private:
    FakeRun m_run{kShape};
};

void feed(StepAssembler& assembler, const std::vector<Frame>& frames)
{
    for (const Frame& frame : frames)
        assembler.add(frame);
}

TEST(StepAssembler, OneReplicaMakesTheTimelineAndAllMustEndTheStep)
{
    const World world;
    for (const int shown : {0, 1, 2, 7, -1}) { // the last two: none such, so 0
        StepAssembler assembler(shown);
        assembler.add(world.hello());
        const int taken = shown == 1 || shown == 2 ? shown : 0;
        ASSERT_TRUE(assembler.info());
        EXPECT_EQ(assembler.info()->world, 12);
        EXPECT_EQ(assembler.info()->replicas(), 3);
        EXPECT_EQ(assembler.info()->replica, taken);
        for (const int replica : {2, 0}) {
            feed(assembler, world.step(0, replica, replica * 10));
            EXPECT_TRUE(assembler.takeFinished().empty()) << "after replica " << replica;
        }
        feed(assembler, world.step(0, 1, 10));
        const auto steps = assembler.takeFinished();
        ASSERT_EQ(steps.size(), 1u);
        EXPECT_TRUE(steps[0].whole());
        EXPECT_EQ(steps[0].timeline, world.timeline(taken * 10));
        EXPECT_EQ(assembler.rejected(), 0u);
    }
}

TEST(StepAssembler, AReplicaThatNeverEndsHoldsUpOnlyAFewSteps)
{
    const World world;
    StepAssembler assembler;
    assembler.add(world.hello());
    for (int number = 0; number < 12; ++number)
        for (const int replica : {0, 1})
            feed(assembler, world.step(number, replica));
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 12 - StepAssembler::kMaxOpenSteps);
    EXPECT_FALSE(steps[0].ended);
    EXPECT_EQ(steps[0].timeline, world.timeline(0));
}

TEST(StepAssembler, AWorldThatIsNoMultipleOfThePipelineIsRejected)
{
    Frame frame = FakeRun(kShape).hello();
    std::get<Hello>(frame.body).ranks = 7;
    StepAssembler assembler;
    assembler.add(frame);
    EXPECT_FALSE(assembler.info());
    EXPECT_EQ(assembler.rejected(), 1u);
}

TEST(StepAssembler, AStepKnowsWhatItCameToAndWhatWasCompared)
{
    const World world;
    StepAssembler assembler;
    assembler.add(world.hello());
    const auto frame = [](std::uint32_t rank, Frame::Body body) {
        Frame made{{}, std::move(body)};
        made.header.rank = rank;
        return made;
    };
    const TrainingStep came{.loss = 2.5, .gradientNorm = 0.25, .tokens = 128, .step = 0};
    assembler.add(frame(0, std::vector{came}));
    assembler.add(frame(3, std::vector{came})); // only rank 0 may say so
    assembler.add(frame(4, std::vector{CheckRecord{.compared = 5, .different = 1, .step = 0}}));
    assembler.add(frame(
        4,
        std::vector{CheckRecord{
            .compared = 1, .different = 1, .step = 0, .stage = 1, .microbatch = 2}}));
    assembler.add(frame(99, std::vector{CheckRecord{.compared = 5, .step = 0}}));
    for (int replica = 0; replica < World::kReplicas; ++replica)
        feed(assembler, world.step(0, replica));
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 1u);
    ASSERT_TRUE(steps[0].training);
    EXPECT_EQ(steps[0].training->tokens, 128u);
    ASSERT_EQ(steps[0].checks.size(), 2u);
    EXPECT_EQ(steps[0].checks[1].rank, 4);
    EXPECT_EQ(steps[0].checks[1].record.microbatch, 2);
    EXPECT_EQ(assembler.rejected(), 2u);
}

TEST(StepAssembler, WhatStandsInsideAndBesideTheOpsIsNoOp)
{
    const FakeRun run({.ranks = 1, .microbatches = 2});
    StepAssembler assembler;
    assembler.add(run.hello());
    assembler.add(run.begin(0, 0));
    Frame frame = run.spans(0, 0);
    auto& spans = std::get<std::vector<SpanRecord>>(frame.body);
    SpanRecord inside = spans[0];
    inside.kind = SpanKind::Collective;
    inside.flags = groupFlags(CollectiveGroup::Tensor);
    SpanRecord again = spans[0];
    again.flags = kFlagRerun;
    SpanRecord beside = inside;
    beside.microbatch = -1;
    for (const SpanRecord& extra : {inside, again, beside})
        spans.push_back(extra);
    const auto count = spans.size();
    assembler.add(frame);
    Frame end = run.end(0, 0);
    std::get<std::vector<StepMark>>(end.body)[0].spans = std::uint32_t(count);
    assembler.add(end);
    const auto steps = assembler.takeFinished();
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_TRUE(steps[0].whole());
    EXPECT_EQ(steps[0].timeline.spans, run.timeline().spans);
    ASSERT_EQ(steps[0].timeline.parts.size(), 1u);
    EXPECT_EQ(steps[0].timeline.parts[0].size(), 1u);
    ASSERT_EQ(steps[0].inner.size(), 1u);
    EXPECT_EQ(steps[0].inner[0][0].group, CollectiveGroup::Tensor);
    EXPECT_EQ(steps[0].reruns.size(), 1u);
    EXPECT_EQ(steps[0].reductions.size(), 1u);
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

} // namespace
} // namespace measured::test
