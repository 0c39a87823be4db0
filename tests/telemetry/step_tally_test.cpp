#include "telemetry/step_tally.h"

#include <gtest/gtest.h>

namespace telemetry::test {
namespace {

SpanRecord op(SpanKind kind, std::int64_t start, std::int64_t end)
{
    return {.startNs = start, .endNs = end, .step = 2, .stage = 0, .microbatch = 1, .kind = kind};
}

SpanRecord beside(SpanKind kind, std::int64_t start, std::int64_t end, int stage)
{
    SpanRecord span = op(kind, start, end);
    span.stage = stage;
    span.microbatch = -1;
    return span;
}

TEST(StepTally, EveryNanosecondIsWorkCommunicationOrIdle)
{
    StepTally tally;
    tally.begin(2, 1000);
    tally.add(op(SpanKind::Receive, 1000, 1010));
    tally.add(op(SpanKind::Forward, 1010, 1110));
    tally.add(op(SpanKind::Collective, 1050, 1080)); // within the forward
    tally.add(op(SpanKind::Send, 1110, 1115));
    tally.add(op(SpanKind::Backward, 1200, 1400));
    tally.add(op(SpanKind::Recompute, 1200, 1250));
    SpanRecord again = op(SpanKind::Forward, 1150, 1190);
    again.flags = kFlagRerun | kFlagEmulated;
    tally.add(again);
    tally.add(op(SpanKind::InputGrad, 1400, 1430));
    tally.add(op(SpanKind::WeightGrad, 1440, 1460));
    tally.add(beside(SpanKind::Collective, 1300, 1390, 0)); // of gradients, beside the ops
    tally.add(beside(SpanKind::Collective, 1470, 1500, -1));
    tally.add(beside(SpanKind::Optimizer, 1500, 1540, -1));
    tally.add(beside(SpanKind::Collective, 1510, 1550, -1)); // gathers what is sharded
    tally.held(70);
    tally.held(90);
    tally.held(80);
    const StepSummary sum = tally.finish(1600);
    EXPECT_TRUE(valid(sum));
    EXPECT_EQ(sum.step, 2);
    EXPECT_EQ(sum.beginNs, 1000);
    EXPECT_EQ(sum.endNs, 1600);
    EXPECT_EQ(sum.firstOpNs, 1010);
    EXPECT_EQ(sum.lastOpNs, 1460);
    EXPECT_EQ(sum.tailNs, 1470);
    EXPECT_EQ(sum.optimizerNs, 1500);
    EXPECT_EQ(sum.tailEndNs, 1550);
    EXPECT_EQ(sum.forwardNs, 100);
    EXPECT_EQ(sum.backwardNs, 200);
    EXPECT_EQ(sum.inputGradNs, 30);
    EXPECT_EQ(sum.weightGradNs, 20);
    EXPECT_EQ(sum.recomputeNs, 50);
    EXPECT_EQ(sum.collectiveNs, 30);
    EXPECT_EQ(sum.transferNs, 15);
    EXPECT_EQ(sum.reductionNs, 90);
    EXPECT_EQ(sum.rerunNs, 40);
    EXPECT_EQ(sum.peakBytes, 90u);
    EXPECT_EQ(sum.ops, 4u);
    EXPECT_EQ(sum.spans, 13u);
    EXPECT_EQ(sum.flags, kFlagEmulated);
    EXPECT_EQ(computingNs(sum), 350 - 30 + 50);
    EXPECT_EQ(communicatingNs(sum), 30 + 30);
    EXPECT_EQ(computingNs(sum) + communicatingNs(sum) + idleNs(sum), 600);
}

TEST(StepTally, WhatOverlapsCountsOnce)
{
    StepTally tally;
    tally.begin(2, 0);
    tally.add(op(SpanKind::Forward, 0, 100));
    tally.add(op(SpanKind::Collective, 10, 50));
    tally.add(op(SpanKind::Collective, 40, 60));  // begins within the one before
    tally.add(op(SpanKind::Collective, 90, 130)); // sticks out of its op
    tally.add(op(SpanKind::Backward, 95, 200));   // begins within the op before
    tally.add(op(SpanKind::Forward, 150, 180));   // and one that lies wholly within
    const StepSummary sum = tally.finish(150);    // before its last op has ended
    EXPECT_EQ(sum.forwardNs, 100);
    EXPECT_EQ(sum.backwardNs, 100);
    EXPECT_EQ(sum.collectiveNs, 60);
    EXPECT_EQ(sum.endNs, 200);
    EXPECT_EQ(sum.tailNs, 200);
    EXPECT_EQ(sum.tailEndNs, 200);
    EXPECT_EQ(idleNs(sum), 0);
}

TEST(StepTally, AStepBeginsAnew)
{
    StepTally tally;
    tally.begin(1, 0);
    tally.add(op(SpanKind::Forward, 0, 100));
    tally.add(beside(SpanKind::Optimizer, 100, 120, -1));
    tally.held(5);
    tally.begin(2, 500);
    const StepSummary sum = tally.finish(700);
    EXPECT_TRUE(valid(sum));
    EXPECT_EQ(sum.spans, 0u);
    EXPECT_EQ(sum.peakBytes, 0u);
    EXPECT_EQ(sum.firstOpNs, 500);
    EXPECT_EQ(sum.lastOpNs, 500);
    EXPECT_EQ(idleNs(sum), 200);
}

} // namespace
} // namespace telemetry::test
