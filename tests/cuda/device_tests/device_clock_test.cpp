#include "engine/runtime/cuda/device_clock.h"

#include <rapidcheck/gtest.h>

#include <cmath>

namespace gpu {
namespace {

using namespace std::chrono_literals;

Anchor anchor(Nanoseconds earliest, Nanoseconds latest, Nanoseconds device)
{
    return {.earliest = earliest, .latest = latest, .device = device};
}

TEST(DeviceClock, LiesInTheMiddleOfWhatTheHostKnows)
{
    DeviceClock clock;
    clock.add(anchor(100us, 110us, 5ms));
    EXPECT_EQ(clock.toHost(5ms), 105us);
    EXPECT_EQ(clock.toHost(6ms), 1105us);
    EXPECT_EQ(clock.toHost(4ms), -895us) << "before the anchor, too";
}

// The rate of two anchors that lie close together would be that of their widths.
TEST(DeviceClock, TakesTheTightestOfSomeLooks)
{
    std::vector<Anchor> looks{{0us, 400us, 1us},
                              {500us, 520us, 2us},
                              {600us, 900us, 3us},
                              {1000us, 1010us, 4us},
                              {1100us, 1101us, 5us}};
    std::size_t next = 0;
    const auto look = [&]() -> std::optional<Anchor> { return looks.at(next++); };
    EXPECT_EQ(tightest(look)->device, Nanoseconds(4us)); // which is tight enough
    EXPECT_EQ(next, 4U);
    next = 0;
    looks[3].latest = looks[4].latest = 2000us;
    EXPECT_EQ(tightest(look)->device, Nanoseconds(2us));
    EXPECT_EQ(next, 5U);
    EXPECT_FALSE(tightest([] { return std::optional<Anchor>(); })); // it does not answer
}

TEST(DeviceClock, GoesAsFastAsTheHostUntilItsAnchorsLieFarApart)
{
    DeviceClock clock;
    clock.add(anchor(0us, 10us, 0ms));
    clock.add(anchor(1000us, 1400us, 1ms));
    EXPECT_EQ(clock.rate(), 1);
    clock.add(anchor(1'000'100us, 1'000'100us, 1s));
    EXPECT_NEAR(clock.rate(), 1 + 95e-6, 1e-12);
}

TEST(DeviceClock, BelievesNoHostThatJumps)
{
    DeviceClock clock;
    clock.add(anchor(0s, 0s, 0s));
    clock.add(anchor(100s, 100s, 2s)); // suspended
    EXPECT_LE(std::abs(clock.rate() - 1), 1e-3);
}

// Whatever the clocks' offset and drift, and however wide the host's looks are.
RC_GTEST_PROP(DeviceClock, IsOffByNoMoreThanHalfOfTheLastAnchor, ())
{
    const double rate = 1 + *rc::gen::inRange(-50, 50) * 1e-6;
    const auto offset = *rc::gen::inRange<std::int64_t>(-1'000'000'000'000, 1'000'000'000'000);
    const auto hostOf = [&](std::int64_t device) {
        return Nanoseconds(offset + std::llround(rate * static_cast<double>(device)));
    };
    DeviceClock clock;
    std::int64_t device = 0;
    Nanoseconds half{};
    for (int step = 0; step < 20; ++step) {
        const Nanoseconds before(*rc::gen::inRange(0, 5000));
        const Nanoseconds after(*rc::gen::inRange(0, 5000));
        clock.add(anchor(hostOf(device) - before, hostOf(device) + after, Nanoseconds(device)));
        half = (before + after) / 2;
        // Within the step: what the rate may be off by adds little to half of the width.
        const std::int64_t asked = device + *rc::gen::inRange(0, 500'000'000);
        const double rateError = std::abs(clock.rate() - rate);
        const auto slack
            = Nanoseconds(2 + std::llround(rateError * static_cast<double>(asked - device)));
        const Nanoseconds error = clock.toHost(Nanoseconds(asked)) - hostOf(asked);
        RC_ASSERT(std::chrono::abs(error) <= half + slack);
        if (device > 1'000'000'000) // the widths over the baseline
            RC_ASSERT(rateError <= 1.01 * 10'000 / static_cast<double>(device));
        device += 500'000'000;
    }
}

} // namespace
} // namespace gpu
