// Thousands of simulated ranks, through an aggregator a node, against one real collector: the
// collector in this process and alone in it, the ranks in others. Prints one line a measurement.
// Exit code 1: something was lost.

#include "telemetry/collector.h"
#include "telemetry/sender.h"
#include "tests/bench/simulated_node.h"
#include "tests/scratch_directory.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace telemetry;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using bench::Load;

constexpr auto kGivenUp = 120s; // beyond what the steps themselves last

struct Options {
    Load load;
    int processes = 2; // of ranks
    std::string directory = "/tmp";
};

int usage()
{
    std::fprintf(stderr,
                 "usage: bench_scale [--ranks N] [--ranks-per-node N] [--pipeline N] [--steps N]\n"
                 "                   [--microbatches N] [--step-ms N (0: as fast as it goes)]\n"
                 "                   [--ops one|all|none (replicas that send them)]\n"
                 "                   [--processes N] [--directory DIR]\n");
    return 2;
}

bool read(int argc, char** argv, Options& options)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        const std::string value = argv[i + 1];
        const long number = std::strtol(value.c_str(), nullptr, 10);
        Load& load = options.load;
        if (name == "--ranks")
            load.ranks = std::uint32_t(number);
        else if (name == "--ranks-per-node")
            load.ranksPerNode = std::uint32_t(number);
        else if (name == "--pipeline")
            load.pipelineRanks = std::uint32_t(number);
        else if (name == "--steps")
            load.steps = int(number);
        else if (name == "--microbatches")
            load.microbatches = int(number);
        else if (name == "--step-ms")
            load.stepTime = std::chrono::milliseconds(number);
        else if (name == "--ops" && (value == "one" || value == "all" || value == "none")) {
            load.opsOfAll = value == "all";
            load.opsOfNone = value == "none";
        } else if (name == "--processes")
            options.processes = int(number);
        else if (name == "--directory")
            options.directory = value;
        else
            return false;
    }
    const Load& load = options.load;
    return argc % 2 == 1 && load.ranks >= 1 && load.ranks <= kMaxRanks && load.ranksPerNode >= 1
        && load.pipelineRanks >= 1 && load.pipelineRanks <= load.ranks
        && load.ranks % load.pipelineRanks == 0 && load.steps >= 1 && load.microbatches >= 1
        && load.microbatches <= 4096 && load.stepTime >= 0ms && options.processes >= 1;
}

std::chrono::milliseconds lengthOf(const Load& load) { return load.steps * load.stepTime; }

// The nodes `which`, which + processes, … Tells how many records they produced; 1: not all got
// through in time.
int runNodes(const Options& options, int which, const std::string& directory, int tell)
{
    const Load& load = options.load;
    const std::uint32_t nodes = (load.ranks + load.ranksPerNode - 1) / load.ranksPerNode;
    std::vector<std::unique_ptr<bench::SimulatedNode>> own;
    for (auto node = std::uint32_t(which); node < nodes; node += std::uint32_t(options.processes))
        own.push_back(std::make_unique<bench::SimulatedNode>(load, node, directory,
                                                             "ipc://" + directory + "/ranks"));
    const auto begin = Clock::now();
    const auto deadline = begin + lengthOf(load) + kGivenUp;
    bool done = false;
    while (!done && Clock::now() < deadline) {
        done = true;
        for (auto& node : own)
            done = node->turn(begin) && done;
        std::this_thread::sleep_for(2ms);
    }
    std::uint64_t told[2] = {};
    for (auto& node : own) {
        done = node->stop(10s) && done;
        told[0] += node->records();
        told[1] += node->resentFrames();
    }
    return ::write(tell, told, sizeof told) == sizeof told && done ? 0 : 1;
}

double cpuSeconds()
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds
        = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double peakMiB()
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return double(used.ru_maxrss) / 1024;
}

int descriptors()
{
    int count = 0;
    for (int descriptor = 0; descriptor < 65536; ++descriptor)
        count += ::fcntl(descriptor, F_GETFD) >= 0 ? 1 : 0;
    return count;
}

// Of the End marks among them, how long each took into the log.
void addLate(const std::vector<Frame>& frames, std::vector<double>& late)
{
    const std::int64_t now = rankClockNs();
    for (const Frame& frame : frames)
        if (const auto* marks = std::get_if<std::vector<StepMark>>(&frame.body))
            for (const StepMark& mark : *marks)
                if (mark.phase == StepPhase::End)
                    late.push_back(double(now - mark.timeNs) / 1e6);
}

struct Measured {
    Totals totals{};
    double seconds = 0;
    double cpu = 0;
    int files = 0;
    std::vector<double> late{};
    double watchMs = 0; // the longest look at all ranks
};

Measured collect(Collector& collector, const Load& load)
{
    Measured measured;
    const auto deadline = Clock::now() + lengthOf(load) + kGivenUp;
    std::vector<Frame> frames;
    std::optional<Clock::time_point> begin;
    double cpuBefore = 0;
    auto lastLook = Clock::now();
    while (!collector.allFinished() && Clock::now() < deadline) {
        std::this_thread::sleep_for(5ms);
        frames.clear();
        while (collector.drain(frames, 4096) > 0) {}
        if (!begin && !frames.empty()) {
            begin = Clock::now();
            cpuBefore = cpuSeconds();
        }
        addLate(frames, measured.late);
        const auto now = Clock::now();
        if (now - lastLook < 250ms) // as the supervisor does
            continue;
        lastLook = now;
        collector.watch(3s);
        measured.watchMs
            = std::max(measured.watchMs,
                       std::chrono::duration<double, std::milli>(Clock::now() - now).count());
        measured.files = std::max(measured.files, descriptors());
    }
    measured.seconds
        = std::chrono::duration<double>(Clock::now() - begin.value_or(Clock::now())).count();
    measured.cpu = cpuSeconds() - cpuBefore;
    measured.totals = collector.stop(0ms);
    std::sort(measured.late.begin(), measured.late.end());
    return measured;
}

void print(const Load& load, const Measured& measured, std::uint64_t produced, std::uint64_t resent)
{
    const Totals& totals = measured.totals;
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf("%u ranks of %u a node, %d steps%s\n", load.ranks, load.ranksPerNode, load.steps,
                load.opsOfAll        ? ", ops of all"
                    : load.opsOfNone ? ", sums only"
                                     : ", ops of one replica");
    std::printf("records                %10llu, %.0f a second over %.1f s\n", number(totals.logged),
                double(totals.logged) / measured.seconds, measured.seconds);
    std::printf("collector              %10.1f %% of a core, %.1f MiB at most, %d files\n",
                100 * measured.cpu / measured.seconds, peakMiB(), measured.files);
    if (!measured.late.empty())
        std::printf("step's end to the log  %10.1f ms median, p99 %.1f, worst %.1f, of %zu\n",
                    measured.late[measured.late.size() / 2],
                    measured.late[measured.late.size() * 99 / 100], measured.late.back(),
                    measured.late.size());
    std::printf("look at silent ranks   %10.3f ms at most\n", measured.watchMs);
    std::printf(
        "lost                   %10llu, duplicates %llu, sent again %llu, gaps %llu, bad %llu\n",
        number(produced - std::min(produced, totals.logged)), number(totals.duplicates),
        number(resent), number(totals.gaps), number(totals.badFrames));
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    if (!read(argc, argv, options))
        return usage();
    const Load& load = options.load;
    const tests::ScratchDirectory scratch(options.directory);
    const std::string directory = scratch.path();
    int tell[2];
    if (::pipe(tell) != 0)
        return 1;
    // Before there is a thread.
    std::vector<pid_t> children;
    for (int which = 0; which < options.processes; ++which) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL); // none stays behind a run that was ended
            std::_Exit(runNodes(options, which, directory, tell[1]));
        }
        children.push_back(child);
    }
    auto collector = Collector::start({.run = load.run,
                                       .ranks = load.ranks,
                                       .rankEndpoint = "ipc://" + directory + "/ranks",
                                       .logPath = directory + "/log",
                                       .ownerBytes = std::size_t{64} << 20});
    if (!collector) {
        std::fprintf(stderr, "%s\n", collector.error().message.c_str());
        return 1;
    }
    const Measured measured = collect(**collector, load);
    bool done = true;
    std::uint64_t produced = 0;
    std::uint64_t resent = 0;
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        done = done && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        std::uint64_t told[2] = {};
        if (::read(tell[0], told, sizeof told) != sizeof told)
            done = false;
        produced += told[0];
        resent += told[1];
    }
    print(load, measured, produced, resent);
    const Totals& totals = measured.totals;
    const bool whole = done && totals.logged == produced && totals.sent == produced
        && totals.gaps + totals.dropped + totals.badFrames + totals.unlogged == 0;
    if (!whole)
        std::printf("not everything got through\n");
    return whole ? 0 : 1;
}
