// What of a live run can be reached from outside of it.

#include "engine/launch/own_network.h"
#include "engine/launch/process_tree.h"
#include "tests/launch/program_run.h"

#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

namespace fs = std::filesystem;

// Sockets in one network that take connections or, of UDP, datagrams: their inodes.
std::set<std::string> listenersIn(const fs::path& net)
{
    std::set<std::string> inodes;
    for (const char* protocol : {"tcp", "tcp6", "udp", "udp6"}) {
        std::ifstream table(net / protocol);
        std::string line;
        std::getline(table, line); // the heading
        while (std::getline(table, line)) {
            std::istringstream words(line);
            std::vector<std::string> fields;
            for (std::string word; words >> word;)
                fields.push_back(word);
            const bool listens = fields.size() > 9 && (fields[3] == "0A" || fields[3] == "07");
            if (listens)
                inodes.insert(fields[9]);
        }
    }
    return inodes;
}

std::set<std::string> socketsOf(pid_t pid)
{
    std::set<std::string> inodes;
    std::error_code error;
    for (const auto& entry :
         fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd", error)) {
        const std::string target = fs::read_symlink(entry.path(), error);
        if (target.starts_with("socket:["))
            inodes.insert(target.substr(8, target.size() - 9));
    }
    return inodes;
}

std::vector<std::string> interfacesOf(pid_t pid)
{
    std::ifstream table("/proc/" + std::to_string(pid) + "/net/dev");
    std::vector<std::string> names;
    std::string line;
    while (std::getline(table, line))
        if (const auto colon = line.find(':'); colon != std::string::npos)
            names.push_back(line.substr(line.find_first_not_of(' '),
                                        colon - line.find_first_not_of(' ')));
    return names;
}

} // namespace

TEST(Network, NothingOfARunListensOutsideOfIt)
{
    if (const int error = launch::OwnNetwork().whyNot(); error != 0)
        GTEST_SKIP() << "no network namespace can be made here: " << std::strerror(error);
    const Program program{BUBBLESCOPE_BIN};
    const Finished started
        = program.run({program.strategy(), "--steps", "1000000", "--detach"});
    ASSERT_EQ(started.code, 0) << started.err;
    EXPECT_EQ(started.err.find("can reach"), std::string::npos) << started.err;
    const auto about = nlohmann::json::parse(started.out);
    const std::string run = about["run"];
    const fs::path folder = about["directory"].get<std::string>();
    ASSERT_TRUE(hasRecorded(folder));

    std::ifstream record(folder / "run.json");
    const pid_t supervisor = nlohmann::json::parse(record)["supervisor"]["pid"];
    auto processes = launch::descendantsOf(supervisor);
    ASSERT_GE(processes.size(), 5U); // mpirun and four ranks
    processes.push_back({.pid = supervisor});

    const std::set<std::string> outside = listenersIn("/proc/self/net");
    std::size_t inside = 0;
    for (const auto& process : processes) {
        const fs::path net = "/proc/" + std::to_string(process.pid) + "/net";
        const std::set<std::string> own = listenersIn(net);
        for (const std::string& socket : socketsOf(process.pid)) {
            EXPECT_FALSE(outside.contains(socket)) << "process " << process.pid;
            inside += own.contains(socket) ? 1 : 0;
        }
    }
    EXPECT_GT(inside, 0U); // mpirun does listen, and the test can see that
    for (const auto& process : launch::processesOfRun(run))
        EXPECT_EQ(interfacesOf(process.pid), std::vector<std::string>{"lo"}) << process.pid;
}

} // namespace launch_test
