// Ranks that are threads of this process take turns: one works at a time, waits give the turn away,
// and whoever ends gives it back.

#include "engine/runtime/loopback/loopback_communicator.h"
#include "engine/runtime/turns/turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

namespace turns {
namespace {

using namespace std::chrono_literals;

constexpr int kRanks = 4;

struct Rank {
    Rank(engine::LoopbackGroups& groups, int number, Nanoseconds patience)
        : waiting(clock)
        , turns(clock, waiting, patience)
    {
        std::vector<int> all(kRanks);
        std::iota(all.begin(), all.end(), 0);
        world = *engine::LoopbackCommunicator::open(groups, "world", all, number, waiting);
    }

    engine::SystemClock clock;
    engine::Waiting waiting;
    Turns turns;
    std::unique_ptr<engine::HostCommunicator> world;
};

// Does `work` as each rank, on a thread of its own.
void asRanks(const std::function<void(Rank&)>& work, Nanoseconds patience = 60s)
{
    engine::LoopbackGroups groups(60s);
    std::vector<std::thread> threads;
    threads.reserve(kRanks);
    for (int number = 0; number < kRanks; ++number)
        threads.emplace_back([&, number] {
            Rank rank(groups, number, patience);
            work(rank);
        });
    for (std::thread& thread : threads)
        thread.join();
}

plan::Outcome agree(Rank& rank)
{
    float value = 1;
    return finish(rank.world->allReduce(std::span(&value, 1), engine::ReduceOp::Sum));
}

TEST(Turns, OneRankWorksAtATimeAndAWaitGivesTheTurnAway)
{
    std::atomic<int> working = 0;
    std::atomic<int> most = 0;
    asRanks([&](Rank& rank) {
        ASSERT_TRUE(rank.turns.begin(*rank.world));
        for (int round = 0; round < 20; ++round) {
            most = std::max<int>(most, ++working);
            for (int i = 0; i < 5; ++i)
                std::this_thread::yield(); // whoever may work at the same time does
            --working;
            // Nobody would come through if a rank kept its turn here.
            ASSERT_TRUE(agree(rank));
        }
        rank.turns.end();
    });
    EXPECT_EQ(most, 1);
}

TEST(Turns, TheClockStandsWhileOthersHaveTheirTurn)
{
    std::mutex mutex;
    std::vector<Nanoseconds> waited;
    asRanks([&](Rank& rank) {
        ASSERT_TRUE(rank.turns.begin(*rank.world));
        const Nanoseconds before = rank.turns.clock().now();
        ASSERT_TRUE(rank.turns.giveWay());
        EXPECT_GE(rank.turns.clock().now(), before);
        const Nanoseconds stands = rank.turns.clock().now();
        std::this_thread::yield();
        EXPECT_EQ(rank.turns.clock().now(), stands);
        rank.turns.clock().sleepUntil(stands + 1h);
        while (!*rank.turns.comeBack())
            std::this_thread::yield();
        EXPECT_GE(rank.turns.clock().now(), stands + 1h);
        const std::lock_guard lock(mutex);
        waited.push_back(rank.turns.clock().now() - stands);
    });
    EXPECT_EQ(waited.size(), std::size_t{kRanks});
}

// Else the device would go on in the turn of another.
TEST(Turns, ATurnIsGivenAwayOnceTheDeviceHasDoneWhatWasQueued)
{
    asRanks([](Rank& rank) {
        ASSERT_TRUE(rank.turns.begin(*rank.world));
        Nanoseconds done{};
        rank.turns.setDevice([&]() -> plan::Result<Nanoseconds> {
            std::this_thread::yield();
            return done = rank.clock.now();
        });
        ASSERT_TRUE(rank.turns.giveWay());
        EXPECT_GT(done.count(), 0);
        EXPECT_EQ(rank.turns.clock().now(), done + rank.turns.clock().ahead());
        while (!*rank.turns.comeBack())
            std::this_thread::yield();
        rank.turns.setDevice([]() -> plan::Result<Nanoseconds> { return plan::Error{"lost"}; });
        const auto lost = rank.turns.giveWay();
        ASSERT_FALSE(lost);
        EXPECT_EQ(lost.error().message, "lost");
    });
}

TEST(Turns, ATurnThatNeverComesIsAnErrorThatSaysSo)
{
    std::atomic<bool> said = false;
    std::atomic<int> over = 0;
    asRanks(
        [&](Rank& rank) {
            // The first keeps its turn until the others have lost patience.
            const auto begun = rank.turns.begin(*rank.world);
            if (begun)
                while (over < kRanks - 1)
                    std::this_thread::yield();
            else if (begun.error().message.find(": the rank that has it is stuck")
                     != std::string::npos)
                said = true;
            ++over;
        },
        1ms);
    EXPECT_TRUE(said);
}

TEST(Turns, ARankThatEndsInItsTurnGivesItToTheOthers)
{
    std::atomic<int> came = 0;
    asRanks([&](Rank& rank) {
        ASSERT_TRUE(rank.turns.begin(*rank.world));
        ++came; // and ends, as a thread that fails does
    });
    EXPECT_EQ(came, kRanks);
}

TEST(Turns, NothingIsGivenAwayBeforeTheyBeginOrAfterTheyEnd)
{
    asRanks([](Rank& rank) {
        ASSERT_TRUE(agree(rank));
        ASSERT_TRUE(rank.turns.begin(*rank.world));
        rank.turns.end();
        ASSERT_TRUE(agree(rank));
        EXPECT_FALSE(rank.turns.clock().stands());
    });
}

} // namespace
} // namespace turns
