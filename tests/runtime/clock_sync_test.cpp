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

TEST(FitDrift, OneMeasurementIsWhatItIs)
{
    const ClockOffset only{5us, 100ns, 1h};
    const ClockLine expected{only, 0};
    EXPECT_EQ(fitDrift({{only}}), expected);
    EXPECT_EQ(fitDrift({{only}}).at(2h), 5us);
}

TEST(FitDrift, RecoversTheSpeedOfAClock)
{
    for (const int ppm : {-200, -50, 50, 100, 200}) {
        std::vector<ClockOffset> measurements;
        measurements.reserve(5);
        for (int minute = 0; minute < 5; ++minute)
            measurements.push_back(
                {-3h + minute * Nanoseconds(60s) * ppm / 1'000'000, 10us, 400h + minute * 60s});
        const ClockLine line = fitDrift(measurements);
        EXPECT_EQ(line.driftPpb, ppm * 1000);
        EXPECT_EQ(line.last.at, measurements.back().at);
        EXPECT_EQ(line.last.offset, measurements.back().offset);
        EXPECT_LE(line.last.error, 10us + 2ns);
        EXPECT_EQ(line.at(400h), -3h);
    }
}

// 20 us in 1 ms would be 2 %, but is within what the measurements may err.
TEST(FitDrift, ErrorsAreNotTakenForDrift)
{
    const std::vector<ClockOffset> measurements = {{100us, 15us, 1s}, {120us, 15us, 1001ms}};
    const ClockLine line = fitDrift(measurements);
    EXPECT_EQ(line.driftPpb, 0);
    EXPECT_EQ(line.last, (ClockOffset{120us, 35us, 1001ms})); // covers the first
}

TEST(FitDrift, MeasurementsOfOneMomentAreNoLine)
{
    const std::vector<ClockOffset> measurements = {{100us, 1us, 1s}, {300us, 1us, 1s}};
    const ClockLine line = fitDrift(measurements);
    EXPECT_EQ(line.driftPpb, 0);
    EXPECT_EQ(line.last.error, 201us);
}

// Clocks 50 to 200 ppm apart, measured with errors within their bounds: the line's bound
// holds at every moment between the first measurement and the last, and grows as said after.
RC_GTEST_PROP(FitDriftProperty, TheTrueOffsetLiesWithinTheBound, ())
{
    const std::int64_t ppm = *rc::gen::inRange(50, 201) * *rc::gen::element<std::int64_t>(-1, 1);
    const Nanoseconds start{*rc::gen::inRange<std::int64_t>(-1'000'000'000'000, 1'000'000'000'000)};
    const auto trueOffset = [&](Nanoseconds at) { return start + at * ppm / 1'000'000; };
    const auto measured
        = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::tuple<int, int, int>>>(
            rc::gen::tuple(rc::gen::inRange(1, 20'000'000), rc::gen::inRange(0, 50'000),
                           rc::gen::inRange(-1000, 1001))));
    std::vector<ClockOffset> measurements;
    Nanoseconds at = 1h;
    for (const auto& [gap, bound, share] : measured) {
        at += gap * 1us;
        measurements.push_back({trueOffset(at) + Nanoseconds(std::int64_t{bound} * share / 1000),
                                Nanoseconds(bound), at});
    }
    const ClockLine line = fitDrift(measurements);
    const Nanoseconds first = measurements.front().at;
    constexpr auto kRounding = 2ns;
    for (int tenth = 0; tenth <= 10; ++tenth) {
        const Nanoseconds when = first + (at - first) * tenth / 10;
        RC_ASSERT(abs(line.at(when) - trueOffset(when)) <= line.last.error + kRounding);
    }
    if (at > first)
        RC_ASSERT(abs(line.at(at + (at - first)) - trueOffset(at + (at - first)))
                  <= 3 * line.last.error + 2 * kRounding);
    // Long enough, and the speed itself is found.
    const Nanoseconds errors = measurements.front().error + measurements.back().error;
    if (line.driftPpb != 0)
        RC_ASSERT(std::abs(line.driftPpb - ppm * 1000) * ((at - first).count() / 1e9)
                  <= 2.0 * static_cast<double>((line.last.error + kRounding).count()));
    else
        RC_ASSERT((at - first) * 40 / 1'000'000 <= 2 * errors + 2 * line.last.error);
}

} // namespace
} // namespace engine::test
