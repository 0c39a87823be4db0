#include "engine/launch/run_directory.h"

#include "engine/launch/record_folder.h"
#include "tests/scratch_directory.h"

#include <atomic>
#include <barrier>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

using namespace launch;
namespace fs = std::filesystem;

namespace {

class RunDirectory : public testing::Test {
protected:
    RunDirectory()
    {
        places.state = scratch.path() / "state";
        places.runs = places.state / "runs";
        places.sockets = scratch.path() / "sockets";
    }
    ~RunDirectory() override
    {
        std::error_code ignored;
        for (const char* name : {"one", "dead", "live"})
            fs::remove_all(sharedOf(own(name)), ignored);
    }

    // Others' tests may run now: shared memory has one place for all.
    static std::string own(const std::string& name)
    {
        return name + "-" + std::to_string(getpid());
    }
    static fs::path sharedOf(const std::string& run) { return "/dev/shm/bubblescope-" + run; }

    const tests::ScratchDirectory scratch;
    Places places;
};

} // namespace

TEST_F(RunDirectory, WhatDeadRunsHaveLeftIsRemovedAndALiveOneStays)
{
    SessionLocks live;
    const auto liveSession = makeSessionDirectories(places, own("live"), live);
    ASSERT_TRUE(liveSession) << liveSession.error().message;
    fs::path deadSockets;
    {
        SessionLocks dead;
        const auto session = makeSessionDirectories(places, own("dead"), dead);
        ASSERT_TRUE(session);
        deadSockets = session->sockets;
        std::ofstream(deadSockets / "ranks") << "x";
        std::ofstream(session->sharedMemory / "segment") << "x";
    }
    fs::create_directory(places.sockets / "no run's name!");

    SessionLocks one;
    ASSERT_TRUE(makeSessionDirectories(places, own("one"), one));
    EXPECT_FALSE(fs::exists(deadSockets));
    EXPECT_FALSE(fs::exists(sharedOf(own("dead"))));
    EXPECT_TRUE(fs::exists(liveSession->mpiFiles));
    EXPECT_TRUE(fs::exists(liveSession->sharedMemory));
    EXPECT_TRUE(fs::exists(places.sockets / "no run's name!"));

    SessionLocks again;
    const auto taken = makeSessionDirectories(places, own("live"), again);
    ASSERT_FALSE(taken);
    EXPECT_NE(taken.error().message.find("belongs to a run that is live"), std::string::npos);
    EXPECT_TRUE(fs::exists(liveSession->sockets));
}

// Each start looks for what dead runs have left, and finds what the others have just made.
TEST_F(RunDirectory, RunsThatStartAtOnceLeaveEachOthersDirectoriesAlone)
{
    constexpr int kRuns = 8;
    constexpr int kRounds = 40;
    std::atomic<int> refused{0};
    std::atomic<int> lost{0};
    std::barrier all(kRuns);
    std::vector<std::thread> runs;
    runs.reserve(kRuns);
    for (int i = 0; i < kRuns; ++i) {
        runs.emplace_back([&, name = own("start" + std::to_string(i))] {
            for (int round = 0; round < kRounds; ++round) {
                all.arrive_and_wait();
                SessionLocks locks;
                const auto session = makeSessionDirectories(places, name, locks);
                all.arrive_and_wait();
                if (!session) {
                    ++refused;
                    continue;
                }
                lost += fs::exists(session->mpiFiles) && fs::exists(session->sharedMemory) ? 0 : 1;
                removeSessionDirectories(*session);
            }
        });
    }
    for (std::thread& run : runs)
        run.join();
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(lost, 0);
}

TEST_F(RunDirectory, OfSeveralThatWantOneFolderExactlyOneGetsIt)
{
    constexpr int kRuns = 6;
    constexpr int kRounds = 200;
    for (int round = 0; round < kRounds; ++round) {
        const fs::path folder = scratch.path() / ("round-" + std::to_string(round));
        if (round % 2 == 0)
            fs::create_directory(folder);
        std::atomic<int> winners{0};
        std::barrier start(kRuns);
        std::vector<std::thread> runs;
        runs.reserve(kRuns);
        for (int i = 0; i < kRuns; ++i) {
            runs.emplace_back([&] {
                start.arrive_and_wait();
                bool made = false;
                const auto directory = makeRunDirectory(places, "run", folder, made);
                ASSERT_TRUE(directory) << directory.error().message;
                const auto taken = RecordFolder::take(*directory);
                if (!taken) {
                    EXPECT_NE(taken.error().message.find("is not empty"), std::string::npos);
                    return;
                }
                EXPECT_TRUE(taken->write("strategy.yaml", "x"));
                ++winners;
            });
        }
        for (std::thread& run : runs)
            run.join();
        ASSERT_EQ(winners, 1) << "round " << round;
        EXPECT_TRUE(fs::exists(folder / "strategy.yaml"));
    }
}

TEST_F(RunDirectory, AFolderThatIsGivenUpCanBeTakenAgain)
{
    const fs::path folder = scratch.path() / "folder";
    fs::create_directory(folder);
    {
        const auto taken = RecordFolder::take(folder);
        ASSERT_TRUE(taken);
        ASSERT_TRUE(taken->write("run.log", "x"));
        ASSERT_TRUE(taken->makeDirectory("checkpoints"));
        taken->removeDirectory("checkpoints");
        const std::string made[] = {"run.log"};
        taken->giveUp(made);
    }
    EXPECT_TRUE(fs::is_empty(folder));
    EXPECT_TRUE(RecordFolder::take(folder));
}
