// What the wire says of kernels.

#include "telemetry/codec.h"

#include <gtest/gtest.h>

namespace telemetry::test {
namespace {

TEST(KernelWire, OnlyValuesInRangeAreValid)
{
    constexpr std::uint64_t tooMuch = std::uint64_t{1} << 62;
    EXPECT_TRUE(valid(KernelRecord{}));
    EXPECT_FALSE(valid(KernelRecord{.startNs = 2, .endNs = 1}));
    EXPECT_FALSE(valid(KernelRecord{.bytes = tooMuch}));
    EXPECT_FALSE(valid(KernelRecord{.step = -1}));
    EXPECT_FALSE(valid(KernelRecord{.stage = -2}));
    EXPECT_FALSE(valid(KernelRecord{.by = QueuedBy(7)}));
    EXPECT_FALSE(valid(KernelRecord{.lane = KernelLane(3)}));
    EXPECT_FALSE(valid(KernelName{})); // it says nothing
    EXPECT_FALSE(valid(KernelName{.name = "two\nlines"}));
    EXPECT_FALSE(valid(KernelCount{.dropped = tooMuch}));
}

// What is on disk stays readable.
TEST(KernelWire, NumbersAndPlacesStay)
{
    EXPECT_EQ(std::uint16_t(FrameKind::Kernels), 14);
    EXPECT_EQ(std::uint16_t(FrameKind::KernelNames), 15);
    EXPECT_EQ(std::uint16_t(FrameKind::KernelCounts), 16);
    static_assert(offsetof(KernelRecord, name) == 24 && offsetof(KernelRecord, stream) == 40);
    static_assert(offsetof(KernelRecord, by) == 44 && offsetof(KernelRecord, flags) == 46);
    static_assert(offsetof(KernelName, name) == 8 && offsetof(KernelCount, step) == 24);
    EXPECT_EQ(std::uint8_t(QueuedBy::Reduction), 4);
    EXPECT_EQ(std::uint8_t(QueuedBy::Beside), 6);
    EXPECT_EQ(std::uint8_t(KernelLane::Copy), 2);
}

} // namespace
} // namespace telemetry::test
