// Ranks and collector over a network that loses, repeats, delays and reorders: what is recorded
// is what was sent, each record once and in order, and what is missing is named to the frame.

#include "telemetry/aggregator.h"
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
    std::vector<std::vector<int>> shown; // by rank: which a viewer has got; over tcp
};

void addSpans(const Frame& frame, std::vector<std::vector<int>>& to)
{
    if (const auto* some = std::get_if<std::vector<SpanRecord>>(&frame.body))
        for (const auto& span : *some)
            to[frame.header.rank].push_back(int(span.startNs / 1000));
}

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
            addSpans(frame, spans);
        }
    return spans;
}

// Through a bad network of its own, until it has as many spans as the log. It begins late, so that
// it has much to ask for.
std::vector<std::vector<int>> showAll(const Collector& collector, const Chaos& chaos,
                                      const RunKeys& keys)
{
    const auto asViewer = keys.connection.asViewer();
    const ChaosProxy proxy("tcp://127.0.0.1:*", collector.viewerEndpoint(), chaos, keys, asViewer);
    auto viewer = openLive({.endpoint = proxy.endpoint(), .curve = asViewer, .run = kChaosRun});
    EXPECT_TRUE(viewer);
    std::vector<std::vector<int>> shown(kRanks);
    std::vector<Frame> frames;
    EXPECT_TRUE(eventually(
        [&] {
            frames.clear();
            (*viewer)->drain(frames, 1000);
            for (const Frame& frame : frames)
                addSpans(frame, shown);
            return shown[0].size() + shown[1].size() >= collector.totals().logged;
        },
        240s));
    return shown;
}

Outcome runOver(const Chaos& chaos, std::chrono::milliseconds gapPatience, Way way)
{
    const tests::ScratchDirectory place;
    const RunKeys keys = *makeRunKeys();
    const bool tcp = way == Way::Tcp;
    const auto asRank = tcp ? std::optional(keys.connection.asRank()) : std::nullopt;
    CollectorOptions collecting{.run = kChaosRun,
                                .ranks = kRanks,
                                .rankEndpoint = "ipc://" + (place / "ranks"),
                                .logPath = place / "events.log",
                                .gapPatience = gapPatience};
    if (tcp) {
        collecting.rankEndpoint = collecting.viewerEndpoint = "tcp://127.0.0.1:*";
        collecting.rankCurve = keys.forRanks();
        collecting.viewerCurve = keys.forViewers();
    }
    auto collector = Collector::start(collecting);
    EXPECT_TRUE(collector);
    const ChaosProxy proxy(tcp ? "tcp://127.0.0.1:*" : "ipc://" + (place / "proxy"),
                           (*collector)->rankEndpoint(), chaos, keys, asRank);
    std::unique_ptr<Aggregator> aggregator;
    if (way == Way::Aggregated) {
        auto started = Aggregator::start({.run = kChaosRun,
                                          .ranks = kRanks,
                                          .ownRanks = kRanks,
                                          .rankEndpoint = "ipc://" + (place / "node"),
                                          .collectorEndpoint = proxy.endpoint()});
        EXPECT_TRUE(started);
        aggregator = *std::move(started);
    }
    const std::string endpoint = aggregator ? "ipc://" + (place / "node") : proxy.endpoint();
    std::vector<std::future<SenderCounts>> ranks;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank)
        ranks.push_back(std::async(std::launch::async, [&endpoint, &asRank, rank] {
            SenderOptions options;
            options.endpoint = endpoint;
            options.curve = asRank;
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
    if (tcp)
        outcome.shown = showAll(**collector, chaos, keys);
    outcome.totals = (*collector)->stop(0ms);
    outcome.spans = spansIn(place / "events.log", outcome.missing);
    return outcome;
}

std::vector<Outcome> runSeeds(Chaos chaos, std::chrono::milliseconds gapPatience,
                              Way way = Way::Ipc, unsigned first = 1)
{
    std::vector<std::future<Outcome>> runs;
    for (unsigned seed = first; seed < first + kSeeds; ++seed) {
        chaos.seed = seed;
        runs.push_back(std::async(std::launch::async, runOver, chaos, gapPatience, way));
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

TEST(Chaos, BundlesThatAreLostRepeatedAndReorderedChangeNothing)
{
    std::uint64_t duplicates = 0;
    for (const auto& outcome :
         runSeeds({.lost = 0.1, .repeated = 0.5, .delayed = 0.2, .longest = 100ms}, 240s,
                  Way::Aggregated)) {
        for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
            EXPECT_EQ(outcome.spans[rank], all());
            EXPECT_EQ(outcome.ranks[rank], (SenderCounts{kSpansOfARank, kSpansOfARank, 0}));
        }
        EXPECT_EQ(outcome.totals.gaps + outcome.totals.badFrames, 0u);
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

void tellGivenUp(std::uint64_t gaps)
{
    std::printf("%llu of %u frames were given up\n", static_cast<unsigned long long>(gaps),
                kSeeds * kRanks * kFramesOfARank);
}

TEST(Chaos, WhatIsLostIsSentAgain) { tellGivenUp(gapsOf(runSeeds(kLossy, 3000ms))); }

// A collector that waits for nothing gives up what a resend would have brought.
TEST(Chaos, WhatIsGivenUpIsCountedToTheFrame) { EXPECT_GT(gapsOf(runSeeds(kLossy, 0ms)), 0u); }

// Over encrypted connections, with as much patience as a run has, and a viewer that sees the same
// as the log, over a network that is as bad.
class ChaosOverTcp : public testing::TestWithParam<unsigned> {};

TEST_P(ChaosOverTcp, TheLogIsWhatWasSentAndAViewerSeesIt)
{
    const auto outcomes = runSeeds(kLossy, CollectorOptions().gapPatience, Way::Tcp, GetParam());
    for (const Outcome& outcome : outcomes) {
        EXPECT_EQ(outcome.shown, outcome.spans);
        EXPECT_EQ(outcome.totals.handshakesRefused, 0u);
        for (const SenderCounts& counts : outcome.ranks)
            EXPECT_EQ(counts, (SenderCounts{.produced = kSpansOfARank, .sent = kSpansOfARank}));
    }
    tellGivenUp(gapsOf(outcomes));
}

INSTANTIATE_TEST_SUITE_P(TwentySeeds, ChaosOverTcp, testing::Values(1, 5, 9, 13, 17));

} // namespace
} // namespace telemetry
