// Ranks whose frames pass an aggregator, and what becomes of them when it, or the collector, is
// gone.

#include "telemetry/aggregator.h"

#include "telemetry/rank_routes.h"
#include "tests/telemetry/live_run.h"

#include <zmq.hpp>

namespace telemetry {
namespace {

using namespace test;

class Aggregated : public LiveRun {
protected:
    AggregatorOptions aggregatorOptions(std::uint32_t ranks)
    {
        return {.run = kRun,
                .ranks = ranks,
                .number = 4,
                .ownRanks = ranks,
                .rankEndpoint = "ipc://" + (place / "node"),
                .collectorEndpoint = "ipc://" + (place / "ranks")};
    }
    void startAggregator(std::uint32_t ranks)
    {
        auto started = Aggregator::start(aggregatorOptions(ranks));
        ASSERT_TRUE(started) << started.error().message;
        aggregator = *std::move(started);
    }
    // That goes on to the collector itself.
    SenderOptions behindIt(std::uint32_t rank, std::uint32_t ranks)
    {
        SenderOptions options = senderOptions(rank, ranks);
        options.otherEndpoints = {options.endpoint};
        options.endpoint = "ipc://" + (place / "node");
        return options;
    }
    // Of one rank, in its order.
    static void sendSpans(Sender& sender, int from, int to)
    {
        for (int i = from; i < to; ++i)
            EXPECT_TRUE(sender.span(spanAt(i)));
    }

    std::unique_ptr<Aggregator> aggregator;
};

TEST_F(Aggregated, NothingIsLostOnTheWayAndItEndsOnceAllHaveSaidBye)
{
    constexpr std::uint32_t kRanks = 5;
    constexpr int kSpans = 3000;
    startCollector(kRanks);
    startAggregator(kRanks);
    const auto viewer = openViewer();
    ASSERT_TRUE(isKnown(*viewer));
    std::vector<std::unique_ptr<Sender>> senders;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank)
        senders.push_back(openSender(behindIt(rank, kRanks)));
    for (auto& sender : senders)
        sendSpans(*sender, 0, kSpans);
    for (auto& sender : senders)
        EXPECT_EQ(sender->close(kPatience), (SenderCounts{kSpans, kSpans, 0}));
    EXPECT_TRUE(aggregator->stop(kPatience));
    const auto counts = aggregator->counts();
    EXPECT_EQ(counts.ended, kRanks);
    EXPECT_GE(counts.frames, kRanks * (kSpans / 256 + 2u));
    EXPECT_GE(counts.bundles, 1u);
    EXPECT_LT(counts.bundles, counts.frames);
    EXPECT_EQ(counts.badFrames, 0u);
    collector->stop(0ms);
    const Totals totals = collector->totals();
    EXPECT_EQ(totals.logged, std::uint64_t{kRanks} * kSpans);
    EXPECT_EQ(totals.sent, totals.logged);
    EXPECT_EQ(totals.gaps + totals.badFrames + totals.dropped, 0u);
    for (const auto& rank : collector->snapshot().ranks)
        EXPECT_EQ(rank.state, RankState::Finished);
}

TEST_F(Aggregated, RanksGoOnWithoutOneThatDies)
{
    constexpr int kSpans = 4000;
    startCollector(2);
    startAggregator(2);
    std::vector<std::unique_ptr<Sender>> senders;
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
        SenderOptions options = behindIt(rank, 2);
        options.moveOnAfter = 50ms;
        senders.push_back(openSender(options));
        sendSpans(*senders.back(), 0, kSpans);
    }
    ASSERT_TRUE(eventually([&] { return collector->totals().received > 0; }));
    aggregator.reset(); // whatever it held is gone
    for (auto& sender : senders)
        sendSpans(*sender, kSpans, 2 * kSpans);
    for (auto& sender : senders)
        EXPECT_EQ(sender->close(kPatience), (SenderCounts{2 * kSpans, 2 * kSpans, 0}));
    const Totals totals = collector->stop(0ms);
    EXPECT_EQ(totals.logged, 4u * kSpans);
    EXPECT_EQ(totals.gaps + totals.dropped, 0u);
    auto log = LogReader::open(place / "events.log");
    ASSERT_TRUE(log);
    log->finish();
    SpanCheck seen;
    while (!log->atEnd()) {
        std::vector<Frame> frames;
        for (const auto bytes : log->nextChunk())
            frames.push_back(std::get<Frame>(decode(bytes)));
        seen.take(frames);
    }
    EXPECT_EQ(seen.next[0], 2 * kSpans);
    EXPECT_EQ(seen.next[1], 2 * kSpans);
}

TEST_F(Aggregated, RanksGoToTheCollectorWhereThereNeverWasOne)
{
    startCollector(1);
    SenderOptions options = behindIt(0, 1);
    options.moveOnAfter = 10ms;
    const auto sender = openSender(options);
    sendSpans(*sender, 0, 10);
    EXPECT_EQ(sender->close(kPatience), (SenderCounts{10, 10, 0}));
}

// Its sign of life keeps them: the collector is not there, and going to it would not help.
TEST_F(Aggregated, RanksStayWhileTheCollectorIsGone)
{
    constexpr int kSpans = 20000;
    startAggregator(1);
    SenderOptions options = behindIt(0, 1);
    options.eventCapacity = 1024;
    options.moveOnAfter = 1500ms; // three heartbeats
    const auto sender = openSender(options);
    std::uint64_t taken = 0;
    for (int i = 0; i < kSpans; ++i)
        taken += sender->span(spanAt(i)) ? 1 : 0;
    // What has no room is counted, on the rank, and on the way there is no more than credit allows.
    EXPECT_LE(taken, 1024u + 256);
    EXPECT_EQ(sender->counts().dropped, kSpans - taken);
    ASSERT_TRUE(eventually([&] { return aggregator->counts().frames >= 4; })); // Hello, heartbeats
    startCollector(1);
    const auto counts = sender->close(kPatience);
    EXPECT_EQ(counts.sent, taken);
    EXPECT_TRUE(aggregator->stop(kPatience)) << "it went another way";
    EXPECT_EQ(collector->stop(0ms).logged, taken);
}

TEST_F(Aggregated, WhatIsNoFrameIsCountedByTheCollector)
{
    startCollector(1);
    startAggregator(1);
    zmq::context_t context;
    zmq::socket_t stranger(context, zmq::socket_type::dealer);
    stranger.set(zmq::sockopt::linger, 0);
    stranger.connect("ipc://" + (place / "node"));
    for (int i = 0; i < 3; ++i)
        stranger.send(zmq::str_buffer("nonsense"), zmq::send_flags::none);
    const Bytes other = encodeOne(FrameKind::Hello, {.run = kRun + 1}, helloOf(1));
    stranger.send(zmq::buffer(other.data(), other.size()), zmq::send_flags::none);
    EXPECT_TRUE(eventually([&] { return collector->totals().badFrames == 4; }));
    EXPECT_EQ(aggregator->counts().badFrames, 4u);
    EXPECT_FALSE(aggregator->stop(0ms));
}

TEST_F(Aggregated, OptionsThatCannotBeAreSaid)
{
    const auto problem = [&](auto change) {
        AggregatorOptions options = aggregatorOptions(2);
        change(options);
        const auto started = Aggregator::start(options);
        return started ? std::string() : started.error().message;
    };
    EXPECT_NE(problem([](auto& o) { o.ranks = 0; }).find("1 to 1048576 ranks"), std::string::npos);
    EXPECT_NE(problem([](auto& o) { o.ownRanks = 3; }).find("not 3"), std::string::npos);
    EXPECT_NE(problem([](auto& o) { o.gatherFor = 2s; }).find("1 s"), std::string::npos);
    EXPECT_NE(problem([](auto& o) { o.rankEndpoint = "here"; }).find("\"here\""),
              std::string::npos);
    EXPECT_NE(problem([](auto& o) { o.collectorEndpoint = "there"; }).find("\"there\""),
              std::string::npos);
    startAggregator(2);
    EXPECT_NE(problem([](auto&) {}).find("node"), std::string::npos) << "the place is taken";
}

// A viewer's wish finds its way to the rank, behind an aggregator or not, and goes with the viewer.
TEST_F(Aggregated, AViewersWishReachesItsRanksAndEndsWithIt)
{
    constexpr std::uint32_t kRanks = 3;
    startCollector(kRanks);
    startAggregator(2);
    std::vector<std::unique_ptr<Sender>> senders;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
        SenderOptions options = rank < 2 ? behindIt(rank, kRanks) : senderOptions(rank, kRanks);
        options.hello.detail = rank == 0 ? DetailLevel::Op : DetailLevel::Step;
        senders.push_back(openSender(options));
    }
    const auto levels = [&] {
        std::vector<DetailLevel> of;
        of.reserve(senders.size());
        for (const auto& sender : senders)
            of.push_back(sender->detail());
        return of;
    };
    using Levels = std::vector<DetailLevel>;
    constexpr auto kStep = DetailLevel::Step;
    constexpr auto kOp = DetailLevel::Op;
    constexpr auto kAll = DetailLevel::Kernel;
    EXPECT_EQ(levels(), (Levels{kOp, kStep, kStep}));

    auto first = openViewer();
    auto second = openViewer(StartAt::Now);
    ASSERT_TRUE(isKnown(*first) && isKnown(*second));
    EXPECT_FALSE(first->ask({.count = 0}));
    EXPECT_TRUE(first->ask({.first = 1, .count = 2, .forMs = kMaxWishMs, .level = kOp}));
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kOp, kOp, kOp}; }));
    // The finest wins; no wish makes a rank send less than it does by itself.
    EXPECT_TRUE(
        second->ask({.first = 0, .count = 2, .stride = 2, .forMs = kMaxWishMs, .level = kAll}));
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kAll, kOp, kAll}; }));
    EXPECT_TRUE(first->ask({.first = 0, .count = 3, .forMs = kMaxWishMs, .level = kStep}));
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kAll, kStep, kAll}; }));
    // One viewer leaves, the other takes its wish back.
    EXPECT_TRUE(first->ask({.first = 1, .forMs = kMaxWishMs, .level = kOp}));
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kAll, kOp, kAll}; }));
    first.reset();
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kAll, kStep, kAll}; }));
    EXPECT_TRUE(second->ask({.forMs = 0}));
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kOp, kStep, kStep}; }));
    // It falls back by itself.
    EXPECT_TRUE(second->ask({.first = 2, .forMs = 1, .level = kAll}));
    EXPECT_TRUE(second->ask({.first = 1, .forMs = 700, .level = kOp}));
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kOp, kOp, kStep}; }));
    EXPECT_TRUE(eventually([&] { return levels() == Levels{kOp, kStep, kStep}; }));
    EXPECT_EQ(collector->totals().badFrames, 0u);
    // Of a run of three.
    EXPECT_TRUE(second->ask({.first = 2, .count = 2, .forMs = kMaxWishMs, .level = kAll}));
    EXPECT_TRUE(eventually([&] { return collector->totals().badFrames > 0; }));
    EXPECT_EQ(levels(), (Levels{kOp, kStep, kStep}));
}

TEST(RankRoutes, KnowsWhoSpeaksOverWhichConnectionAndWhoHasEnded)
{
    RankRoutes routes(7, 3);
    const auto credit = [](std::uint32_t rank, std::uint64_t acknowledged, std::uint64_t run = 7) {
        return encodeOne(FrameKind::Credit, {.run = run, .rank = rank},
                         Credit{.acknowledged = acknowledged, .window = 4});
    };
    EXPECT_EQ(routes.routeOf(credit(1, 1)), nullptr) << "it never spoke";
    EXPECT_TRUE(routes.take("a", spanFrame(1, 2, 7, 1)));
    EXPECT_TRUE(routes.take("b", spanFrame(1, 2, 7, 2)));
    EXPECT_FALSE(routes.take("c", spanFrame(1, 2, 8, 1)));
    EXPECT_FALSE(routes.take("c", spanFrame(1, 2, 7, 3)));
    EXPECT_FALSE(routes.take("c", {}));
    EXPECT_FALSE(routes.take("c", credit(1, 1)));
    EXPECT_EQ(*routes.routeOf(credit(1, 1)), "a");
    EXPECT_EQ(routes.routeOf(credit(1, 1, 8)), nullptr);
    EXPECT_EQ(routes.routeOf(spanFrame(1, 2, 7, 1)), nullptr);
    EXPECT_TRUE(routes.take("d", spanFrame(2, 2, 7, 1)));
    EXPECT_EQ(*routes.routeOf(credit(1, 2)), "d") << "it has come back";

    const auto bye = [](std::uint64_t sequence, std::uint32_t epoch) {
        return encodeOne(FrameKind::Bye,
                         {.run = 7, .sequence = sequence, .rank = 1, .epoch = epoch}, Bye{});
    };
    routes.take("d", bye(3, 0));
    routes.routeOf(credit(1, 3));
    EXPECT_EQ(routes.ended(), 0u) << "the Bye itself is not acknowledged";
    routes.routeOf(credit(1, 4));
    routes.routeOf(credit(1, 4));
    EXPECT_EQ(routes.ended(), 1u);
    routes.take("e", encodeOne(FrameKind::Hello, {.run = 7, .rank = 1, .epoch = 1}, helloOf(3)));
    EXPECT_EQ(routes.ended(), 0u) << "it was started again";
}

} // namespace
} // namespace telemetry
