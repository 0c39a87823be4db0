#include "tests/launch/program/program_run.h"

#include "engine/launch/private_file.h"
#include "engine/strategy/file_descriptor.h"
#include "tests/launch/until.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch_test {

namespace {

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<char*> pointersOf(std::vector<std::string>& strings)
{
    std::vector<char*> pointers;
    pointers.reserve(strings.size());
    for (std::string& text : strings)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

// From here on unshare() fails for this process and its children.
bool refuseNamespaces()
{
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_unshare, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program = {std::size(filter), filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int waitFor(pid_t pid)
{
    int status = 0;
    pid_t ended = 0;
    if (!until([&] { return (ended = waitpid(pid, &status, WNOHANG)) != 0; })) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        return 255;
    }
    if (ended != pid)
        return 255;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

Program::Program(std::filesystem::path programs)
    : bin(std::move(programs))
    , root(m_scratch.path())
    , state(root / "state")
    , path("/usr/local/bin:/usr/bin:/bin")
{
    std::ofstream(strategy()) << "bubblescope: 1\nname: Four\nparallel: {pipeline: 4}\n"
                                 "batch: {micro: 1, global: 8}\nschedule: {name: 1f1b}\n"
                                 "costs: {forward: 1000, input_grad: 1000, weight_grad: 1000}\n";
}

Program::~Program()
{
    for (const std::string& name : runs())
        run({"stop", name});
}

Finished Program::run(const std::vector<std::string>& arguments, const std::string& program,
                      const std::filesystem::path& errFile) const
{
    std::vector<std::string> all = {(bin / program).string()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<std::string> whole
        = {"PATH=" + path, "HOME=" + root.string(), "XDG_STATE_HOME=" + state.string(),
           "XDG_RUNTIME_DIR=" + root.string()};
    whole.insert(whole.end(), environment.begin(), environment.end());
    const auto argumentPointers = pointersOf(all);
    const auto environmentPointers = pointersOf(whole);
    const std::string number = std::to_string(++m_begun);
    const auto out = root / ("stdout-" + number);
    const auto err = errFile.empty() ? root / ("stderr-" + number) : errFile;
    const pid_t pid = fork();
    if (pid == 0) {
        if (!mayMakeNetworks && !refuseNamespaces())
            _exit(125);
        dup2(open(out.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDOUT_FILENO);
        dup2(open(err.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDERR_FILENO);
        execve(argumentPointers[0], argumentPointers.data(), environmentPointers.data());
        _exit(126);
    }
    Finished finished;
    if (pid < 0) {
        finished.err = "no process can be started";
        return finished;
    }
    finished.code = waitFor(pid);
    finished.out = textOf(out);
    finished.err = textOf(err);
    return finished;
}

std::vector<std::string> Program::runs() const
{
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator item(state / "bubblescope" / "runs", error), end;
         !error && item != end; item.increment(error))
        names.push_back(item->path().filename().string());
    return names;
}

bool hasRecorded(const std::filesystem::path& folder)
{
    constexpr std::uintmax_t kHellos = 4096; // and no more
    return until([&] {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(folder / "events.bslog", error);
        return !error && bytes > kHellos;
    });
}

std::set<std::string> bytesSent(const Program& program)
{
    std::istringstream rows(program.run({"export", "last", "--format", "csv"}).out);
    std::set<std::string> bytes;
    for (std::string row; std::getline(rows, row);)
        if (row.find(",send,") != std::string::npos || row.find(",receive,") != std::string::npos)
            bytes.insert(row.substr(row.rfind(',') + 1));
    return bytes;
}

nlohmann::json endedRun(const Program& program)
{
    nlohmann::json run;
    EXPECT_TRUE(until([&] {
        run = nlohmann::json::parse(program.run({"list", "--json"}).out)[0];
        return run["state"] != "running";
    }));
    return run;
}

} // namespace launch_test
