// What telemetry costs a rank, and how fast records reach the disk and come back.
// Prints one line a measurement: bench_telemetry [DIRECTORY on the disk to measure]

#include "telemetry/collector.h"
#include "telemetry/connection_file.h"
#include "telemetry/log_reader.h"
#include "telemetry/sender.h"
#include "telemetry/text.h"
#include "telemetry/viewer.h"
#include "tests/scratch_directory.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace telemetry;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::uint64_t kRun = 1;
constexpr int kBatch = 256;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

SpanRecord spanAt(std::int64_t i)
{
    return {.startNs = i * 1000,
            .endNs = i * 1000 + 900,
            .step = int(i >> 10),
            .stage = 1,
            .microbatch = int(i & 31),
            .kind = SpanKind::Backward};
}

SenderOptions senderOptions(const std::string& directory, std::uint32_t rank, std::uint32_t ranks)
{
    SenderOptions options;
    options.endpoint = "ipc://" + directory + "/ranks";
    options.run = kRun;
    options.rank = rank;
    options.hello.ranks = ranks;
    options.batchRecords = kBatch;
    return options;
}

// Bursts that fit the ring, so that it is the push that is timed, not the refusal.
void pushCost(const std::string& directory)
{
    auto collector = Collector::start({.run = kRun,
                                       .ranks = 1,
                                       .rankEndpoint = "ipc://" + directory + "/ranks",
                                       .logPath = directory + "/push.log"});
    auto sender = Sender::open(senderOptions(directory, 0, 1));
    constexpr int kBurst = 10000;
    std::vector<double> perSpan;
    for (int round = 0; round < 50; ++round) {
        const auto start = Clock::now();
        for (int i = 0; i < kBurst; ++i)
            (*sender)->span(spanAt(i));
        perSpan.push_back(secondsSince(start) / kBurst * 1e9);
        while ((*sender)->counts().sent < std::uint64_t(round + 1) * kBurst
               && secondsSince(start) < 5)
            std::this_thread::sleep_for(1ms);
    }
    std::sort(perSpan.begin(), perSpan.end());
    const auto counts = (*sender)->close(10s);
    std::printf(
        "push one span          %10.1f ns median, %.1f ns worst burst of %d, dropped %llu\n",
        perSpan[perSpan.size() / 2], perSpan.back(), kBurst,
        static_cast<unsigned long long>(counts.dropped));
}

// With keys over tcp on the loopback interface, encrypted; without over ipc.
void throughCollector(const std::string& directory, int senders, std::uint64_t each,
                      const std::optional<RunKeys>& keys = {})
{
    const std::string log = directory + "/through.log";
    const auto forRanks = keys ? std::optional(keys->forRanks()) : std::nullopt;
    const auto asRank = keys ? std::optional(keys->connection.asRank()) : std::nullopt;
    auto collector = Collector::start(
        {.run = kRun,
         .ranks = std::uint32_t(senders),
         .rankEndpoint = keys ? "tcp://127.0.0.1:*" : "ipc://" + directory + "/ranks",
         .rankCurve = forRanks,
         .logPath = log,
         .ownerBytes = 0});
    const auto start = Clock::now();
    std::atomic<std::uint64_t> dropped{0};
    std::vector<std::thread> ranks;
    ranks.reserve(senders);
    for (int rank = 0; rank < senders; ++rank)
        ranks.emplace_back([&, rank] {
            auto options = senderOptions(directory, std::uint32_t(rank), std::uint32_t(senders));
            options.endpoint = (*collector)->rankEndpoint();
            options.curve = asRank;
            auto sender = Sender::open(options);
            for (std::uint64_t i = 0; i < each;) {
                for (int burst = 0; burst < 4096 && i < each; ++burst, ++i)
                    (*sender)->span(spanAt(std::int64_t(i)));
                // As fast as the ring allows, not faster.
                for (auto counts = (*sender)->counts();
                     counts.produced - counts.sent - counts.dropped > 50000
                     && secondsSince(start) < 60;
                     counts = (*sender)->counts())
                    std::this_thread::sleep_for(1ms);
            }
            dropped += (*sender)->close(60s).dropped;
        });
    for (auto& rank : ranks)
        rank.join();
    const auto totals = (*collector)->stop(0ms);
    const double seconds = secondsSince(start);
    std::printf("%d senders to disk, %s %10.2f M records/s, logged %llu of %llu, dropped %llu, "
                "duplicates %llu\n",
                senders, keys ? "tcp" : "ipc", double(totals.logged) / seconds / 1e6,
                static_cast<unsigned long long>(totals.logged),
                static_cast<unsigned long long>(each) * static_cast<unsigned long long>(senders),
                static_cast<unsigned long long>(dropped.load()),
                static_cast<unsigned long long>(totals.duplicates));
    std::filesystem::remove(log);
}

// From the end of an op, one every millisecond, to a viewer that looks as often as the window.
void opEndToViewer(const std::string& directory)
{
    constexpr auto kLook = 33ms;
    constexpr std::size_t kOps = 5000;
    const std::string viewers = "ipc://" + directory + "/viewers";
    auto collector = Collector::start({.run = kRun,
                                       .ranks = 1,
                                       .rankEndpoint = "ipc://" + directory + "/ranks",
                                       .viewerEndpoint = viewers,
                                       .logPath = directory + "/latency.log"});
    auto viewer = openLive({.endpoint = viewers});
    const auto start = Clock::now();
    while ((*collector)->snapshot().viewers == 0 && secondsSince(start) < 5)
        std::this_thread::sleep_for(1ms);
    std::jthread rank([&] {
        auto sender = Sender::open(senderOptions(directory, 0, 1));
        for (std::size_t i = 0; i < kOps; ++i, std::this_thread::sleep_for(1ms)) {
            SpanRecord span = spanAt(0);
            span.endNs = rankClockNs();
            span.startNs = span.endNs - 1000;
            (*sender)->span(span);
        }
        (*sender)->close(5s);
    });
    std::vector<double> late;
    std::vector<Frame> frames;
    while (late.size() < kOps && secondsSince(start) < 30) {
        std::this_thread::sleep_for(kLook);
        frames.clear();
        while ((*viewer)->drain(frames, 64) > 0) {}
        for (const auto& frame : frames)
            if (const auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body))
                for (const auto& span : *spans)
                    late.push_back(double(rankClockNs() - span.endNs) / 1e6);
    }
    std::sort(late.begin(), late.end());
    if (!late.empty())
        std::printf("op end to viewer       %10.1f ms median, p99 %.1f, worst %.1f, %zu of %zu\n",
                    late[late.size() / 2], late[late.size() * 99 / 100], late.back(), late.size(),
                    kOps);
}

void logWriteAndRead(const std::string& directory, std::uint64_t records)
{
    const std::string path = directory + "/write.log";
    FrameBuilder builder(FrameKind::Spans);
    for (int i = 0; i < kBatch; ++i)
        builder.append(spanAt(i));
    const auto frame = builder.finish({.run = kRun, .sequence = 1});

    auto start = Clock::now();
    {
        auto log = LogWriter::create(path, kRun);
        for (std::uint64_t i = 0; i < records; i += kBatch) {
            log->append(frame);
            log->syncIfDue();
        }
        log->flush();
        log->sync();
        const auto counts = log->counts();
        std::printf("log write              %10.2f M records/s, %llu syncs, %.0f MB\n",
                    double(counts.records) / secondsSince(start) / 1e6,
                    static_cast<unsigned long long>(counts.syncs), double(counts.bytes) / 1e6);
    }
    start = Clock::now();
    auto log = LogReader::open(path);
    log->finish();
    std::uint64_t read = 0;
    while (!log->atEnd())
        for (const auto bytes : log->nextChunk()) {
            const auto decoded = decode(bytes);
            read += std::get<std::vector<SpanRecord>>(std::get<Frame>(decoded).body).size();
        }
    std::printf("log read and decode    %10.2f M records/s\n",
                double(read) / secondsSince(start) / 1e6);
    std::filesystem::remove(path);

    start = Clock::now();
    std::uint64_t decodedRecords = 0;
    while (decodedRecords < records)
        decodedRecords += std::get<Frame>(decode(frame)).header.count;
    std::printf("decode                 %10.2f M records/s\n",
                double(decodedRecords) / secondsSince(start) / 1e6);
}

} // namespace

int main(int argc, char** argv)
{
    const tests::ScratchDirectory scratch(argc > 1 ? argv[1] : "/tmp");
    const std::string directory = scratch.path();
    pushCost(directory);
    opEndToViewer(directory);
    const auto keys = makeRunKeys();
    for (int round = 0; round < 3; ++round) {
        throughCollector(directory, 1, 4'000'000);
        throughCollector(directory, 4, 2'000'000);
        if (keys) {
            throughCollector(directory, 1, 4'000'000, *keys);
            throughCollector(directory, 4, 2'000'000, *keys);
        }
    }
    logWriteAndRead(directory, 8'000'000);
    return 0;
}
