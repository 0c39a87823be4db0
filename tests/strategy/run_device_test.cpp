#include "engine/strategy/run_device.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

TEST(RunDevice, IsFoundByItsWordWhateverItsNumber)
{
    for (const RunDevice& device : kRunDevices) {
        EXPECT_EQ(findRunDevice(device.word), &runDevice(device.kind));
        EXPECT_EQ(findRunDevice(std::string(device.word) + ":12"), &runDevice(device.kind));
    }
    for (const char* word : {"", ":0", "tpu", "cp", "cpus", "Emulated"})
        EXPECT_EQ(findRunDevice(word), nullptr) << word;
}

// Whoever waits for ops computes no losses, and a trained step takes the time it takes.
TEST(RunDevice, EitherTrainsOrIsPaced)
{
    for (const RunDevice& device : kRunDevices) {
        EXPECT_NE(device.trains, device.paced) << device.word;
        EXPECT_FALSE(device.work.empty()) << device.word;
    }
}

} // namespace
} // namespace strategy
