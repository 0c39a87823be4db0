#include "telemetry/local_socket.h"

#include "tests/telemetry/live_run.h"

#include <fstream>

#include <sys/stat.h>

namespace telemetry {
namespace {

using namespace test;

std::string textOf(const std::string& path)
{
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool isSocket(const std::string& path)
{
    struct stat found {};
    return ::lstat(path.c_str(), &found) == 0 && S_ISSOCK(found.st_mode);
}

} // namespace

TEST(LocalSocket, WhatLiesAtThePathStays)
{
    const tests::ScratchDirectory place;
    const auto path = place / "file";
    std::ofstream(path) << "a person's work";
    std::filesystem::create_symlink(path, place / "link");
    std::filesystem::create_directory(place / "folder");
    for (const char* name : {"file", "link", "folder"}) {
        const auto endpoint = "ipc://" + (place / name);
        EXPECT_TRUE(checkFree(endpoint));
        const auto taken = LocalSocket::listen(endpoint);
        ASSERT_FALSE(taken) << name;
        EXPECT_NE(taken.error().message.find("is there already and is not a socket; it stays"),
                  std::string::npos);
    }
    EXPECT_EQ(textOf(path), "a person's work");
    EXPECT_TRUE(std::filesystem::is_symlink(place / "link"));
}

TEST(LocalSocket, OneThatIsListenedOnIsInUseAndADeadOneIsReplaced)
{
    const tests::ScratchDirectory place;
    const auto path = place / "socket";
    {
        auto first = LocalSocket::listen("ipc://" + path);
        ASSERT_TRUE(first) << first.error().message;
        struct stat found {};
        ASSERT_EQ(::stat(path.c_str(), &found), 0);
        EXPECT_EQ(found.st_mode & 0777, 0600u);
        const auto second = LocalSocket::listen("ipc://" + path);
        ASSERT_FALSE(second);
        EXPECT_NE(second.error().message.find("is in use by another run"), std::string::npos);
        EXPECT_TRUE(isSocket(path));

        // As a killed process leaves it.
        std::filesystem::rename(path, place / "left");
    }
    EXPECT_TRUE(isSocket(place / "left"));
    EXPECT_FALSE(checkFree("ipc://" + (place / "left")));
    {
        const auto third = LocalSocket::listen("ipc://" + (place / "left"));
        EXPECT_TRUE(third);
    }
    EXPECT_FALSE(std::filesystem::exists(place / "left"));
}

TEST(LocalSocket, RemovesNothingThatHasTakenItsPlace)
{
    const tests::ScratchDirectory place;
    const auto path = place / "socket";
    {
        const auto taken = LocalSocket::listen("ipc://" + path);
        ASSERT_TRUE(taken);
        std::filesystem::remove(path);
        std::ofstream(path) << "another";
    }
    EXPECT_EQ(textOf(path), "another");
}

TEST_F(LiveRun, ACollectorLeavesAFileAtItsEndpointAlone)
{
    std::ofstream(place / "viewers") << "a person's work";
    EXPECT_FALSE(Collector::start(collectorOptions(1)));
    EXPECT_EQ(textOf(place / "viewers"), "a person's work");
    EXPECT_FALSE(std::filesystem::exists(place / "events.log"));
    EXPECT_FALSE(std::filesystem::exists(place / "ranks"));
}

TEST_F(LiveRun, ASecondCollectorAtTheSameEndpointIsRefused)
{
    startCollector(1);
    auto options = collectorOptions(1);
    options.rankEndpoint = "ipc://" + (place / "ranks-2");
    options.logPath = place / "events-2.log";
    const auto second = Collector::start(options);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("is in use by another run"), std::string::npos);
    EXPECT_TRUE(isSocket(place / "viewers"));
    collector.reset();
    EXPECT_FALSE(std::filesystem::exists(place / "viewers"));
}

TEST_F(LiveRun, AViewerOfARunShowsNothingOfAnother)
{
    startCollector(1);
    const auto rank = openSender(senderOptions(0, 1));
    rank->stepMark({.timeNs = 1, .step = 0});
    const auto stranger = *openLive({.endpoint = "ipc://" + (place / "viewers"), .run = kRun + 1});
    const auto viewer = openViewer();
    std::vector<Frame> frames;
    ASSERT_TRUE(eventually([&] { return viewer->drain(frames, 100) > 0; }));
    ASSERT_TRUE(eventually([&] { return stranger->status().otherRun; }));
    EXPECT_NE(stranger->status().sentence.find("another run answers at"), std::string::npos);
    frames.clear();
    EXPECT_EQ(stranger->drain(frames, 100), 0U);
    EXPECT_EQ(stranger->status().frames, 0U);
    EXPECT_FALSE(viewer->status().otherRun);
}

TEST_F(LiveRun, AViewerStaysWithItsRunWhenAnotherTakesTheEndpoint)
{
    startCollector(1);
    auto rank = openSender(senderOptions(0, 1));
    rank->stepMark({.timeNs = 1, .step = 0});
    const auto viewer = openViewer();
    std::vector<Frame> frames;
    ASSERT_TRUE(eventually([&] { return viewer->drain(frames, 100) > 0; }));
    rank.reset();
    collector.reset(); // without telling viewers
    auto options = collectorOptions(1);
    options.run = kRun + 1;
    options.logPath = place / "events-2.log";
    auto second = Collector::start(options);
    ASSERT_TRUE(second) << second.error().message;
    ASSERT_TRUE(eventually(
        [&] { return viewer->status().otherRun || viewer->status().state == SourceState::Ended; }));
    for (const Frame& frame : frames)
        EXPECT_EQ(frame.header.run, kRun);
}

} // namespace telemetry
