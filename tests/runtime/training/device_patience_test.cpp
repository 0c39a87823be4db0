#include "engine/runtime/training/duties/device_patience.h"

#include <gtest/gtest.h>

namespace training::test {
namespace {

using namespace std::chrono_literals;

TEST(DevicePatience, IsThatOfManyStepsAndNeverShort)
{
    DevicePatience patience;
    EXPECT_EQ(patience.now(), 10min) << "nothing is known of the first";
    patience.add(50ms);
    EXPECT_EQ(patience.now(), 60s);
    patience.add(10s);
    EXPECT_EQ(patience.now(), 200s);
    patience.add(1s);
    EXPECT_EQ(patience.now(), 200s) << "the longest counts";
    patience.forget();
    EXPECT_EQ(patience.now(), 10min);
}

// As after a debugger held the process.
TEST(DevicePatience, ALongStepIsForgottenInTime)
{
    DevicePatience patience;
    patience.add(1h);
    for (std::size_t step = 1; step < DevicePatience::kLast; ++step)
        patience.add(1s);
    EXPECT_EQ(patience.now(), 20h);
    patience.add(1s);
    EXPECT_EQ(patience.now(), 60s);
}

} // namespace
} // namespace training::test
