#include "telemetry/endpoint.h"
#include "telemetry/own_address.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace telemetry {
namespace {

int reachOfText(const char* text)
{
    sockaddr_in four{};
    four.sin_family = AF_INET;
    if (::inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return reachOf(reinterpret_cast<const sockaddr&>(four));
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    EXPECT_EQ(::inet_pton(AF_INET6, text, &six.sin6_addr), 1) << text;
    return reachOf(reinterpret_cast<const sockaddr&>(six));
}

TEST(OwnAddress, LoopbackAndOneCableAreNoReach)
{
    for (const char* near : {"127.0.0.1", "127.0.1.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
                             "::1", "::", "fe80::1", "febf::1", "ff02::1", "::ffff:10.0.0.1"})
        EXPECT_EQ(reachOfText(near), 0) << near;
    EXPECT_EQ(reachOfText("169.254.3.4"), 1);
    for (const char* six : {"fd00::1", "2001:db8::1"})
        EXPECT_EQ(reachOfText(six), 2) << six;
    for (const char* four : {"10.0.0.1", "192.168.1.1", "172.16.0.1", "203.0.113.1", "169.253.0.1"})
        EXPECT_EQ(reachOfText(four), 3) << four;
    sockaddr other{};
    other.sa_family = AF_UNIX;
    EXPECT_EQ(reachOf(other), 0);
}

TEST(OwnAddress, OfThisHostAreOnesThatOthersReachTheBestFirst)
{
    int before = 3;
    for (const std::string& address : ownAddresses()) {
        const int reach = reachOfText(address.c_str());
        EXPECT_GT(reach, 0) << address;
        EXPECT_LE(reach, before) << address;
        EXPECT_FALSE(checkEndpoint(tcpEndpoint(address, "1"))) << address;
        before = reach;
    }
    const auto best = ownAddress();
    if (ownAddresses().empty())
        EXPECT_NE(best.error().message.find("no address that other hosts reach"),
                  std::string::npos);
    else
        EXPECT_EQ(*best, ownAddresses().front());
}

TEST(OwnAddress, TowardsAHostIsByTheRoute)
{
    // A route to oneself goes out by the address itself.
    for (const std::string& address : ownAddresses())
        EXPECT_EQ(*ownAddress(address), address);
    for (const char* near : {"127.0.0.1", "localhost", "127.0.1.1"}) {
        const auto found = ownAddress(near);
        ASSERT_FALSE(found) << *found;
        EXPECT_NE(found.error().message.find("which other hosts do not reach"), std::string::npos)
            << found.error().message;
    }
    const auto unknown = ownAddress("no..host");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("the host no..host cannot be resolved"),
              std::string::npos);
}

} // namespace
} // namespace telemetry
