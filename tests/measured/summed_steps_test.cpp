// Steps of ranks of which some send nothing but a summary.

#include "engine/measured/step_idle.h"
#include "engine/plan/metrics.h"
#include "telemetry/step_tally.h"
#include "tests/measured/fake_run.h"

#include <gtest/gtest.h>

namespace measured::test {
namespace {

constexpr int kTwoReplicas = 2;

// A step ends in a reduction and an optimizer.
plan::Costs endingCosts()
{
    plan::Costs costs = plan::Costs::unit();
    costs.gradientReduction = Nanoseconds{400};
    costs.optimizer = Nanoseconds{700};
    return costs;
}

class Summed : public testing::Test {
protected:
    enum class Sends { Ops, OpsAndSum, Sum, NothingButMarks };

    Frame hello() const
    {
        Frame frame = run.hello();
        std::get<Hello>(frame.body).ranks *= kTwoReplicas;
        return frame;
    }

    // What one rank of the world sends of a step.
    std::vector<Frame> rankStep(int place, int replica, int number, Sends sends) const
    {
        const Frame spans = run.spans(place, number);
        Frame begin = run.begin(place, number);
        Frame end = run.end(place, number);
        auto& first = std::get<std::vector<StepMark>>(begin.body).front();
        auto& last = std::get<std::vector<StepMark>>(end.body).front();
        const bool isSummed = sends == Sends::Sum || sends == Sends::NothingButMarks;
        if (sends != Sends::Ops)
            first.detail = last.detail = detailMark(isSummed ? DetailLevel::Step : DetailLevel::Op);
        StepTally tally;
        tally.begin(number, first.timeNs);
        for (const SpanRecord& span : std::get<std::vector<SpanRecord>>(spans.body))
            tally.add(span);
        if (isSummed)
            last.spans = 0;
        std::vector<Frame> frames{begin};
        if (!isSummed)
            frames.push_back(spans);
        if (sends == Sends::Sum || sends == Sends::OpsAndSum)
            frames.push_back({spans.header, std::vector{tally.finish(last.timeNs)}});
        frames.push_back(end);
        for (Frame& frame : frames)
            frame.header.rank = std::uint32_t(place * kTwoReplicas + replica);
        return frames;
    }

    void feed(int number, Sends first, Sends second)
    {
        for (int place = 0; place < kShape.ranks; ++place)
            for (int replica = 0; replica < kTwoReplicas; ++replica)
                for (const Frame& frame :
                     rankStep(place, replica, number, replica == 0 ? first : second))
                    assembler.add(frame);
    }

    Step only()
    {
        auto steps = assembler.takeFinished();
        EXPECT_EQ(steps.size(), 1u);
        EXPECT_EQ(assembler.rejected(), 0u);
        return steps.empty() ? Step{} : std::move(steps.front());
    }

    FakeRun run{kShape, endingCosts()};
    StepAssembler assembler;
};

TEST_F(Summed, OtherReplicasThatSendSumsLackNothing)
{
    assembler.add(hello());
    feed(0, Sends::OpsAndSum, Sends::Sum);
    const Step step = only();
    EXPECT_TRUE(step.whole());
    EXPECT_EQ(step.timeline, run.timeline());
    EXPECT_TRUE(step.summed.empty());
    EXPECT_TRUE(step.peers.empty());
}

// The definition of a summary and that of a timeline are one.
TEST_F(Summed, ASummaryIsWhatTheOpsOfItsStepSumTo)
{
    assembler.add(hello());
    feed(0, Sends::OpsAndSum, Sends::Sum);
    const Step step = only();
    ASSERT_EQ(step.summaries.size(), std::size_t(kShape.ranks));
    for (std::size_t rank = 0; rank < step.summaries.size(); ++rank) {
        ASSERT_TRUE(step.summaries[rank]) << rank;
        const StepSummary& sum = *step.summaries[rank];
        Nanoseconds forward{0};
        Nanoseconds backward{0};
        for (const plan::Span& span : step.timeline.spans[rank])
            (span.op.kind == plan::OpKind::Forward ? forward : backward) += span.end - span.start;
        EXPECT_EQ(sum.forwardNs, forward.count());
        EXPECT_EQ(sum.backwardNs, backward.count());
        EXPECT_EQ(sum.ops, step.timeline.spans[rank].size());
        const plan::Tail& tail = step.timeline.tails[rank];
        EXPECT_EQ(sum.tailNs - sum.beginNs, tail.begin.count());
        EXPECT_EQ(sum.optimizerNs - sum.beginNs, tail.optimizerBegin.count());
        EXPECT_EQ(sum.tailEndNs - sum.beginNs, tail.end.count());
        EXPECT_EQ(Nanoseconds{opsNs(sum) + sum.tailEndNs - sum.tailNs},
                  plan::busyTime(step.timeline, rank));
        EXPECT_EQ(computingNs(sum) + communicatingNs(sum) + idleNs(sum), sum.endNs - sum.beginNs);
    }
}

TEST_F(Summed, AReplicaOfSumsHasTheNumbersOfItsOps)
{
    assembler = StepAssembler(1);
    assembler.add(hello());
    feed(0, Sends::OpsAndSum, Sends::Sum);
    const Step step = only();
    EXPECT_TRUE(step.complete());
    EXPECT_FALSE(step.whole()) << "its ops are not there";
    EXPECT_EQ(step.lost, 0u);
    EXPECT_EQ(step.summed, std::vector<std::uint8_t>(kShape.ranks, 1));
    EXPECT_EQ(step.timeline.tails, run.timeline().tails);
    EXPECT_EQ(step.timeline.makespan, run.timeline().makespan);
    for (std::size_t rank = 0; rank < step.summed.size(); ++rank) {
        EXPECT_TRUE(step.timeline.spans[rank].empty());
        EXPECT_EQ(busyTime(step, rank), plan::busyTime(run.timeline(), rank));
    }
    EXPECT_DOUBLE_EQ(bubbleFraction(step), plan::bubbleFraction(run.timeline()));
    // The ops of the one that sends them are beside it.
    ASSERT_EQ(step.peers.size(), std::size_t(kShape.ranks));
    EXPECT_EQ(step.peers[2][0], run.timeline().spans[2]);
    EXPECT_TRUE(step.peers[2][1].empty());
}

TEST_F(Summed, OneRankOfAReplicaMaySendMore)
{
    assembler = StepAssembler(1);
    assembler.add(hello());
    for (int place = 0; place < kShape.ranks; ++place)
        for (int replica = 0; replica < kTwoReplicas; ++replica)
            for (const Frame& frame :
                 rankStep(place, replica, 0, place == 2 ? Sends::OpsAndSum : Sends::Sum))
                assembler.add(frame);
    const Step step = only();
    EXPECT_TRUE(step.complete());
    EXPECT_EQ(step.summed, (std::vector<std::uint8_t>{1, 1, 0, 1}));
    EXPECT_EQ(step.timeline.spans[2], run.timeline().spans[2]);
    EXPECT_DOUBLE_EQ(bubbleFraction(step), plan::bubbleFraction(run.timeline()));
}

TEST_F(Summed, ASummaryThatIsLostIsCountedAndHoldsNothingUp)
{
    assembler = StepAssembler(1);
    assembler.add(hello());
    feed(0, Sends::OpsAndSum, Sends::NothingButMarks);
    EXPECT_FALSE(assembler.hasFinished());
    const auto underWay = assembler.current();
    ASSERT_TRUE(underWay);
    EXPECT_TRUE(underWay->isSummed(0));
    assembler.close();
    const Step step = only();
    EXPECT_TRUE(step.ended);
    EXPECT_EQ(step.lost, std::uint64_t(kShape.ranks));
    EXPECT_FALSE(step.complete());
}

TEST_F(Summed, RecordingsOfBeforeThereWereSumsAreWhole)
{
    assembler.add(hello());
    feed(0, Sends::Ops, Sends::Ops);
    const Step step = only();
    EXPECT_TRUE(step.whole());
    EXPECT_TRUE(step.summaries.empty());
    EXPECT_TRUE(step.summed.empty());
}

TEST_F(Summed, WhatLiesADayAwayIsNoSummary)
{
    assembler.add(hello());
    StepSummary far{.beginNs = 5, .endNs = kMaxTimeNs - 1, .step = 0};
    far.tailNs = far.optimizerNs = far.tailEndNs = 5;
    assembler.add({{}, std::vector{far}});
    far = {.beginNs = 5, .endNs = 9, .forwardNs = kMaxTimeNs - 1, .step = 0};
    assembler.add({{}, std::vector{far}});
    EXPECT_EQ(assembler.rejected(), 2u);
}

} // namespace
} // namespace measured::test
