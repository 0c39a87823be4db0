// Ranks and collector over a network that loses, repeats, delays and reorders: what is recorded
// is what was sent, each record once and in order, and what is missing is named to the frame.

#include "tests/telemetry/chaos_proxy.h"
#include "tests/telemetry/live_run.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <future>

namespace telemetry {
namespace {

using namespace test;

constexpr std::uint64_t kChaosRun = 7;
constexpr std::uint32_t kRanks = 2;
constexpr int kFramesOfARank = 40;   // of a rank
constexpr int kRecordsOfAFrame = 16; // records of a frame
constexpr int kSpansOfARank = kFramesOfARank * kRecordsOfAFrame;
// Run side by side, on threads that give way to all others: beside busy programs, twenty of them
// take minutes.
constexpr unsigned kSeeds = 4;

struct Outcome {
    Totals totals;
    std::vector<SenderCounts> ranks;
    std::vector<std::vector<int>> spans; // by rank: which are in the log, in its order
    std::vector<std::uint64_t> missing;  // by rank: frames that the log's sequence lacks
};

std::vector<std::vector<int>> spansIn(const std::string& log, std::vector<std::uint64_t>& missing)
{
    std::vector<std::vector<int>> spans(kRanks);
    std::vector<std::uint64_t> expected(kRanks, 0);
    missing.assign(kRanks, 0);
    auto reader = LogReader::open(log);
    EXPECT_TRUE(reader);
    reader->finish();
    while (!reader->atEnd())
        for (const auto bytes : reader->nextChunk()) {
            const auto decoded = decode(bytes);
            const auto& frame = std::get<Frame>(decoded);
            const auto rank = frame.header.rank;
            EXPECT_GE(frame.header.sequence, expected[rank]);
            missing[rank] += frame.header.sequence - expected[rank];
            expected[rank] = frame.header.sequence + 1;
            if (const auto* some = std::get_if<std::vector<SpanRecord>>(&frame.body))
                for (const auto& span : *some)
                    spans[rank].push_back(int(span.startNs / 1000));
        }
    return spans;
}

Outcome runOver(const Chaos& chaos, std::chrono::milliseconds gapPatience)
{
    const tests::ScratchDirectory place;
    auto collector = Collector::start({.run = kChaosRun,
                                       .ranks = kRanks,
                                       .rankEndpoint = "ipc://" + (place / "ranks"),
                                       .logPath = place / "events.log",
                                       .gapPatience = gapPatience});
    EXPECT_TRUE(collector);
    const ChaosProxy proxy("ipc://" + (place / "proxy"), "ipc://" + (place / "ranks"), chaos);
    std::vector<std::future<SenderCounts>> ranks;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank)
        ranks.push_back(std::async(std::launch::async, [&place, rank] {
            SenderOptions options;
            options.endpoint = "ipc://" + (place / "proxy");
            options.run = kChaosRun;
            options.rank = rank;
            options.hello = helloOf(kRanks);
            options.batchRecords = kRecordsOfAFrame;
            auto sender = Sender::open(options);
            EXPECT_TRUE(sender);
            for (int i = 0; i < kSpansOfARank; ++i)
                (*sender)->span(spanAt(i));
            EXPECT_TRUE(
                eventually([&] { return (*sender)->counts().sent == kSpansOfARank; }, 240s));
            return (*sender)->close(60s);
        }));
    Outcome outcome;
    for (auto& rank : ranks)
        outcome.ranks.push_back(rank.get());
    outcome.totals = (*collector)->stop(0ms);
    outcome.spans = spansIn(place / "events.log", outcome.missing);
    return outcome;
}

std::vector<Outcome> runSeeds(Chaos chaos, std::chrono::milliseconds gapPatience)
{
    std::vector<std::future<Outcome>> runs;
    for (unsigned seed = 1; seed <= kSeeds; ++seed) {
        chaos.seed = seed;
        runs.push_back(std::async(std::launch::async, runOver, chaos, gapPatience));
    }
    std::vector<Outcome> outcomes;
    outcomes.reserve(runs.size());
    for (auto& run : runs)
        outcomes.push_back(run.get());
    return outcomes;
}

std::vector<int> all()
{
    std::vector<int> numbers(kSpansOfARank);
    for (int i = 0; i < kSpansOfARank; ++i)
        numbers[std::size_t(i)] = i;
    return numbers;
}

TEST(Chaos, RepeatedDelayedAndReorderedFramesChangeNothing)
{
    std::uint64_t duplicates = 0;
    for (const auto& outcome :
         runSeeds({.repeated = 0.05, .delayed = 0.2, .longest = 500ms}, 120s)) {
        for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
            EXPECT_EQ(outcome.spans[rank], all());
            EXPECT_EQ(
                outcome.ranks[rank],
                (SenderCounts{.produced = kSpansOfARank, .sent = kSpansOfARank, .dropped = 0}));
        }
        EXPECT_EQ(outcome.totals.logged, std::uint64_t(kRanks) * kSpansOfARank);
        EXPECT_EQ(outcome.totals.gaps, 0u);
        EXPECT_EQ(outcome.totals.badFrames, 0u);
        duplicates += outcome.totals.duplicates;
    }
    EXPECT_GT(duplicates, 0u);
}

// What the log lacks is a gap, one for each frame; of the rest nothing is lost, repeated or out of
// place.
std::uint64_t gapsOf(const std::vector<Outcome>& outcomes)
{
    std::uint64_t gaps = 0;
    for (const auto& outcome : outcomes) {
        std::uint64_t missing = 0;
        for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
            missing += outcome.missing[rank];
            EXPECT_TRUE(std::ranges::is_sorted(outcome.spans[rank], std::less_equal<>{}));
            EXPECT_GE(outcome.spans[rank].size() + outcome.missing[rank] * kRecordsOfAFrame,
                      std::size_t(kSpansOfARank));
        }
        EXPECT_EQ(outcome.totals.gaps, missing);
        EXPECT_EQ(outcome.totals.logged, outcome.spans[0].size() + outcome.spans[1].size());
        gaps += missing;
    }
    return gaps;
}

constexpr Chaos kLossy{.lost = 0.05, .repeated = 0.05, .delayed = 0.2, .longest = 500ms};

TEST(Chaos, WhatIsLostIsSentAgain)
{
    std::printf("%llu of %u frames were given up\n",
                static_cast<unsigned long long>(gapsOf(runSeeds(kLossy, 3000ms))),
                kSeeds * kRanks * kFramesOfARank);
}

// A collector that waits for nothing gives up what a resend would have brought.
TEST(Chaos, WhatIsGivenUpIsCountedToTheFrame) { EXPECT_GT(gapsOf(runSeeds(kLossy, 0ms)), 0u); }

} // namespace
} // namespace telemetry
