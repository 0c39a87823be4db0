#include "engine/measured/stalls.h"

#include <gtest/gtest.h>

namespace measured {
namespace {

using namespace std::chrono_literals;

void addOp(Step& step, std::size_t rank, int microbatch, Nanoseconds lasts)
{
    auto& spans = step.timeline.spans[rank];
    const Nanoseconds start = spans.empty() ? 0ns : spans.back().end;
    spans.push_back({{0, plan::OpKind::Forward, microbatch}, start, start + lasts});
    step.timeline.makespan = std::max(step.timeline.makespan, start + lasts);
}

TEST(Stalls, AnOpThatOnceTookFarLongerThanUsual)
{
    Step step;
    step.number = 7;
    step.timeline.spans.resize(1);
    for (const Nanoseconds lasts : {10us, 11us, 30us, 9us, 10us})
        addOp(step, 0, static_cast<int>(step.timeline.spans[0].size()), lasts);
    const auto stalls = stallsOf({step});
    ASSERT_EQ(stalls.size(), 1U);
    EXPECT_EQ(stalls[0].step, 7);
    EXPECT_EQ(stalls[0].span.op.microbatch, 2);
    EXPECT_EQ(stalls[0].usual, 10us);
    EXPECT_EQ(stalls[0].excess(), 20us);
}

// Under two directions a stage stands on two ranks. The second one's device is slow, always.
TEST(Stalls, ASlowCopyOfAStageIsNone)
{
    Step step;
    step.timeline.spans.resize(2);
    for (const int microbatch : {0, 1, 2})
        addOp(step, 0, microbatch, 10us);
    for (const int microbatch : {3, 4})
        addOp(step, 1, microbatch, 25us);
    EXPECT_TRUE(stallsOf({step}).empty());
}

} // namespace
} // namespace measured
