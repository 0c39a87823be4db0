#include "engine/lesson/condition.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace lesson::test {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 2> kTwoStates{"a", "b"};
constexpr plan::Nanoseconds kU = 5ms;

plan::Result<Quantity> answersOfTwo(const Measure& measure)
{
    const std::map<std::string, Quantity> known{
        {"a.makespan", time(165ms)}, {"b.makespan", time(330ms)}, {"a.bubble", share(3.0 / 11)},
        {"a.fits", truth(true)},     {"b.fits", truth(false)},    {"a.peak.0", count(4)}};
    const auto found = known.find(toText(measure));
    if (found == known.end())
        return plan::Error{"is not known"};
    return found->second;
}

bool isTrue(const char* text)
{
    const auto condition = conditionOf(text, kTwoStates, true);
    EXPECT_TRUE(condition) << text << ": " << (condition ? "" : condition.error().message);
    if (!condition)
        return false;
    const auto held = holds(*condition, answersOfTwo, kU);
    EXPECT_TRUE(held) << text;
    return held && *held;
}

std::string conditionError(const char* text, bool u = true)
{
    const auto condition = conditionOf(text, kTwoStates, u);
    return condition ? "none" : condition.error().message;
}

std::string whyNotOf(const char* text)
{
    return whyNot(*conditionOf(text, kTwoStates, true), answersOfTwo, kU);
}

TEST(Condition, HoldsAMeasureAgainstANumber)
{
    EXPECT_TRUE(isTrue("a.makespan = 33 u"));
    EXPECT_TRUE(isTrue("a.makespan = 165 ms"));
    EXPECT_FALSE(isTrue("a.makespan = 32 u"));
    EXPECT_TRUE(isTrue("a.makespan <= 33 u"));
    EXPECT_FALSE(isTrue("a.makespan < 33 u"));
    EXPECT_TRUE(isTrue("a.makespan >= 33 u"));
    EXPECT_FALSE(isTrue("a.makespan > 33 u"));
    EXPECT_TRUE(isTrue("a.bubble = 27.27 %"));
    EXPECT_TRUE(isTrue("a.peak.0 = 4"));
}

TEST(Condition, HoldsAMeasureAgainstAnother)
{
    EXPECT_TRUE(isTrue("b.makespan = 2 a.makespan"));
    EXPECT_TRUE(isTrue("a.makespan < b.makespan"));
    EXPECT_FALSE(isTrue("b.makespan <= 1.02 a.makespan"));
    EXPECT_TRUE(isTrue("a.fits"));
    EXPECT_TRUE(isTrue("not b.fits"));
    EXPECT_FALSE(isTrue("b.fits"));
}

TEST(Condition, SaysWhyItDoesNotHold)
{
    EXPECT_EQ(whyNotOf("a.makespan = 32 u"), "a.makespan is 33 u, not 32 u");
    EXPECT_EQ(whyNotOf("a.makespan < 30 u"), "a.makespan is 33 u, not < 30 u");
    EXPECT_EQ(whyNotOf("a.makespan > 2 b.makespan"),
              "a.makespan is 33 u, not > 2 b.makespan, which is 132 u");
    EXPECT_EQ(whyNotOf("b.fits"), "b.fits is no");
    EXPECT_EQ(whyNotOf("a.overhead = 1 %"), "'a.overhead' is not known");
}

TEST(Condition, WhatMissesItStandsBesideItsLimitInOneUnit)
{
    const auto missedOf = [](const char* text) {
        return missed(*conditionOf(text, kTwoStates, true), answersOfTwo, kU);
    };
    const auto literal = missedOf("a.makespan < 30 u");
    ASSERT_TRUE(literal);
    EXPECT_EQ(toText(literal->measure), "a.makespan");
    EXPECT_EQ(literal->relation, Relation::Less);
    EXPECT_EQ(literal->is, "33 u");
    EXPECT_EQ(literal->limit, "30 u");
    const auto scaled = missedOf("a.makespan > 2 b.makespan");
    ASSERT_TRUE(scaled);
    EXPECT_EQ(scaled->is, "33 u");
    EXPECT_EQ(scaled->limit, "132 u");
    EXPECT_EQ(missedOf("a.overhead = 1 %").error().message, "'a.overhead' is not known");
    EXPECT_EQ(missedOf("a.makespan = 2 b.step").error().message, "'b.step' is not known");
}

TEST(Condition, WhatIsNoneIsTold)
{
    EXPECT_EQ(conditionError("a.makespan"),
              "is no condition: 'a.makespan'; write 'gpipe.makespan = 33 u'");
    EXPECT_EQ(conditionError("a.makespan = 33 %"),
              "holds 'a.makespan' against '33 %', which measures something else");
    EXPECT_EQ(conditionError("a.makespan = 33"),
              "holds 'a.makespan' against '33', which measures something else");
    EXPECT_EQ(conditionError("a.makespan = a.bubble"),
              "holds 'a.makespan' against 'a.bubble', which measures something else");
    EXPECT_EQ(conditionError("a.makespan = 33 u", false),
              "counts in u, and the base has no costs.forward that u would be");
    EXPECT_EQ(conditionError("a.makespan = 33 uu"),
              "is no number: '33 uu'; write 33 u, 27.27 %, 165 ms, 30.6 GiB or 8");
    EXPECT_EQ(conditionError("c.makespan = 1 u"), "names no state: 'c'");
    EXPECT_EQ(conditionError("a.waits_for.0 = 1"),
              "'a.waits_for.0' is no number that can be held against one");
    for (const char* text : {"", "=", "a.makespan =", "= 3 u", "not", "not a.makespan"})
        EXPECT_NE(conditionError(text), "none") << text;
}

} // namespace
} // namespace lesson::test
