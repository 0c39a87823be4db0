// Which step times are told apart, by intervals and of variants.

#include "engine/strategy/estimate/equal_estimates.h"

#include <gtest/gtest.h>

#include <optional>

namespace strategy {
namespace {

struct Timed {
    double stepSeconds = 0;
    double tokensPerSecond = 0;
    std::optional<Interval> interval{};
};

// A step of so many tokens, with an interval of 10 % to both sides.
Timed timed(double seconds, double tokens)
{
    return {seconds, tokens / seconds, Interval{0.9 * seconds, 1.1 * seconds}};
}

TEST(EqualEstimates, AreThoseWhoseIntervalsOverlap)
{
    const Timed one = timed(1, 1000);
    EXPECT_TRUE(areEqual(one, timed(1.2, 1000)));
    EXPECT_TRUE(areEqual(timed(1.2, 1000), one));
    EXPECT_FALSE(areEqual(one, timed(1.25, 1000))); // from 1.125, and the other ends at 1.1
    EXPECT_FALSE(areEqual(timed(1.25, 1000), one));
    EXPECT_FALSE(areEqual(one, one));
    const Timed same = one;
    EXPECT_TRUE(areEqual(one, same));
}

// A step of twice the batch takes twice as long, and trains as fast.
TEST(EqualEstimates, HoldTimesOfATokenAgainstEachOther)
{
    EXPECT_TRUE(areEqual(timed(1, 1000), timed(2, 2000)));
    EXPECT_FALSE(areEqual(timed(1, 1000), timed(1, 2000)));
}

TEST(EqualEstimates, OfGivenCostsAreNone)
{
    Timed given = timed(1, 1000);
    given.interval.reset();
    EXPECT_FALSE(areEqual(given, timed(1, 1000)));
    EXPECT_FALSE(areEqual(timed(1, 1000), given));
    EXPECT_FALSE(areEqualVariants(given, timed(1, 1000)));
    EXPECT_FALSE(areEqualVariants(timed(1, 1000), given));
}

// However far their intervals reach.
TEST(EqualEstimates, OfVariantsAreThoseBelowWhichNoOrderWasChecked)
{
    const Timed one = timed(1, 1000);
    EXPECT_TRUE(areEqualVariants(one, timed(1.04, 1000)));
    EXPECT_TRUE(areEqualVariants(timed(1.04, 1000), one));
    EXPECT_TRUE(areEqualVariants(one, timed(2.08, 2000)));
    EXPECT_TRUE(areEqual(one, timed(1.06, 1000)));
    EXPECT_FALSE(areEqualVariants(one, timed(1.06, 1000)));
    EXPECT_FALSE(areEqualVariants(timed(1.06, 1000), one));
    EXPECT_FALSE(areEqualVariants(one, one));
}

} // namespace
} // namespace strategy
