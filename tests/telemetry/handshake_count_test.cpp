#include "telemetry/handshake_count.h"

#include <gtest/gtest.h>

namespace telemetry {
namespace {

using namespace std::chrono_literals;

constexpr HandshakeCount::Time kStart{1h};

TEST(HandshakeCount, ThoseThatCloseWithoutComingInAreRefused)
{
    HandshakeCount count(6s);
    EXPECT_FALSE(count.waits());
    for (int fd = 10; fd < 20; ++fd)
        count.accepted(fd, kStart);
    EXPECT_EQ(count.refused(kStart), 0u);
    for (int fd = 10; fd < 14; ++fd)
        count.closed(fd);
    EXPECT_EQ(count.refused(kStart), 4u);
    EXPECT_TRUE(count.waits());
    for (int i = 0; i < 6; ++i)
        count.cameIn();
    // The six that are open may, for all that is known, not be those that came in.
    EXPECT_EQ(count.refused(kStart + 6s), 4u);
    EXPECT_EQ(count.refused(kStart + 7s), 4u);
    EXPECT_FALSE(count.waits());
    for (int fd = 14; fd < 20; ++fd)
        count.closed(fd); // their time is over
    EXPECT_EQ(count.refused(kStart + 8s), 4u);
}

TEST(HandshakeCount, AGoodConnectionThatIsShortIsNeverCounted)
{
    HandshakeCount count(6s);
    for (int i = 0; i < 100; ++i) {
        const auto now = kStart + i * 10ms;
        count.accepted(7, now);
        EXPECT_EQ(count.refused(now), 0u);
        count.cameIn();
        EXPECT_EQ(count.refused(now), 0u);
        count.closed(7);
        EXPECT_EQ(count.refused(now), 0u);
    }
}

TEST(HandshakeCount, NeverFalls)
{
    HandshakeCount count(6s);
    count.accepted(7, kStart);
    count.closed(7);
    EXPECT_EQ(count.refused(kStart), 1u);
    count.accepted(8, kStart + 1s);
    count.cameIn();
    EXPECT_EQ(count.refused(kStart + 1s), 1u);
    EXPECT_EQ(count.refused(kStart + 9s), 1u);
    EXPECT_EQ(count.refused(kStart + 10s), 1u);
}

} // namespace
} // namespace telemetry
