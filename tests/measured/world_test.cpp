// Runs of a world that is larger than its pipeline, and what their steps know beside the ops.

#include "tests/measured/fake_run.h"

#include "telemetry/text.h"

#include <gtest/gtest.h>

namespace measured::test {
namespace {

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
        // The ops of the others are beside it.
        ASSERT_EQ(steps[0].peers.size(), steps[0].timeline.spans.size());
        for (std::size_t place = 0; place < steps[0].peers.size(); ++place)
            for (int replica = 0; replica < World::kReplicas; ++replica)
                EXPECT_EQ(steps[0].peers[place][std::size_t(replica)],
                          replica == taken ? std::vector<plan::Span>{}
                                           : world.timeline(replica * 10).spans[place]);
    }
}

// What is handed out of `count` steps of this length, of which a third of the ranks says nothing.
std::vector<Step> givenUp(const World& world, int count, std::chrono::milliseconds length)
{
    StepAssembler assembler;
    assembler.add(world.hello());
    for (int number = 0; number < count; ++number)
        for (const int replica : {0, 1})
            feed(assembler, delayed(world.step(number, replica), number * length));
    return assembler.takeFinished();
}

TEST(StepAssembler, AReplicaThatNeverEndsHoldsUpOnlyAFewSteps)
{
    const World world;
    const auto steps = givenUp(world, 12, std::chrono::milliseconds{400});
    ASSERT_EQ(steps.size(), 12 - StepAssembler::kFewOpenSteps);
    EXPECT_FALSE(steps[0].ended);
    EXPECT_EQ(steps[0].timeline, world.timeline(0));
}

TEST(StepAssembler, ShortStepsAreWaitedForUntilTheyAreTooMany)
{
    const World world;
    // Of 50 ms: 21 begin within the patience.
    EXPECT_EQ(givenUp(world, 20, std::chrono::milliseconds{50}).size(), 0u);
    EXPECT_EQ(givenUp(world, 24, std::chrono::milliseconds{50}).size(), 4u);
    const int most = int(StepAssembler::kMaxOpenSteps);
    EXPECT_EQ(givenUp(world, most, std::chrono::milliseconds{1}).size(), 0u);
    EXPECT_EQ(givenUp(world, most + 3, std::chrono::milliseconds{1}).size(), 3u);
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
    assembler.add(
        frame(4,
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

TEST(StepAssembler, AStepKnowsTheScheduleItFollows)
{
    const World world;
    StepAssembler assembler;
    assembler.add(world.hello());
    const auto from = [&](std::uint32_t rank, int step, const char* name) {
        telemetry::ScheduleRecord record{.step = step};
        telemetry::copyText(record.name, name);
        Frame frame{{}, std::vector{record}};
        frame.header.rank = rank;
        assembler.add(frame);
    };
    from(3, 0, "zb-v"); // only rank 0 may say so
    const auto steps = [&](int first, int end) {
        std::string names;
        for (int number = first; number < end; ++number) {
            for (int replica = 0; replica < World::kReplicas; ++replica)
                feed(assembler, world.step(number, replica));
            for (const Step& step : assembler.takeFinished())
                names += step.schedule.name + ' ';
        }
        return names;
    };
    EXPECT_EQ(assembler.schedule().name, assembler.info()->schedule);
    const std::string first = assembler.info()->schedule + ' ';
    EXPECT_EQ(steps(0, 2), first + first);
    from(0, 3, "gpipe");
    from(0, 5, "zb-h1");
    from(0, 5, "1f1b"); // before that step it was changed again
    EXPECT_EQ(assembler.schedule(), (FollowedSchedule{"1f1b", true}));
    EXPECT_EQ(steps(2, 7), first + "gpipe gpipe 1f1b 1f1b ");
    EXPECT_EQ(assembler.rejected(), 1u);
    for (std::size_t i = 0; i < 2 * StepAssembler::kMaxSchedules; ++i)
        from(0, 100 + int(i), "gpipe");
    EXPECT_GT(assembler.rejected(), StepAssembler::kMaxSchedules);
    EXPECT_EQ(steps(7, 8), "1f1b ");
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

} // namespace
} // namespace measured::test
