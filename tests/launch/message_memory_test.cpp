#include "engine/launch/message_memory.h"

#include <gtest/gtest.h>

using namespace launch;

TEST(MessageMemory, AMessageStaysUnderTwoGibibytes)
{
    EXPECT_TRUE(checkMessageMemory(1, kMostMessageBytes, UINT64_MAX));
    const auto refused = checkMessageMemory(1, kMostMessageBytes + 1, UINT64_MAX);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "the activation of one microbatch is a message of 2.0 GiB, and one message must stay "
              "under 2 GiB; lower batch.micro, model.sequence or model.hidden to run it");
}

TEST(MessageMemory, AllMessagesFitTheMachine)
{
    constexpr std::uint64_t kMemory = std::uint64_t{16} << 30;
    constexpr std::size_t kMessage = std::size_t{1} << 29;
    EXPECT_TRUE(checkMessageMemory(4, kMessage, kMemory));
    const auto refused = checkMessageMemory(5, kMessage, kMemory);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "the messages of 5 ranks, 8 of 0.5 GiB for each, need up to 20.0 GiB, and this machine "
              "has 16.0 GiB; lower batch.micro, model.sequence or model.hidden, or "
              "parallel.pipeline");
    EXPECT_FALSE(checkMessageMemory(1 << 20, kMostMessageBytes, kMemory));
}

TEST(MessageMemory, ThisMachineHasSome)
{
    EXPECT_GT(machineMemory(), std::uint64_t{1} << 24);
}
