#include "engine/measured/rank_work.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace measured::test {
namespace {

using plan::Part;
using telemetry::CollectiveGroup;
using telemetry::SpanKind;
using telemetry::SpanRecord;

constexpr std::int64_t kZero = 1'000'000;

SpanRecord record(SpanKind kind, std::int64_t start, std::int64_t end, int stage = 0,
                  int microbatch = 0, std::uint16_t flags = 0)
{
    return {.startNs = kZero + start,
            .endNs = kZero + end,
            .stage = stage,
            .microbatch = microbatch,
            .kind = kind,
            .flags = flags};
}

Part collective(int start, int end)
{
    return {Nanoseconds{start}, Nanoseconds{end}, Part::Kind::Collective};
}
Part recompute(int start, int end)
{
    return {Nanoseconds{start}, Nanoseconds{end}, Part::Kind::Recompute};
}

TEST(RankWork, ACollectiveInsideARecomputationIsCutOutOfIt)
{
    const auto tensor = telemetry::groupFlags(CollectiveGroup::Tensor);
    const RankWork work
        = workOf({record(SpanKind::Recompute, 100, 160),
                  record(SpanKind::Collective, 120, 130, 0, 0, tensor),
                  record(SpanKind::Collective, 170, 180, 0, 0, tensor),
                  record(SpanKind::Backward, 100, 200), record(SpanKind::Forward, 0, 50)},
                 kZero);
    EXPECT_EQ(work.parts,
              (std::vector{recompute(100, 120), collective(120, 130), recompute(130, 160),
                           collective(170, 180)}));
    ASSERT_EQ(work.inner.size(), 3u);
    EXPECT_EQ(work.inner[0].op, plan::backward(0, 0));
    EXPECT_EQ(work.inner[0].part, recompute(100, 160)); // as recorded
    EXPECT_EQ(work.inner[1].group, CollectiveGroup::Tensor);
    EXPECT_EQ(work.clamped, 0u);
    ASSERT_EQ(work.spans.size(), 2u);
    EXPECT_EQ(work.spans[0].op, plan::forward(0, 0));
}

TEST(RankWork, PartsAreCutToTheirOpAndCounted)
{
    const RankWork work = workOf(
        {record(SpanKind::Forward, 10, 50), record(SpanKind::Collective, 5, 20),
         record(SpanKind::Collective, 45, 60), record(SpanKind::Collective, 20, 30), // fits
         record(SpanKind::Collective, 20, 30, 0, 1),   // of no op here
         record(SpanKind::Recompute, 200, 210, 0, 0)}, // nor this one
        kZero);
    EXPECT_EQ(work.parts,
              (std::vector{collective(10, 20), collective(20, 30), collective(45, 50)}));
    EXPECT_EQ(work.clamped, 4u);
}

TEST(RankWork, ASecondRunIsNoOpAndAReductionBesideTheOpsNoPart)
{
    const auto data = telemetry::groupFlags(CollectiveGroup::Data);
    const RankWork work = workOf({record(SpanKind::Forward, 0, 50),
                                  record(SpanKind::Forward, 60, 110, 0, 0, telemetry::kFlagRerun),
                                  record(SpanKind::Collective, 20, 90, 1, -1, data)},
                                 kZero);
    EXPECT_EQ(work.spans.size(), 1u);
    ASSERT_EQ(work.reruns.size(), 1u);
    EXPECT_EQ(work.reruns[0].start, Nanoseconds{60});
    EXPECT_EQ(work.reductions,
              (std::vector{
                  ReductionSpan{1, Nanoseconds{20}, Nanoseconds{90}, CollectiveGroup::Data, 0}}));
    EXPECT_TRUE(work.parts.empty());
    EXPECT_FALSE(work.tail);
    EXPECT_EQ(work.lateness.size(), 1u);
}

TEST(RankWork, WhatIsGatheredAfterTheUpdateIsAPartOfTheOptimizer)
{
    const RankWork work = workOf(
        {record(SpanKind::Forward, 0, 50), record(SpanKind::Collective, 60, 70, -1, -1),
         record(SpanKind::Collective, 75, 80, -1, -1), record(SpanKind::Optimizer, 80, 100, -1, -1),
         record(SpanKind::Collective, 100, 130, -1, -1)},
        kZero);
    ASSERT_TRUE(work.tail);
    EXPECT_EQ(*work.tail, (plan::Tail{Nanoseconds{60}, Nanoseconds{80}, Nanoseconds{130}}));
    EXPECT_EQ(work.parts, (std::vector{collective(100, 130)}));
    EXPECT_EQ(work.clamped, 0u);
}

TEST(RankWork, OnlyOpsNeedAStageAndAMicrobatch)
{
    EXPECT_TRUE(hasPlace(record(SpanKind::Forward, 0, 1, 3, 7), 4, 8));
    EXPECT_FALSE(hasPlace(record(SpanKind::Forward, 0, 1, 4, 7), 4, 8));
    EXPECT_FALSE(hasPlace(record(SpanKind::Forward, 0, 1, 3, -1), 4, 8));
    EXPECT_TRUE(hasPlace(record(SpanKind::Collective, 0, 1, 3, -1), 4, 8));
    EXPECT_TRUE(hasPlace(record(SpanKind::Optimizer, 0, 1, -1, -1), 4, 8));
    EXPECT_FALSE(hasPlace(record(SpanKind::Collective, 0, 1, 4, -1), 4, 8));
    EXPECT_FALSE(hasPlace(record(SpanKind::Collective, 0, 1, 0, 8), 4, 8));
}

// Parts are sorted, disjoint and inside an op or the tail, whatever was recorded.
RC_GTEST_PROP(RankWorkProperty, PartsFitTheirOps, ())
{
    std::vector<SpanRecord> records;
    std::int64_t at = 0;
    const int ops = *rc::gen::inRange(0, 6);
    for (int i = 0; i < ops; ++i) {
        const std::int64_t start = at + *rc::gen::inRange(0, 50);
        at = start + *rc::gen::inRange(0, 100);
        records.push_back(record(SpanKind(i % 2), start, at, 0, i / 2));
    }
    const int inner = *rc::gen::inRange(0, 20);
    for (int i = 0; i < inner; ++i) {
        const std::int64_t start = *rc::gen::inRange(-20, 600);
        const auto kind
            = *rc::gen::element(SpanKind::Collective, SpanKind::Recompute, SpanKind::Optimizer);
        const int microbatch = *rc::gen::inRange(-1, 3);
        records.push_back(record(kind, start, start + *rc::gen::inRange(0, 60),
                                 microbatch < 0 ? -1 : 0, microbatch));
    }
    const RankWork work = workOf(records, kZero);
    Nanoseconds free{-1'000'000};
    for (const Part& part : work.parts) {
        RC_ASSERT(part.start >= free && part.start < part.end);
        free = part.end;
        const bool inTail
            = work.tail && part.start >= work.tail->optimizerBegin && part.end <= work.tail->end;
        const bool inOp
            = std::any_of(work.spans.begin(), work.spans.end(), [&](const plan::Span& span) {
                  return part.start >= span.start && part.end <= span.end;
              });
        RC_ASSERT(inTail || inOp);
    }
    if (work.tail)
        RC_ASSERT(work.tail->begin <= work.tail->optimizerBegin
                  && work.tail->optimizerBegin <= work.tail->end);
}

} // namespace
} // namespace measured::test
