// Ranks that are slower than those beside them, hosts of ranks, and what links carry.

#include "engine/measured/link_speeds.h"
#include "engine/measured/rank_hosts.h"
#include "engine/measured/slow_replicas.h"
#include "telemetry/text.h"

#include <gtest/gtest.h>

namespace measured::test {
namespace {

// Of two places of 64 ranks; rank 70's ops take so many times as long, those of others up to 4 %
// more.
Step slowStep(int number, double factor)
{
    Step step;
    step.number = number;
    step.ended = true;
    for (int rank = 0; rank < 128; ++rank) {
        const double each = 1e6 * (1 + (rank * 7 + number) % 5 * 0.01);
        step.world.push_back({.ops = Nanoseconds{std::int64_t(rank == 70 ? factor * each : each)},
                              .known = RankStep::Known::Summary});
    }
    return step;
}

TEST(ReplicaWatch, FindsTheRankAndWhenItIsWellAgain)
{
    ReplicaWatch watch;
    int number = 0;
    for (; number < 4; ++number)
        watch.add(slowStep(number, 1), 64);
    EXPECT_TRUE(watch.found().empty());
    watch.add(slowStep(number++, 1.5), 64); // once is nothing
    watch.add(slowStep(number++, 1), 64);
    for (int slow = 0; slow < 3; ++slow)
        watch.add(slowStep(number++, 1.5), 64);
    ASSERT_EQ(watch.found().size(), 1u);
    EXPECT_EQ(watch.found()[0].rank, 70);
    EXPECT_EQ(watch.found()[0].since, 6);
    EXPECT_NEAR(watch.found()[0].factor, 1.5, 0.05);
    EXPECT_FALSE(watch.found()[0].until);
    for (int well = 0; well < 3; ++well)
        watch.add(slowStep(number++, 1), 64);
    ASSERT_EQ(watch.found().size(), 1u);
    EXPECT_EQ(watch.found()[0].until, 9);
}

TEST(ReplicaWatch, SaysNothingOfWhatIsNotKnown)
{
    ReplicaWatch watch;
    for (int number = 0; number < 6; ++number) {
        Step step = slowStep(number, 2);
        step.lost = 1;
        watch.add(step, 64);
        step = slowStep(number, 2);
        for (RankStep& rank : step.world)
            rank.known = RankStep::Known::Length;
        watch.add(step, 64);
    }
    EXPECT_TRUE(watch.found().empty());
}

telemetry::Frame frameOfRank(int rank, telemetry::Frame::Body body)
{
    telemetry::Frame frame{{}, std::move(body)};
    frame.header.rank = std::uint32_t(rank);
    return frame;
}

telemetry::Hello helloOn(const char* host, int ranks)
{
    telemetry::Hello hello;
    hello.ranks = hello.pipelineRanks = std::uint32_t(ranks);
    hello.microbatches = 4;
    telemetry::copyText(hello.host, host);
    return hello;
}

TEST(RankHosts, KnowsWhereEachRankIs)
{
    RankHosts hosts;
    hosts.add(frameOfRank(0, helloOn("n1", 4)));
    hosts.add(frameOfRank(3, helloOn("n2", 4)));
    hosts.add(frameOfRank(1, helloOn("n1", 4)));
    hosts.add(frameOfRank(2, helloOn("", 4)));
    EXPECT_EQ(hosts.hosts(), 2);
    EXPECT_EQ(hosts.hostOf(0), hosts.hostOf(1));
    EXPECT_EQ(hosts.nameOf(hosts.hostOf(3)), "n2");
    EXPECT_EQ(hosts.hostOf(2), -1);
    const auto before = hosts.revision();
    hosts.add(frameOfRank(1, helloOn("n1", 4)));
    EXPECT_EQ(hosts.revision(), before);
    hosts.add(frameOfRank(1, helloOn("n2", 4))); // started anew elsewhere
    EXPECT_EQ(hosts.nameOf(hosts.hostOf(1)), "n2");
    hosts.clear();
    EXPECT_EQ(hosts.hosts(), 0);
    EXPECT_GT(hosts.revision(), before);
}

telemetry::SpanRecord transferSpan(telemetry::SpanKind kind, int stage, std::int64_t from,
                                   std::int64_t to)
{
    return {.startNs = from,
            .endNs = to,
            .bytes = 1'000'000,
            .stage = stage,
            .microbatch = 0,
            .kind = kind};
}

TEST(LinkSpeeds, AreThoseOfPairsWithinAHostAndBetweenTwo)
{
    using telemetry::SpanKind;
    RankHosts hosts;
    LinkSpeeds links;
    const auto add = [&](int rank, telemetry::Frame::Body body) {
        const auto frame = frameOfRank(rank, std::move(body));
        hosts.add(frame);
        links.add(frame, hosts);
    };
    for (int rank = 0; rank < 3; ++rank) {
        add(rank, helloOn(rank < 2 ? "n1" : "n2", 3));
        // Clocks far from each other.
        add(rank, std::vector{telemetry::StepMark{.timeNs = rank * 1'000'000'000LL, .step = 0}});
        add(rank,
            std::vector{transferSpan(SpanKind::Forward, rank, rank * 1'000'000'000LL,
                                     rank * 1'000'000'000LL + 10)});
    }
    const auto transfer = [&](int border, std::int64_t sent, std::int64_t awaited,
                              std::int64_t arrived) {
        add(border,
            std::vector{transferSpan(SpanKind::Send, border, border * 1'000'000'000LL + sent,
                                     border * 1'000'000'000LL + arrived)});
        const std::int64_t zero = (border + 1) * 1'000'000'000LL;
        add(border + 1,
            std::vector{transferSpan(SpanKind::Receive, border, zero + awaited, zero + arrived)});
    };
    transfer(0, 100, 50, 100 + 1'000'000);   // 1 GB/s: the receiver waits for the sender
    transfer(1, 100, 900, 900 + 10'000'000); // 0.1 GB/s: and the other way round
    const LinkSpeeds::Seen seen = links.seen();
    EXPECT_EQ(seen.within.transfers, 1);
    EXPECT_NEAR(seen.within.median, 1e9, 1);
    EXPECT_EQ(seen.between.transfers, 1);
    EXPECT_NEAR(seen.between.median, 1e8, 1);
    // Too little to tell a bandwidth by.
    auto small = transferSpan(SpanKind::Send, 0, 0, 10);
    small.bytes = 100;
    add(0, std::vector{small});
    EXPECT_EQ(links.seen(), seen);
}

} // namespace
} // namespace measured::test
