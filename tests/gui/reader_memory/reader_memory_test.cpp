// What a recording makes a reader take is bounded by its bytes, whatever it claims.

#include "engine/launch/run_reading.h"
#include "engine/measured/step_assembler.h"
#include "gui/live/step_history.h"
#include "gui/live/step_memory.h"
#include "telemetry/log_reader.h"
#include "tests/measured/hostile_log.h"
#include "tests/scratch_directory.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

std::atomic<std::int64_t> held{0};
std::atomic<std::int64_t> most{0};

void* take(std::size_t bytes)
{
    void* const memory = std::malloc(bytes);
    if (memory == nullptr)
        throw std::bad_alloc();
    const std::int64_t now = held += std::int64_t(malloc_usable_size(memory));
    for (std::int64_t before = most; before < now && !most.compare_exchange_weak(before, now);) {}
    return memory;
}

void giveBack(void* memory) noexcept
{
    held -= std::int64_t(malloc_usable_size(memory));
    std::free(memory);
}

} // namespace

void* operator new(std::size_t bytes) { return take(bytes); }
void* operator new[](std::size_t bytes) { return take(bytes); }
void operator delete(void* memory) noexcept { giveBack(memory); }
void operator delete[](void* memory) noexcept { giveBack(memory); }
void operator delete(void* memory, std::size_t) noexcept { giveBack(memory); }
void operator delete[](void* memory, std::size_t) noexcept { giveBack(memory); }

namespace {

using namespace telemetry;
using measured::test::AnyRecords;
using measured::test::HostileLog;

constexpr std::int64_t kBytesAByte = 64;
constexpr std::int64_t kFree = 64 << 20; // of a reader, whatever it reads
constexpr std::int64_t kMostBelow8MiB = 512 << 20;
constexpr std::int64_t kLongest = kMaxTimeNs - 1;

// All that replay, the window's session and its history keep of the log.
std::int64_t peakOfReading(const HostileLog& log)
{
    const std::int64_t before = held;
    most = before;
    launch::RunReading reading;
    std::vector<launch::StepReport> reports;
    measured::StepAssembler assembler;
    gui::StepHistory history;
    gui::StepMemory memory;
    const auto takeSteps = [&] {
        for (launch::StepReport& report : reading.takeFinished())
            reports.push_back(std::move(report));
        for (measured::Step& step : assembler.takeFinished())
            history.add(std::move(step));
    };
    std::size_t frames = 0;
    for (const Bytes& bytes : log.frames()) {
        const auto frame = std::get<Frame>(decode(bytes));
        reading.add(frame);
        assembler.add(frame);
        memory.add(frame);
        takeSteps();
        if (frames++ % 256 == 0) // as the window does, once a tick
            (void)assembler.current();
    }
    reading.close();
    assembler.close();
    takeSteps();
    return most - before;
}

void expectBounded(const HostileLog& log, const std::string& what)
{
    const std::int64_t peak = peakOfReading(log);
    const auto bytes = std::int64_t(log.bytes());
    std::printf("%-52s %9lld B of log: at most %10lld B\n", what.c_str(),
                static_cast<long long>(bytes), static_cast<long long>(peak));
    EXPECT_LE(peak, kFree + kBytesAByte * bytes) << what;
    if (bytes < 8 << 20) {
        EXPECT_LE(peak, kMostBelow8MiB) << what;
    }
}

HostileLog oneStep(std::int64_t lastNs)
{
    HostileLog log;
    log.hello(1, 1, 1);
    log.mark(0, 0, 0, StepPhase::Begin);
    log.add(FrameKind::Spans, 0,
            std::vector{SpanRecord{.endNs = 100, .stage = 0, .microbatch = 0},
                        SpanRecord{.startNs = 200,
                                   .endNs = lastNs,
                                   .stage = 0,
                                   .microbatch = 0,
                                   .kind = SpanKind::Backward}});
    log.mark(0, 0, lastNs, StepPhase::End, 2);
    return log;
}

// Of as many ranks as a Hello may name, one of which begins `steps` steps.
HostileLog begunSteps(int steps, std::uint32_t ranks = kMaxRanks)
{
    HostileLog log;
    log.hello(ranks, 1, 1);
    for (int step = 0; step < steps; ++step)
        log.mark(0, step, step, StepPhase::Begin);
    return log;
}

TEST(ReaderMemory, FollowsTheBytesAndNotWhatTheyClaim)
{
    expectBounded(oneStep(kLongest), "a step of 2^61 ns");
    expectBounded(begunSteps(40), "2^20 ranks, 40 begun steps");
    expectBounded(begunSteps(250), "2^20 ranks, 250 begun steps");
    expectBounded(begunSteps(20'000), "2^20 ranks, 20 000 begun steps");
    expectBounded(begunSteps(20'000, 4096), "4096 ranks, 20 000 begun steps");

    HostileLog many; // in few frames
    many.hello(4096, 1, 1);
    for (int frame = 0, step = 0; frame < 100; ++frame) {
        std::vector<StepMark> marks;
        for (int i = 0; i < 1600; ++i, ++step)
            marks.push_back({.timeNs = step, .step = step});
        many.add(FrameKind::StepMarks, std::uint32_t(frame), marks);
    }
    expectBounded(many, "4096 ranks, 160 000 begun steps in 100 frames");

    HostileLog wide; // every rank says one thing, far away in the world
    wide.hello(1, 1, 1, kMaxRanks, false);
    for (std::uint32_t rank = 0; rank < 40'000; ++rank)
        wide.mark(rank * 20, std::int32_t(rank % 8), 0, StepPhase::Begin);
    expectBounded(wide, "2^20 replicas, 40 000 of which begin 8 steps");

    HostileLog empty; // frames of nothing
    empty.hello(kMaxRanks, 1, 1);
    for (std::uint32_t rank = 0; rank < 60'000; ++rank)
        empty.add(FrameKind::Spans, rank, std::vector<SpanRecord>());
    expectBounded(empty, "60 000 frames of no spans, each of another rank");
}

TEST(ReaderMemory, FollowsTheBytesOfAnyRecords)
{
    std::int64_t worst = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const HostileLog log = AnyRecords(seed).log(200);
        const std::int64_t peak = peakOfReading(log);
        ASSERT_LE(peak, kFree + kBytesAByte * std::int64_t(log.bytes())) << "seed " << seed;
        worst = std::max(worst, peak);
    }
    std::printf("300 logs of random valid records: at most %lld B\n",
                static_cast<long long>(worst));
}

// True where the program ends well with no more than that much of data.
testing::AssertionResult runsWithin(std::int64_t bytes, std::vector<std::string> arguments)
{
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (std::string& argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{rlim_t(bytes), rlim_t(bytes)};
        setrlimit(RLIMIT_DATA, &limit);
        setenv("QT_QPA_PLATFORM", "offscreen", 1);
        const int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    rusage used = {};
    wait4(child, &status, 0, &used);
    std::printf("%s: exit status %d, %ld KiB resident\n", arguments[0].c_str(), status,
                used.ru_maxrss);
    // A damaged recording is told by exit code 1.
    const bool well = WIFEXITED(status) && WEXITSTATUS(status) <= 1;
    return well ? testing::AssertionSuccess()
                : testing::AssertionFailure() << "status " << status << " of " << arguments[0];
}

TEST(ReaderMemory, OfTheProgramsIsBoundedToo)
{
    const tests::ScratchDirectory scratch;
    setenv("XDG_STATE_HOME", scratch.path().c_str(), 1);
    setenv("XDG_CONFIG_HOME", scratch.path().c_str(), 1);
    HostileLog cells;
    cells.hello(4, 1, 1 << 22);
    cells.mark(0, 0, 0, StepPhase::Begin);
    const std::vector<std::pair<std::string, HostileLog>> logs
        = {{"long", oneStep(kLongest)},
           {"day", oneStep(std::int64_t{86'400} * 1'000'000'000)},
           {"forty", begunSteps(40)},
           {"begun", begunSteps(250)},
           {"cells", cells}};
    for (const auto& [name, log] : logs) {
        SCOPED_TRACE(name);
        const std::string path = scratch.path() / (name + ".bslog");
        ASSERT_TRUE(log.write(path));
        const std::string programs = BUBBLESCOPE_BIN;
        EXPECT_TRUE(runsWithin(kMostBelow8MiB, {programs + "/bubblescope-run", "replay", path}));
        EXPECT_TRUE(runsWithin(
            kMostBelow8MiB, {programs + "/bubblescope-run", "export", path, "--format", "chrome"}));
        EXPECT_TRUE(runsWithin(kMostBelow8MiB,
                               {programs + "/bubblescope", "--replay", path, "--screenshot",
                                scratch.path() / (name + ".png")}));
        EXPECT_TRUE(std::filesystem::exists(scratch.path() / (name + ".png")));
    }
}

} // namespace
