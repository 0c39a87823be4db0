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

TEST(Endpoint, OnlyThisMachineAndPathsThatFit)
{
    EXPECT_FALSE(checkEndpoint("ipc:///tmp/x"));
    EXPECT_FALSE(checkEndpoint("ipc://" + std::string(107, 'a')));
    EXPECT_FALSE(checkEndpoint("tcp://127.0.0.1:5555"));
    const auto tooLong = checkEndpoint("ipc://" + std::string(108, 'a'));
    ASSERT_TRUE(tooLong);
    EXPECT_NE(tooLong->message.find("108 bytes and the system allows 107"), std::string::npos);
    for (const char* endpoint :
         {"tcp://0.0.0.0:5555", "tcp://*:5555", "tcp://10.0.0.1:1", "ipc://", "", "udp://x",
          "tcp://127.0.0.1:", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:0", "tcp://127.0.0.1:1x"})
        EXPECT_TRUE(checkEndpoint(endpoint)) << endpoint;
}

} // namespace
} // namespace telemetry
