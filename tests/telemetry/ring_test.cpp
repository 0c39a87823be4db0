#include "telemetry/ring.h"

#include <gtest/gtest.h>

#include <thread>

namespace telemetry {
namespace {

TEST(Ring, AFullRingRefusesTheNewestAndCountsIt)
{
    Ring<int> ring(4);
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(ring.push(i), i < 4);
    EXPECT_EQ(ring.dropped(), 2u);
    for (int i = 0; i < 4; ++i) {
        ASSERT_NE(ring.front(), nullptr);
        EXPECT_EQ(*ring.front(), i);
        ring.pop();
    }
    EXPECT_EQ(ring.front(), nullptr);
    EXPECT_TRUE(ring.push(7));
    EXPECT_EQ(ring.pushed(), 5u);
}

TEST(Ring, TwoThreadsLoseNothingAndKeepTheOrder)
{
    constexpr std::uint64_t kItems = 200000;
    Ring<std::uint64_t> ring(64);
    std::thread producer([&] {
        for (std::uint64_t i = 0; i < kItems;)
            if (ring.push(i))
                ++i;
            else
                std::this_thread::yield();
    });
    for (std::uint64_t expected = 0; expected < kItems;) {
        const auto* item = ring.front();
        if (item == nullptr) {
            std::this_thread::yield();
            continue;
        }
        ASSERT_EQ(*item, expected++);
        ring.pop();
    }
    producer.join();
    EXPECT_EQ(ring.pushed(), kItems);
}

} // namespace
} // namespace telemetry
