#include "engine/launch/environment.h"
#include "engine/launch/guard.h"
#include "engine/launch/process_tree.h"
#include "tests/launch/until.h"
#include "tests/scratch_directory.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace launch;
using namespace std::chrono_literals;
using launch_test::until;

namespace {

// Its tests leave no child behind, dead or alive: others count theirs.
class LeavesNoChild : public testing::Test {
protected:
    void TearDown() override
    {
        reapAll(); // who ended since it last did
        EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    }

    static void reapAll()
    {
        while (waitpid(-1, nullptr, WNOHANG) > 0) {}
    }
};

using ProcessTree = LeavesNoChild;
using GuardTest = LeavesNoChild;

constexpr EndOptions kQuick{.grace = 200ms, .patience = 90s};

[[noreturn]] void waitForever()
{
    prctl(PR_SET_PDEATHSIG, 0);
    alarm(240); // whatever the test does, it is gone after some minutes
    for (;;)
        pause();
}

// A child that ignores SIGTERM, with a grandchild that has left its session and lost its
// parent, and ignores SIGTERM too.
pid_t startStubbornTree()
{
    const pid_t child = fork();
    if (child != 0)
        return child;
    std::signal(SIGTERM, SIG_IGN);
    const pid_t between = fork();
    if (between == 0) {
        setsid();
        if (fork() == 0)
            waitForever();
        _exit(0);
    }
    waitpid(between, nullptr, 0);
    waitForever();
}

// A program that waits for some minutes, named by the run's variable.
pid_t startMarked(const std::string& run)
{
    const std::string variable = std::string(kRunVariable) + "=" + run;
    const pid_t child = fork();
    if (child == 0) {
        char* arguments[] = {const_cast<char*>("sleep"), const_cast<char*>("240"), nullptr};
        char* environment[] = {const_cast<char*>(variable.c_str()), nullptr};
        execve("/bin/sleep", arguments, environment);
        _exit(127);
    }
    return child;
}

} // namespace

TEST_F(ProcessTree, StubbornDescendantsAreAllEnded)
{
    ASSERT_TRUE(becomeSubreaper());
    startStubbornTree();
    ASSERT_TRUE(until([] { return descendantsOf(getpid()).size() == 2; }));

    EXPECT_EQ(endProcesses([] { return descendantsOf(getpid()); }, reapAll, kQuick), 0U);
    EXPECT_TRUE(descendantsOf(getpid()).empty());
}

TEST_F(ProcessTree, ObedientOnesAreNotKilled)
{
    const pid_t child = startMarked("obedient");
    int status = 0;
    const auto reap = [&] { waitpid(child, &status, WNOHANG); };
    const EndOptions patient{.grace = 90s, .patience = 5s};
    EXPECT_EQ(endProcesses([] { return descendantsOf(getpid()); }, reap, patient), 0U);
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

TEST_F(ProcessTree, AStoppedProcessIsEnded)
{
    const pid_t child = startMarked("held");
    kill(child, SIGSTOP);
    ASSERT_TRUE(until([&] { return readProcess(child)->state == 'T'; }));
    EXPECT_EQ(endProcesses([] { return descendantsOf(getpid()); }, reapAll, kQuick), 0U);
}

// Its first thread is a zombie then, which nobody can reap before the other has ended, too.
TEST_F(ProcessTree, AProcessIsThereUntilItsLastThreadHasEnded)
{
    const pid_t child = fork();
    if (child == 0) {
        std::thread(waitForever).detach();
        syscall(SYS_exit, 0); // of this thread alone
    }
    ASSERT_TRUE(until([&] { return readProcess(child)->state == 'Z'; }));
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), 0);
    EXPECT_FALSE(hasEnded(*readProcess(child)));
    EXPECT_EQ(descendantsOf(getpid()).size(), 1U);
    EXPECT_EQ(endProcesses([] { return descendantsOf(getpid()); }, reapAll, kQuick), 0U);
}

TEST_F(ProcessTree, TheExceptedSubtreeLives)
{
    const pid_t kept = startMarked("kept");
    startMarked("ended");
    EXPECT_EQ(endProcesses([&] { return descendantsOf(getpid(), {kept}); }, reapAll, kQuick), 0U);
    EXPECT_EQ(kill(kept, 0), 0);
    kill(kept, SIGKILL);
    waitpid(kept, nullptr, 0);
}

// What ends between the opening of its file and the reading of it is not there, and no more.
TEST_F(ProcessTree, ProcessesThatComeAndGoAreNoError)
{
    std::atomic<bool> enough{false};
    std::thread churn([&] {
        while (!enough) {
            const pid_t child = fork();
            if (child == 0)
                _exit(0);
            waitpid(child, nullptr, 0);
        }
    });
    for (int i = 0; i < 300; ++i)
        EXPECT_NO_THROW(processesOfRun("of-nobody"));
    enough = true;
    churn.join();
}

TEST(ProcessIdentity, TellsTwoUsesOfOnePidApart)
{
    ProcessIdentity own = ownIdentity();
    EXPECT_TRUE(isRunning(own));
    own.startTicks += 1;
    EXPECT_FALSE(isRunning(own));
    EXPECT_FALSE(sendSignal(own, SIGKILL)); // or this test would be gone
    own = ownIdentity();
    own.bootId = "another";
    EXPECT_FALSE(sendSignal(own, SIGKILL));
}

TEST_F(GuardTest, EndsWhatAKilledSupervisorLeaves)
{
    const tests::ScratchDirectory scratch;
    const std::string run = "guarded-" + std::to_string(getpid());
    const auto sockets = scratch.path() / "sockets";
    std::filesystem::create_directory(sockets);
    std::ofstream(sockets / "ranks") << "x";
    ASSERT_TRUE(becomeSubreaper());

    const pid_t supervisor = fork();
    if (supervisor == 0) {
        const auto guard = Guard::post(run, {sockets});
        startMarked(run);
        until([&] { return processesOfRun(run).size() == 1; });
        kill(getpid(), SIGKILL);
    }
    EXPECT_TRUE(until([&] {
        reapAll();
        return processesOfRun(run).empty() && !std::filesystem::exists(sockets);
    }));
    EXPECT_TRUE(until([] { return descendantsOf(getpid()).empty(); }));
}

// A lock that is not open has no number; taken for one it would close the guard's own lifeline, and
// the guard would end a run that goes well.
TEST_F(GuardTest, ALockThatIsNotOpenIsPassedOver)
{
    const tests::ScratchDirectory scratch;
    std::vector<strategy::FileDescriptor> locks(1);
    const auto ignored = std::signal(SIGPIPE, SIG_IGN);
    auto guard = Guard::post("nobody", {scratch.path()}, {}, locks);
    ASSERT_TRUE(guard);
    const pid_t pid = guard->pid();
    guard->dismiss();
    waitpid(pid, nullptr, 0); // where the guard did not listen it is still there
    std::signal(SIGPIPE, ignored);
    EXPECT_TRUE(std::filesystem::exists(scratch.path()));
}

TEST_F(GuardTest, ADismissedOneDoesNothing)
{
    const tests::ScratchDirectory scratch;
    auto guard = Guard::post("nobody", {scratch.path()});
    ASSERT_TRUE(guard);
    const pid_t pid = guard->pid();
    guard->dismiss();
    EXPECT_EQ(kill(pid, 0), -1);
    EXPECT_TRUE(std::filesystem::exists(scratch.path()));
}
