#include "engine/launch/held_ranks.h"

#include "engine/launch/child_process.h"
#include "engine/launch/process_identity.h"
#include "tests/launch/until.h"

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

using namespace launch;
using namespace std::chrono_literals;
using Clock = HeldRanks::Clock;

namespace {

// Children of ours that look like ranks to a RankWatch.
class HeldRanksTest : public testing::Test {
protected:
    HeldRanksTest()
    {
        const strategy::FileDescriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
        for (int rank = 0; rank < 3; ++rank) {
            const auto pid
                = startChild({.arguments = {"/bin/sleep", "600"},
                              .environment = {"OMPI_COMM_WORLD_RANK=" + std::to_string(rank)},
                              .output = null.number()});
            EXPECT_TRUE(pid);
            ranks.push_back(*pid);
        }
        EXPECT_TRUE(
            launch_test::until([&] { // a program has its environment a moment after it began
                watch.look();
                return watch.knowsAll();
            }));
    }
    ~HeldRanksTest() override
    {
        for (const pid_t rank : ranks) {
            kill(rank, SIGKILL);
            waitpid(rank, nullptr, 0);
        }
    }

    bool isHeldNow(int rank) const
    {
        const auto entry = readProcess(ranks[static_cast<std::size_t>(rank)]);
        return entry && isHeld(*entry);
    }
    bool becomes(const std::vector<bool>& wanted) const
    {
        return launch_test::until([&] {
            return std::vector<bool>{isHeldNow(0), isHeldNow(1), isHeldNow(2)} == wanted;
        });
    }

    std::vector<pid_t> ranks;
    RankWatch watch{getpid(), 3};
    HeldRanks held{watch};
    const Clock::time_point now = Clock::now();
};

} // namespace

TEST_F(HeldRanksTest, TheOthersWaitForARankThatIsHeldAndGoOnWithIt)
{
    EXPECT_TRUE(held.look(now).empty());
    kill(ranks[1], SIGSTOP);
    ASSERT_TRUE(becomes({false, true, false}));
    EXPECT_EQ(held.look(now),
              std::vector<std::string>{"rank 1 is held by a stop signal; the run waits until it "
                                       "gets SIGCONT"});
    EXPECT_TRUE(held.any());
    ASSERT_TRUE(becomes({true, true, true}));
    EXPECT_TRUE(held.look(now + 100s).empty()); // said once, and not of those that we hold

    kill(ranks[1], SIGCONT);
    ASSERT_TRUE(becomes({true, false, true}));
    EXPECT_EQ(held.look(now + 200s), std::vector<std::string>{"rank 1 goes on"});
    EXPECT_FALSE(held.any());
    ASSERT_TRUE(becomes({false, false, false}));
}

TEST_F(HeldRanksTest, TimeInWhichARankIsHeldIsNoSilence)
{
    EXPECT_EQ(held.silenceOf(1, now, now + 40s), 40s);
    kill(ranks[1], SIGSTOP);
    ASSERT_TRUE(becomes({false, true, false}));
    held.look(now + 40s);
    EXPECT_EQ(held.silenceOf(1, now, now + 40s), 0s);
    EXPECT_EQ(held.silenceOf(0, now, now + 41s), 1s); // held with it
}

TEST_F(HeldRanksTest, TimeInWhichTheSupervisorIsHeldIsNoSilence)
{
    EXPECT_FALSE(held.turn(now, false));
    EXPECT_FALSE(held.turn(now + 100ms, true)); // a SIGCONT for one that was not held
    EXPECT_EQ(held.turn(now + 12100ms, true), "a stop signal held the run for 12.0 s; it goes on");
    EXPECT_EQ(held.silenceOf(0, now, now + 12100ms), 0s);
    EXPECT_EQ(held.awakeSince(), now + 12100ms);
}
