// What another user of this machine can do to a run: nothing.

#include "engine/launch/process_tree.h"
#include "engine/launch/run_record.h"
#include "tests/launch/program/program_run.h"

#include <cerrno>
#include <csignal>
#include <functional>

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch_test {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

// True if `deed` succeeds for a process of another user without any rights of root's.
bool anotherUserCan(const std::function<bool()>& deed)
{
    const pid_t pid = fork();
    if (pid == 0) {
        const bool changed = setgroups(0, nullptr) == 0 && setresgid(kNobody, kNobody, kNobody) == 0
            && setresuid(kNobody, kNobody, kNobody) == 0;
        _exit(!changed ? 2 : deed() ? 1 : 0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 2) << "no other user could be tried";
    return WEXITSTATUS(status) == 1;
}

bool canConnect(const fs::path& path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    const int asking = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return connect(asking, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

class SecondUser : public testing::Test {
protected:
    void SetUp() override
    {
        if (geteuid() != 0)
            GTEST_SKIP() << "only root can try what another user can do";
        // So that nothing but the run's own rights keep the other user out.
        fs::permissions(program.root,
                        fs::perms::owner_all | fs::perms::group_exec | fs::perms::group_read
                            | fs::perms::others_exec | fs::perms::others_read);
        // Under a umask that gives others everything, as careless users have.
        const mode_t before = umask(0);
        const Finished run = program.run({program.strategy(), "--steps", "1000000", "--detach"});
        umask(before);
        ASSERT_EQ(run.code, 0) << run.err;
        const auto about = nlohmann::json::parse(run.out);
        const auto read = launch::loadRunRecord(about["directory"].get<std::string>());
        ASSERT_TRUE(read);
        record = *read;
        ASSERT_TRUE(hasRecorded(record.directory));
        ASSERT_EQ(launch::processesOfRun(record.run).size(), 5U);
        sockets
            = fs::path(record.viewerEndpoint.substr(std::string("ipc://").size())).parent_path();
    }

    // Of all that the run has made.
    std::vector<fs::path> files() const
    {
        std::vector<fs::path> found = {record.directory, sockets};
        for (const fs::path& folder :
             {record.directory, sockets, fs::path("/dev/shm/bubblescope-" + record.run)}) {
            if (!fs::exists(folder))
                continue;
            for (const auto& entry : fs::recursive_directory_iterator(folder))
                found.push_back(entry.path());
        }
        found.push_back(program.state / "bubblescope" / "catalogue.sqlite");
        return found;
    }

    const Program program{BUBBLESCOPE_BIN};
    launch::RunRecord record;
    fs::path sockets;
};

} // namespace

TEST_F(SecondUser, ReadsAndWritesNothingOfARun)
{
    const auto all = files();
    ASSERT_GT(all.size(), 10U);
    for (const fs::path& file : all) {
        EXPECT_FALSE(anotherUserCan([&] { return open(file.c_str(), O_RDONLY) >= 0; })) << file;
        EXPECT_FALSE(anotherUserCan([&] { return open(file.c_str(), O_WRONLY) >= 0; })) << file;
        EXPECT_FALSE(anotherUserCan([&] { return unlink(file.c_str()) == 0; })) << file;
    }
    for (const fs::path& folder : {record.directory, sockets})
        EXPECT_FALSE(anotherUserCan([&] {
            return open((folder / "planted").c_str(), O_WRONLY | O_CREAT, 0600) >= 0;
        })) << folder;
}

TEST_F(SecondUser, ConnectsToNoSocketOfARun)
{
    int tried = 0;
    for (const fs::path& file : files()) {
        if (!fs::is_socket(file))
            continue;
        ++tried;
        EXPECT_FALSE(anotherUserCan([&] { return canConnect(file); })) << file;
    }
    EXPECT_GE(tried, 2); // of ranks and of viewers
    EXPECT_TRUE(canConnect(sockets / "viewers"));
}

TEST_F(SecondUser, EndsHoldsAndLooksIntoNoProcessOfARun)
{
    auto processes = launch::processesOfRun(record.run);
    processes.push_back({.pid = record.supervisor.pid});
    for (const auto& process : processes) {
        const std::string proc = "/proc/" + std::to_string(process.pid);
        for (const int signal : {SIGTERM, SIGSTOP, SIGKILL})
            EXPECT_FALSE(anotherUserCan([&] { return kill(process.pid, signal) == 0; }));
        for (const char* name : {"/environ", "/mem", "/fd"})
            EXPECT_FALSE(anotherUserCan([&] { return open((proc + name).c_str(), O_RDONLY) >= 0; }))
                << name;
    }
    EXPECT_EQ(launch::processesOfRun(record.run).size() + 1, processes.size());
}

TEST_F(SecondUser, StopsNoRunByItsFolder)
{
    const auto program_ = (program.bin / "bubblescope-run").string();
    const std::string folder = record.directory;
    const bool stopped = anotherUserCan([&] {
        const int null = open("/dev/null", O_RDWR);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        const pid_t pid = fork();
        if (pid == 0) {
            execl(program_.c_str(), program_.c_str(), "stop", folder.c_str(), nullptr);
            _exit(126);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    });
    EXPECT_FALSE(stopped);
    EXPECT_TRUE(launch::isRunning(record.supervisor));
}

} // namespace launch_test
