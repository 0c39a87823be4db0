#include "engine/runtime/lifeline.h"

#include "engine/runtime/boot_id.h"

#include <gtest/gtest.h>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

// Passes when it is asked, so that every look of a lifeline is due.
class PassingClock final : public Clock {
public:
    Nanoseconds now() const override { return m_now += 1s; }
    void sleepUntil(Nanoseconds) override {}

private:
    mutable Nanoseconds m_now = 1h;
};

pid_t waitingChild()
{
    const pid_t pid = fork();
    while (pid == 0) // NOLINT(bugprone-infinite-loop): until it is killed
        pause();
    return pid;
}

std::string nameOf(pid_t pid) { return std::to_string(pid) + "@" + bootId(); }

} // namespace

TEST(Lifeline, ACollectorThatIsHeldHasNotEnded)
{
    PassingClock clock;
    Lifeline lifeline(clock);
    const pid_t collector = waitingChild();
    bool lost = false;
    lifeline.watchCollector([&] { return lost; }, WatchedProcess(nameOf(collector)));
    EXPECT_FALSE(lifeline.stopReason());

    kill(collector, SIGSTOP);
    waitpid(collector, nullptr, WUNTRACED);
    lost = true;
    EXPECT_FALSE(lifeline.stopReason());
    kill(collector, SIGCONT);
    EXPECT_FALSE(lifeline.stopReason());

    kill(collector, SIGKILL);
    siginfo_t ended = {};
    waitid(P_PID, static_cast<id_t>(collector), &ended, WEXITED | WNOWAIT);
    const auto reason = lifeline.stopReason();
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->message, "stopped because the collector of this run is gone");
    waitpid(collector, nullptr, 0);
}

TEST(Lifeline, SilenceEndsARankWhereNothingIsKnownOfTheCollectorsProcess)
{
    PassingClock clock;
    Lifeline lifeline(clock);
    lifeline.watchCollector([] { return true; }, WatchedProcess());
    EXPECT_TRUE(lifeline.stopReason());
}

TEST(WatchedProcess, IsOfThisBootOrCannotBeLookedAt)
{
    EXPECT_EQ(WatchedProcess(nameOf(getpid())).hasEnded(), std::optional(false));
    for (const std::string& name :
         {std::string(), std::to_string(getpid()), std::to_string(getpid()) + "@another-boot",
          "-1@" + bootId(), "1x@" + bootId(), "@" + bootId()})
        EXPECT_FALSE(WatchedProcess(name).canBeLookedAt()) << name;

    const pid_t gone = waitingChild();
    kill(gone, SIGKILL);
    waitpid(gone, nullptr, 0);
    EXPECT_EQ(WatchedProcess(nameOf(gone)).hasEnded(), std::optional(true));
}

} // namespace engine::test
