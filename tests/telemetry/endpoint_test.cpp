#include "telemetry/endpoint.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace telemetry {
namespace {

using namespace test;

TEST(Endpoint, APrivateDirectoryIsMadeOrAccepted)
{
    const tests::ScratchDirectory place;
    const auto path = place / "run";
    EXPECT_FALSE(makePrivateDirectory(path));
    EXPECT_FALSE(makePrivateDirectory(path)) << "ours already";
    struct stat found {};
    ASSERT_EQ(::stat(path.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0700u);
}

TEST(Endpoint, OpenDirectoriesLinksAndFilesAreRefused)
{
    const tests::ScratchDirectory place;
    std::filesystem::create_directory(place / "open");
    ::chmod((place / "open").c_str(), 0755);
    std::filesystem::create_symlink(place.path(), place / "link");
    std::filesystem::copy_file("/proc/self/status", place / "file");
    const auto refusal = [&](const std::string& name) {
        const auto error = makePrivateDirectory(place / name);
        return error ? error->message : "accepted";
    };
    EXPECT_NE(refusal("open").find("run chmod 700"), std::string::npos);
    EXPECT_NE(refusal("link").find("is a symbolic link"), std::string::npos);
    EXPECT_NE(refusal("file").find("is not a directory"), std::string::npos);
    EXPECT_NE(refusal("no/parent").find("cannot be made"), std::string::npos);
}

TEST(Endpoint, PathsThatFitAndAddressesWithAPort)
{
    const auto bad = [](const std::string& endpoint, EndpointUse use = EndpointUse::Connect) {
        const auto problem = checkEndpoint(endpoint, use);
        return problem ? problem->message : "";
    };
    for (const char* good : {"ipc:///tmp/x", "tcp://127.0.0.1:5555", "tcp://10.0.0.1:1",
                             "tcp://[::1]:65535", "tcp://[fd00::a:1]:80"})
        for (const EndpointUse use : {EndpointUse::Connect, EndpointUse::Bind})
            EXPECT_EQ(bad(good, use), "");
    EXPECT_EQ(bad("ipc://" + std::string(107, 'a')), "");
    EXPECT_NE(bad("ipc://" + std::string(108, 'a')).find("108 bytes and the system allows 107"),
              std::string::npos);
    // Of those who bind alone.
    for (const char* wide :
         {"tcp://10.0.0.1:*", "tcp://[::1]:*", "tcp://0.0.0.0:5", "tcp://[::]:5"}) {
        EXPECT_EQ(bad(wide, EndpointUse::Bind), "");
        EXPECT_NE(bad(wide), "") << wide;
    }
    EXPECT_NE(bad("tcp://0.0.0.0:5").find("nobody can connect to it"), std::string::npos);
    for (const char* name : {"tcp://node-1:5", "tcp://localhost:*", "tcp://*:5", "tcp://eth0:5",
                             "tcp://:5", "tcp://127.1:5", "tcp://::1:5", "tcp://[10.0.0.1]:5",
                             "tcp://[fe80::1%eth0]:5", "tcp://10.0.0.1;10.0.0.2:5"})
        EXPECT_NE(bad(name, EndpointUse::Bind).find("must have an address, not a name"),
                  std::string::npos)
            << name;
    for (const char* endpoint :
         {"ipc://", "", "udp://x", "tcp://", "tcp://127.0.0.1", "tcp://[::1]",
          "tcp://127.0.0.1:", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:0", "tcp://127.0.0.1:1x",
          "tcp://[::1]:1 ", "tcp://127.0.0.1:-1", "tcp://127.0.0.1:**"})
        for (const EndpointUse use : {EndpointUse::Connect, EndpointUse::Bind})
            EXPECT_NE(bad(endpoint, use), "") << endpoint;
    EXPECT_EQ(tcpEndpoint("10.0.0.1"), "tcp://10.0.0.1:*");
    EXPECT_EQ(tcpEndpoint("fd00::1", "80"), "tcp://[fd00::1]:80");
}

} // namespace
} // namespace telemetry
