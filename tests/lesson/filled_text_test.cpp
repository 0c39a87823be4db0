#include "engine/lesson/filled_text.h"

#include <gtest/gtest.h>

#include <array>

namespace lesson::test {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 1> kOneState{"a"};

plan::Result<Quantity> answersOfOne(const Measure& measure)
{
    if (measure.id == MeasureId::Makespan)
        return time(165ms);
    if (measure.id == MeasureId::Measured)
        return time(165'050us);
    return plan::Error{"is not known"};
}

std::string filledIn(const char* text) { return filled(text, kOneState, answersOfOne, 5ms); }

TEST(FilledText, NumbersStandInTheirPlace)
{
    EXPECT_EQ(filledIn("It takes <a.makespan>."), "It takes 33 u.");
    EXPECT_EQ(filledIn("<a.makespan ms> or <makespan s>"), "165 ms or 0.17 s");
    EXPECT_EQ(filledIn("measured <measured.step>"), "measured 165.05 ms");
    EXPECT_EQ(filledIn("<a.bubble>"), "…");
}

TEST(FilledText, WhatIsNoMeasureStaysAsItIs)
{
    EXPECT_EQ(filledIn("a < b and x -> y > z"), "a < b and x -> y > z");
    EXPECT_EQ(filledIn("1 <2 3>"), "1 <2 3>");
    EXPECT_EQ(filledIn("<>"), "<>");
    EXPECT_EQ(filledIn("<unclosed"), "<unclosed");
    EXPECT_EQ(filledIn(""), "");
}

TEST(FilledText, BoldIsMarked)
{
    const ParsedText parsed = parseText("one **two <a.makespan>** three", kOneState);
    ASSERT_EQ(parsed.pieces.size(), 4u);
    EXPECT_FALSE(parsed.pieces[0].bold);
    EXPECT_TRUE(parsed.pieces[1].bold);
    EXPECT_TRUE(parsed.pieces[2].bold);
    EXPECT_TRUE(parsed.pieces[2].measure);
    EXPECT_FALSE(parsed.pieces[3].bold);
}

TEST(FilledText, WrongNumbersAreTold)
{
    EXPECT_EQ(parseText("<a.peek>", kOneState).problems,
              std::vector<std::string>{"'peek' is no measure; did you mean 'peak'?"});
    EXPECT_EQ(parseText("<a.makespan %>", kOneState).problems,
              std::vector<std::string>{"'a.makespan' cannot be written in %"});
    EXPECT_TRUE(parseText("a <b> c is HTML", kOneState).problems.size() == 1);
}

} // namespace
} // namespace lesson::test
