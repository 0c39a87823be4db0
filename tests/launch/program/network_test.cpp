// What of a live run can be reached from outside of it.

#include "engine/launch/own_network.h"
#include "engine/launch/process_tree.h"
#include "telemetry/connection_file.h"
#include "telemetry/endpoint.h"
#include "telemetry/viewer.h"
#include "tests/launch/program/program_run.h"
#include "tests/launch/until.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <future>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace launch_test {
namespace {

namespace fs = std::filesystem;

bool isLoopback(const std::string& address) // as the tables write it: HEX:PORT, bytes reversed
{
    const std::string host = address.substr(0, address.find(':'));
    constexpr std::string_view kMapped = "0000000000000000FFFF0000"; // IPv4 in IPv6
    if (host.size() == 32 && !host.starts_with(kMapped))
        return host == "00000000000000000000000001000000";
    return host.ends_with("7F");
}

struct Socket {
    std::string what; // "tcp 00000000:8A8F"
    bool loopback = false;
};

// Of one network: all of them by their inodes.
std::map<std::string, Socket> socketsIn(const fs::path& net)
{
    std::map<std::string, Socket> sockets;
    for (const char* protocol : {"tcp", "tcp6", "udp", "udp6"}) {
        std::ifstream table(net / protocol);
        std::string line;
        std::getline(table, line); // the heading
        while (std::getline(table, line)) {
            std::istringstream words(line);
            std::vector<std::string> fields;
            for (std::string word; words >> word;)
                fields.push_back(word);
            if (fields.size() > 9)
                sockets[fields[9]]
                    = {std::string(protocol) + ' ' + fields[1], isLoopback(fields[1])};
        }
    }
    return sockets;
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
            names.push_back(
                line.substr(line.find_first_not_of(' '), colon - line.find_first_not_of(' ')));
    return names;
}

std::string programOf(pid_t pid)
{
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(pid) + "/comm"), name);
    return name;
}

// What of a run's processes has an address of its own.
struct Seen {
    std::size_t processes = 0;
    std::size_t sockets = 0;            // of the internet's protocols, wherever
    std::vector<std::string> reachable; // from other machines: "mpirun: tcp 00000000:8A8F"
};

Seen lookAt(pid_t supervisor)
{
    auto processes = launch::descendantsOf(supervisor);
    processes.push_back({.pid = supervisor});
    Seen seen;
    seen.processes = processes.size();
    for (const auto& process : processes) {
        const auto known = socketsIn("/proc/" + std::to_string(process.pid) + "/net");
        const bool alone = interfacesOf(process.pid) == std::vector<std::string>{"lo"};
        for (const std::string& inode : socketsOf(process.pid)) {
            const auto found = known.find(inode);
            if (found == known.end())
                continue;
            ++seen.sockets;
            if (!alone && !found->second.loopback)
                seen.reachable.push_back(programOf(process.pid) + ": " + found->second.what);
        }
    }
    return seen;
}

enum class Meeting { Own, Elsewhere };

// One way to start a run.
struct Way {
    Meeting meeting = Meeting::Own;
    bool detached = true;
    bool recorded = false; // into a folder of its own
    bool training = false; // on the processor
    bool networks = true;  // the system lets one make them
};

std::ostream& operator<<(std::ostream& stream, const Way& way)
{
    return stream << "run" << (way.meeting == Meeting::Own ? "" : " --listen")
                  << (way.detached ? " --detach" : "") << (way.recorded ? " --record" : "")
                  << (way.training ? " --device cpu" : "")
                  << (way.networks ? "" : ", no network namespaces");
}

// All 32 with BUBBLESCOPE_EVERY_WAY set; else some, with each choice in two of them.
std::vector<Way> ways()
{
    if (std::getenv("BUBBLESCOPE_EVERY_WAY") == nullptr)
        return {{Meeting::Own, true, false, false, true},
                {Meeting::Own, false, true, true, false},
                {Meeting::Elsewhere, true, true, true, true},
                {Meeting::Elsewhere, false, false, false, false}};
    std::vector<Way> all;
    for (const Meeting meeting : {Meeting::Own, Meeting::Elsewhere})
        for (int bits = 0; bits < 16; ++bits)
            all.push_back(
                {meeting, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0});
    return all;
}

class Network : public testing::TestWithParam<Way> {
protected:
    // Runs until it is stopped.
    std::vector<std::string> arguments() const
    {
        const Way& way = GetParam();
        std::vector<std::string> words = {strategy(), "--steps", "1000000"};
        const auto add
            = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
        if (way.meeting == Meeting::Elsewhere)
            add({"--listen", "ipc://" + (program.root / "viewers").string()});
        if (way.detached)
            add({"--detach"});
        if (way.recorded)
            add({"--record", (program.root / "record").string()});
        if (way.training)
            add({"--device", "cpu"});
        return words;
    }

    fs::path strategy() const
    {
        if (!GetParam().training)
            return program.strategy();
        const fs::path file = program.root / "train.yaml";
        std::ofstream(file)
            << "bubblescope: 1\nmodel: {layers: 4, hidden: 32, heads: 4, vocab: 256, "
               "sequence: 32}\nparallel: {pipeline: 4}\n"
               "batch: {micro: 1, global: 4}\nschedule: {name: 1f1b}\n";
        return file;
    }

    // The folder of the run that is under way, once it has recorded something.
    fs::path folder() const
    {
        fs::path found;
        const bool there = until([&] {
            found = program.root / "record";
            if (!GetParam().recorded && !program.runs().empty())
                found = program.state / "bubblescope/runs" / program.runs().front();
            std::error_code none;
            const auto size = fs::file_size(found / "events.bslog", none);
            return !none && size > 4096;
        });
        EXPECT_TRUE(there);
        return found;
    }

    Program program{BUBBLESCOPE_BIN};
};

} // namespace

TEST_P(Network, NoOtherMachineReachesASocketOfARun)
{
    const Way& way = GetParam();
    if (const int error = launch::OwnNetwork().whyNot(); way.networks && error != 0)
        GTEST_SKIP() << "no network namespace can be made here: " << std::strerror(error);
    program.mayMakeNetworks = way.networks;
    auto started = std::async(std::launch::async,
                              [this, words = arguments()] { return program.run(words); });
    const fs::path record = folder();
    const auto about = nlohmann::json::parse(std::ifstream(record / "run.json"));
    const Seen seen = lookAt(about["supervisor"]["pid"].get<pid_t>());
    EXPECT_GE(seen.processes, 7U); // and its guard, mpirun and four ranks
    EXPECT_GT(seen.sockets, 0U);   // mpirun does listen, and the test can see that
    if (way.networks) {
        EXPECT_EQ(seen.reachable, std::vector<std::string>{});
    } else { // Open MPI 4 listens on all interfaces there are: its own port alone, and that is said
        EXPECT_LE(seen.reachable.size(), 2U); // of IPv4 and of IPv6
        for (const std::string& socket : seen.reachable)
            EXPECT_TRUE(socket.starts_with("mpirun: tcp")) << socket;
    }

    Program stopper{BUBBLESCOPE_BIN}; // with files for what it says of its own
    stopper.state = program.state;
    EXPECT_EQ(stopper.run({"stop", record.string()}).code, 0);
    const Finished finished = started.get();
    std::ifstream log(record / "run.log");
    const std::string said = finished.err + std::string((std::istreambuf_iterator<char>(log)), {});
    EXPECT_EQ(said.find("other machines can reach a port of mpirun") != std::string::npos,
              !way.networks)
        << said;
}

INSTANTIATE_TEST_SUITE_P(Ways, Network, testing::ValuesIn(ways()));

// What is no address of this host, or no address at all, is refused before anything is made.
TEST(NetworkEndpoints, ThatAreNoneAreRefused)
{
    const Program program{BUBBLESCOPE_BIN};
    for (const char* endpoint : {"tcp://*:4000", "tcp://eth0:4000", "tcp://198.51.100.7:4000",
                                 "tcp://127.0.0.1.example:4000", "tcp://127.0.0.1:0",
                                 "tcp://127.0.0.1:4000;198.51.100.7:4000", "tcp://localhost:4000",
                                 "tcp://::1:4000", "udp://127.0.0.1:4000", "ws://127.0.0.1:4000",
                                 "pgm://eth0;239.0.0.1:4000", "inproc://x", "vmci://*:4000"}) {
        const Finished run
            = program.run({program.strategy(), "--steps", "1", "--listen", endpoint});
        EXPECT_EQ(run.code, 2) << endpoint;
        EXPECT_NE(run.err.find(endpoint), std::string::npos) << run.err;
    }
    EXPECT_TRUE(program.runs().empty());
}

// Whoever has the run's connection file is served, and nobody else.
TEST(NetworkEndpoints, ServeWhoHasTheKey)
{
    for (const char* endpoint : {"tcp://127.0.0.1:*", "tcp://0.0.0.0:*"}) {
        const Program program{BUBBLESCOPE_BIN};
        auto started = std::async(std::launch::async, [&] {
            return program.run({program.strategy(), "--steps", "100000", "--listen", endpoint});
        });
        ASSERT_TRUE(until([&] {
            return !program.runs().empty()
                && fs::exists(program.state / "bubblescope/runs" / program.runs().front()
                              / telemetry::kConnectionFileName);
        }));
        const fs::path folder = program.state / "bubblescope/runs" / program.runs().front();
        const auto connection
            = telemetry::readConnection((folder / telemetry::kConnectionFileName).string());
        ASSERT_TRUE(connection) << connection.error().message;
        EXPECT_TRUE(telemetry::isTcp(connection->viewerEndpoint)) << connection->viewerEndpoint;
        EXPECT_FALSE(telemetry::isEveryAddress(telemetry::addressIn(connection->viewerEndpoint)));
        const auto source = telemetry::openLive({.endpoint = connection->viewerEndpoint,
                                                 .curve = connection->asViewer(),
                                                 .run = connection->run});
        ASSERT_TRUE(source) << source.error().message;
        std::vector<telemetry::Frame> frames;
        EXPECT_TRUE(until([&] { return (*source)->drain(frames, 100) > 0; }));
        // A rank's key is no viewer's.
        const auto stranger = telemetry::openLive({.endpoint = connection->viewerEndpoint,
                                                   .curve = connection->asRank(),
                                                   .run = connection->run});
        ASSERT_TRUE(stranger);
        EXPECT_TRUE(until([&] {
            return (*stranger)->status().state == telemetry::SourceState::Connecting
                && !(*stranger)->status().sentence.empty();
        }));
        EXPECT_EQ((*stranger)->status().frames, 0U);
        Program stopper{BUBBLESCOPE_BIN};
        stopper.state = program.state;
        EXPECT_EQ(stopper.run({"stop", folder.string()}).code, 0);
        EXPECT_EQ(started.get().code, 1);
        EXPECT_FALSE(fs::exists(folder / telemetry::kConnectionFileName));
    }
}

} // namespace launch_test
