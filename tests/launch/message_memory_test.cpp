#include "engine/launch/message_memory.h"

#include "engine/plan/catalog.h"

#include <gtest/gtest.h>

using namespace launch;

TEST(MessageMemory, AMessageStaysUnderTwoGibibytes)
{
    EXPECT_TRUE(checkMessageMemory(1, 8, kMostMessageBytes, UINT64_MAX));
    const auto refused = checkMessageMemory(1, 8, kMostMessageBytes + 1, UINT64_MAX);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "the activation of one microbatch is a message of 2.0 GiB, and one message must stay "
              "under 2 GiB; lower batch.micro, model.sequence or model.hidden to run it");
}

TEST(MessageMemory, AllMessagesFitTheMachine)
{
    constexpr std::uint64_t kMemory = std::uint64_t{16} << 30;
    constexpr std::size_t kMessage = std::size_t{1} << 29;
    EXPECT_TRUE(checkMessageMemory(4, 8, kMessage, kMemory));
    const auto refused = checkMessageMemory(5, 8, kMessage, kMemory);
    ASSERT_FALSE(refused);
    EXPECT_EQ(
        refused.error().message,
        "the messages of 5 ranks, 8 of 0.5 GiB for each, need up to 20.0 GiB, and this machine "
        "has 16.0 GiB; lower batch.micro, model.sequence or model.hidden, or "
        "parallel.pipeline");
    EXPECT_FALSE(checkMessageMemory(1 << 20, 8, kMostMessageBytes, kMemory));
}

TEST(MessageMemory, ASchedulesMessagesAreCounted)
{
    constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;
    const auto few = *plan::makeSchedule("1f1b", {.ranks = 2, .microbatches = 4});
    EXPECT_TRUE(checkMessageMemory(few, kGibibyte, 16 * kGibibyte));
    EXPECT_FALSE(checkMessageMemory(few, kGibibyte, 16 * kGibibyte - 1));

    // Its ranks hold more than the fewest that there is room for.
    const auto many
        = *plan::makeSchedule("interleaved-zb", {.ranks = 32, .chunks = 2, .microbatches = 64});
    const auto refused = checkMessageMemory(many, kGibibyte, 32 * 8 * kGibibyte);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.find("the messages of 32 ranks, 8 of"), std::string::npos);
}

TEST(MessageMemory, ThisMachineHasSome) { EXPECT_GT(machineMemory(), std::uint64_t{1} << 24); }
