#include "engine/plan/catalog.h"
#include "engine/plan/program.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace plan::test {
namespace {

TEST(OpText, RoundTripsAndRefusesTheRest)
{
    for (const char* text : {"0F0", "2B7", "13I2", "3W40", "2147483647F0", "0F4194303"}) {
        const auto op = parseOp(text);
        ASSERT_TRUE(op) << text;
        EXPECT_EQ(toText(*op), text);
    }
    for (const char* text : {"", "F0", "0X0", "0F", "0F0 ", " 0F0", "00F0", "0F00", "0F-1", "-1F0",
                             "+1F0", "2BW0", "0F0F0", "99999999999F0", "0f0", "0F4194304"})
        EXPECT_FALSE(parseOp(text)) << text;
}

TEST(ProgramText, RoundTripsAndRefusesTheRest)
{
    const auto programs = lower(*makeSchedule("1f1b", {.ranks = 3, .microbatches = 2}));
    EXPECT_EQ(toText(programs[1]),
              "0F0<0 1F0 1F0>2+0F1<0 1F1 1F1>2+2B0<2 1B0 1B0>0+2B1<2 1B1 1B1>0");
    for (const Program& program : programs) {
        const auto read = parseProgram(toText(program));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, program);
    }
    for (const char* text : {"1F0+", "1F0 ", " 1F0", "1F0>", "1F0>-1", "1F0>01", "1F0+1F0>2",
                             "1F0>2+1F1", "1F0>9999999", "x"})
        EXPECT_FALSE(parseProgram(text)) << text;
}

} // namespace
} // namespace plan::test
