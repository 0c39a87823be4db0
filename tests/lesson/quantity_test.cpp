#include "engine/lesson/quantity.h"

#include <gtest/gtest.h>

namespace lesson::test {
namespace {

using namespace std::chrono_literals;

constexpr plan::Nanoseconds kFiveMs = 5ms;

TEST(Quantity, IsWrittenInTheUnitOfTheLesson)
{
    EXPECT_EQ(toText(time(165ms), Unit::U, kFiveMs), "33 u");
    EXPECT_EQ(toText(time(165ms), Unit::Milliseconds, kFiveMs), "165 ms");
    EXPECT_EQ(toText(time(165ms), Unit::Seconds, {}), "0.17 s");
    EXPECT_EQ(toText(share(3.0 / 11), Unit::Percent, {}), "27.27 %");
    EXPECT_EQ(toText(memory(3.5 * 1073741824), Unit::GiB, {}), "3.5 GiB");
    EXPECT_EQ(toText(count(5.5), Unit::None, {}), "5.5");
    EXPECT_EQ(toText(rate(33102.4), Unit::TokensPerSecond, {}), "33102 tokens/s");
    EXPECT_EQ(toText(loss(0.998), Unit::None, {}), "0.9980");
    EXPECT_EQ(toText(truth(true), Unit::None, {}), "yes");
    EXPECT_EQ(toText(word("1B0"), Unit::None, {}), "1B0");
    EXPECT_EQ(usualUnit(Dimension::Time, kFiveMs), Unit::U);
    EXPECT_EQ(usualUnit(Dimension::Time, {}), Unit::Seconds);
}

TEST(Quantity, ANumberWithoutAPointIsExactAndOneWithOneIsRounded)
{
    const auto is = [](const Quantity& quantity, const char* text) {
        const auto literal = literalOf(text);
        EXPECT_TRUE(literal) << text;
        return literal && equals(quantity, *literal, kFiveMs);
    };
    EXPECT_TRUE(is(time(165ms), "33 u"));
    EXPECT_FALSE(is(time(166ms), "33 u"));
    EXPECT_TRUE(is(time(166ms), "33.2 u"));
    EXPECT_TRUE(is(share(0.27272727), "27.27 %"));
    EXPECT_TRUE(is(share(0.27272727), "27.3 %"));
    EXPECT_FALSE(is(share(0.27272727), "27 %"));
    EXPECT_FALSE(is(share(0.27272727), "27.28 %"));
    EXPECT_TRUE(is(share(0.1 + 0.2), "30 %")); // the last bits do not count
}

TEST(Quantity, WhatIsNoNumberIsTold)
{
    for (const char* text : {"", "u", "33u", "33 uu", "-1 u", "3,5 u", ".5 u", "5. u", "1e3 u",
                             "33  u", "33 u ", "1234567890123456789", "0x10", "nan"})
        EXPECT_FALSE(literalOf(text)) << text;
    EXPECT_EQ(literalOf("33 uu").error().message,
              "is no number: '33 uu'; write 33 u, 27.27 %, 165 ms, 30.6 GiB or 8");
}

TEST(Quantity, AUnitFitsWhatItMeasures)
{
    EXPECT_TRUE(fits(Unit::U, Dimension::Time));
    EXPECT_TRUE(fits(Unit::Points, Dimension::Share));
    EXPECT_FALSE(fits(Unit::Percent, Dimension::Time));
    EXPECT_FALSE(fits(Unit::U, Dimension::Count));
    EXPECT_TRUE(fits(Unit::None, Dimension::Count));
    EXPECT_FALSE(fits(Unit::GiB, Dimension::Word));
}

} // namespace
} // namespace lesson::test
