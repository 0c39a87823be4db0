#include "engine/plan/catalog.h"
#include "engine/plan/program.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/schedule.h"

#include <gtest/gtest.h>

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

TEST(ScheduleText, RoundTrips)
{
    for (const Shape& shape : {Shape{4, 1, 8}, Shape{3, 2, 6}, Shape{1, 1, 1}}) {
        const auto made = makeSchedule("interleaved", shape);
        ASSERT_TRUE(made);
        const auto read = parseSchedule(toText(*made));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->order, made->order);
        EXPECT_EQ(read->shape, made->shape);
        EXPECT_EQ(read->placement, made->placement);
    }
}

TEST(ScheduleText, ErrorsNameLineAndColumn)
{
    const auto message = [](std::string_view text) {
        const auto read = parseSchedule(text);
        return read ? std::string("none") : read.error().message;
    };
    EXPECT_EQ(message("0F0,0B0\n1F0,1Q0\n"),
              "line 2, column 5: '1Q0' is not an op; write stage, one of F B I W, microbatch, as "
              "in 2F0");
    EXPECT_EQ(message("0F0,0B0\n1F0,0B0\n"), "line 2: 0B0 stands on rank 1, but stage 0 is on rank 0");
    EXPECT_EQ(message("0F0,0B0,2F0\n1F0\n"),
              "there are 3 stages on 2 ranks; every rank needs the same number of stages");
    EXPECT_EQ(message(""), "the schedule holds no op; write one line a rank, ops separated by commas");
    EXPECT_EQ(message("0F0,2147483646F0\n").substr(0, 26), "an index is over the limit");
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
    for (const char* text : {"1F0+", "1F0 ", " 1F0", "1F0>", "1F0>-1", "1F0>01", "1F0+1F0>2", "1F0>2+1F1",
                             "1F0>9999999", "x"})
        EXPECT_FALSE(parseProgram(text)) << text;
}

} // namespace
} // namespace plan::test
