#include "engine/runtime/clock_sync.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

TEST(EstimateOffset, TakesTheShortestRoundTrip)
{
    const std::vector<RoundTrip> exchanges = {
        {1000ns, 51'300ns, 1800ns}, // 800 there and back, heavy on the way there
        {2000ns, 52'050ns, 2100ns}, // 100, even
        {3000ns, 53'020ns, 3900ns},
    };
    const ClockOffset expected{50'000ns, 50ns, 2050ns};
    EXPECT_EQ(estimateOffset(exchanges), expected);
}

TEST(EstimateOffset, WorksInBothDirections)
{
    const std::vector<RoundTrip> exchanges = {{10'000ns, 4'010ns, 10'021ns}};
    const auto estimate = estimateOffset(exchanges);
    ASSERT_TRUE(estimate);
    EXPECT_EQ(estimate->offset, -6000ns);
    EXPECT_EQ(estimate->error, 11ns); // half of 21, rounded up
}

TEST(EstimateOffset, NothingToEstimateFrom)
{
    EXPECT_EQ(estimateOffset({}), std::nullopt);
    const std::vector<RoundTrip> backwards = {{200ns, 0ns, 100ns}};
    EXPECT_EQ(estimateOffset(backwards), std::nullopt);
}

// However unevenly a message is delayed on its two ways, the bound holds.
RC_GTEST_PROP(EstimateOffsetProperty, TheTrueOffsetLiesWithinTheBound, ())
{
    const Nanoseconds offset{*rc::gen::inRange<std::int64_t>(-1'000'000'000, 1'000'000'000)};
    const auto delays = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<int, int>>>(
        rc::gen::pair(rc::gen::inRange(0, 100'000), rc::gen::inRange(0, 100'000))));
    std::vector<RoundTrip> exchanges;
    Nanoseconds now = 1s;
    for (const auto& [there, back] : delays) {
        const Nanoseconds received = now + Nanoseconds{there} + Nanoseconds{back};
        exchanges.push_back({now, now + Nanoseconds{there} + offset, received});
        now = received + 1us;
    }
    const auto estimate = estimateOffset(exchanges);
    RC_ASSERT(estimate.has_value());
    RC_ASSERT(estimate->offset - estimate->error <= offset);
    RC_ASSERT(offset <= estimate->offset + estimate->error);
}

} // namespace
} // namespace engine::test
