#include "engine/plan/injected_fault.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

TEST(InjectedFault, ASlowdownHasATextForm)
{
    const Slowdown slow{.rank = 2, .step = 7, .factor = 1.5};
    EXPECT_EQ(toText(slow), "2:7:1.5");
    EXPECT_EQ(parseSlowdown("2:7:1.5"), slow);
    EXPECT_EQ(parseSlowdown("0:0:100"), (Slowdown{.rank = 0, .step = 0, .factor = kMostSlowness}));
    for (const char* text :
         {"", "1", "1:", "1:2", "1:2:", "1:2:1", "1:2:0.5", "1:2:-2", "1:2:nan", "1:2:inf",
          "1:2:1e1", "1:2:100.5", "-1:2:2", "1:-2:2", "1:2:2:", "a:2:2", " 1:2:2", "1:2:2 "})
        EXPECT_FALSE(parseSlowdown(text)) << text;
}

TEST(InjectedFault, AFlippedBitHasATextForm)
{
    const BitFlip flip{.rank = 1, .step = 12, .op = forward(2, 0)};
    EXPECT_EQ(toText(flip), "1:12:2F0");
    EXPECT_EQ(parseBitFlip("1:12:2F0"), flip);
    for (const char* text : {"", "1:12", "1:12:", "1:12:2X0", "x:12:2F0", "1:12:2F0 "})
        EXPECT_FALSE(parseBitFlip(text)) << text;
}

} // namespace
} // namespace plan::test
