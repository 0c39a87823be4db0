#include "engine/measured/pace.h"

#include <gtest/gtest.h>

namespace measured {
namespace {

std::string warningAfter(int inTime, int late)
{
    PaceWatch watch({1, 0.25});
    for (int i = 0; i < inTime; ++i)
        watch.add({1.001, 0.25});
    for (int i = 0; i < late; ++i)
        watch.add({1.5, 0.5});
    return watch.warning();
}

TEST(Pace, TellsABusyMomentFromAPlanThatIsTooMuchForTheMachine)
{
    EXPECT_EQ(warningAfter(9, 0), "");
    const std::string few = warningAfter(9, 1);
    EXPECT_NE(few.find("1 of 10 steps"), std::string::npos) << few;
    EXPECT_NE(few.find("busy with something else"), std::string::npos) << few;
    EXPECT_EQ(few.find("do not take the difference"), std::string::npos) << few;
    const std::string all = warningAfter(1, 9);
    EXPECT_NE(all.find("9 of 10 steps"), std::string::npos) << all;
    EXPECT_NE(all.find("do not take the difference"), std::string::npos) << all;
    EXPECT_NE(all.find("the longest took 1500 ms, predicted 1000 ms"), std::string::npos) << all;
}

TEST(Pace, WritesThreeDigits)
{
    PaceWatch watch({0.0128364, 0.25});
    watch.add({0.177836, 0.5});
    const std::string said = watch.warning();
    EXPECT_NE(said.find("took 178 ms, predicted 12.8 ms"), std::string::npos) << said;
}

} // namespace
} // namespace measured
