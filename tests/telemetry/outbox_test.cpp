#include "telemetry/outbox.h"
#include "telemetry/rank_ledger.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>

namespace telemetry {
namespace {

using namespace test;

void addSpans(Outbox& outbox, int count)
{
    FrameBuilder builder(FrameKind::Spans);
    for (int i = 0; i < count; ++i)
        builder.append(spanAt(i));
    outbox.add(builder);
}

// Numbers of the frames that may leave now; marks them sent.
std::vector<std::uint64_t> sendAll(Outbox& outbox)
{
    std::vector<std::uint64_t> numbers;
    while (const Bytes* bytes = outbox.nextToSend()) {
        numbers.push_back(std::get<FrameHeader>(inspect(*bytes)).sequence);
        outbox.markSent();
    }
    return numbers;
}

using Numbers = std::vector<std::uint64_t>;

TEST(Outbox, SendsNoMoreThanItsCredit)
{
    Outbox outbox({.run = 7});
    for (int i = 0; i < 5; ++i)
        addSpans(outbox, 10);
    EXPECT_EQ(sendAll(outbox), (Numbers{0}));
    outbox.take({.acknowledged = 1, .window = 2});
    EXPECT_EQ(sendAll(outbox), (Numbers{1, 2}));
    EXPECT_EQ(outbox.acknowledgedRecords(), 10u);
    outbox.take({.acknowledged = 3, .window = 64});
    EXPECT_EQ(sendAll(outbox), (Numbers{3, 4}));
    outbox.take({.acknowledged = 5, .window = 64});
    EXPECT_TRUE(outbox.empty());
    EXPECT_EQ(outbox.acknowledgedRecords(), 50u);
    EXPECT_EQ(outbox.resentFrames(), 0u);
}

TEST(Outbox, SendsAgainWhatAHeartbeatProvesLost)
{
    Outbox outbox({.run = 7});
    outbox.take({.window = 64});
    for (int i = 0; i < 4; ++i)
        addSpans(outbox, 1);
    EXPECT_EQ(sendAll(outbox), (Numbers{0, 1, 2, 3}));
    outbox.heartbeat(4, 0); // number 1, after all four
    outbox.take({.acknowledged = 2, .echo = 0, .window = 64});
    EXPECT_EQ(sendAll(outbox), (Numbers{})) << "not proven yet";
    outbox.take({.acknowledged = 2, .echo = 1, .window = 64});
    EXPECT_EQ(sendAll(outbox), (Numbers{2, 3}));
    outbox.take({.acknowledged = 2, .echo = 1, .window = 64});
    EXPECT_EQ(sendAll(outbox), (Numbers{})) << "sent after heartbeat 1";
}

TEST(Outbox, StartsOverOnAnotherConnection)
{
    Outbox outbox({.run = 7});
    outbox.take({.window = 64});
    for (int i = 0; i < 3; ++i)
        addSpans(outbox, 1);
    sendAll(outbox);
    outbox.take({.acknowledged = 1, .window = 64});
    outbox.startOver();
    EXPECT_EQ(sendAll(outbox), (Numbers{1, 2}));
    EXPECT_EQ(outbox.resentFrames(), 2u);
}

TEST(Outbox, IgnoresCreditForWhatWasNeverSent)
{
    Outbox outbox({.run = 7});
    addSpans(outbox, 1);
    outbox.take({.acknowledged = 1, .window = 64});
    EXPECT_FALSE(outbox.empty());
    EXPECT_EQ(sendAll(outbox), (Numbers{0}));
}

class Ledger : public testing::Test {
protected:
    using Verdict = RankLedger::Verdict;
    using Time = RankLedger::Time;

    Verdict judge(std::uint64_t sequence, std::chrono::milliseconds at = 0ms,
                  std::uint32_t epoch = 0, std::uint32_t rank = 0)
    {
        const auto kind = sequence == 0 ? FrameKind::Hello : FrameKind::Spans;
        return ledger.judge(
            {.kind = kind, .run = 7, .sequence = sequence, .rank = rank, .epoch = epoch},
            start + at);
    }

    Time start = Time{} + 1h;
    RankLedger ledger{7, 2, 100ms};
};

TEST_F(Ledger, TakesEachFrameOnce)
{
    EXPECT_EQ(judge(0), Verdict::Take);
    EXPECT_EQ(judge(1), Verdict::Take);
    EXPECT_EQ(judge(1), Verdict::Ignore);
    EXPECT_EQ(judge(0), Verdict::Ignore);
    EXPECT_EQ(ledger.totals().duplicates, 2u);
    EXPECT_EQ(ledger.credit(0, 8).acknowledged, 2u);
}

TEST_F(Ledger, WaitsForAMissingFrameThenCountsTheGap)
{
    judge(0);
    EXPECT_EQ(judge(3), Verdict::Ignore);
    EXPECT_EQ(ledger.credit(0, 8).acknowledged, 1u);
    EXPECT_EQ(judge(4, 50ms), Verdict::Ignore);
    EXPECT_EQ(judge(3, 150ms), Verdict::Take);
    EXPECT_EQ(ledger.totals().gaps, 2u);
    EXPECT_EQ(judge(4, 150ms), Verdict::Take);
}

TEST_F(Ledger, AResentFrameFillsTheHole)
{
    judge(0);
    EXPECT_EQ(judge(2), Verdict::Ignore);
    EXPECT_EQ(judge(1, 50ms), Verdict::Take);
    EXPECT_EQ(judge(2, 60ms), Verdict::Take);
    EXPECT_EQ(ledger.totals().gaps, 0u);
}

TEST_F(Ledger, ANewEpochStartsOverAndTheOldOneIsIgnored)
{
    judge(0);
    judge(1);
    EXPECT_EQ(judge(0, 0ms, 1), Verdict::Take);
    EXPECT_EQ(judge(2, 0ms, 0), Verdict::Ignore);
    EXPECT_EQ(judge(1, 0ms, 1), Verdict::Take);
}

TEST_F(Ledger, NamesTheRanksThatAreSilentAndNoOthers)
{
    const auto say = [&](FrameKind kind, std::uint64_t sequence, std::uint32_t rank,
                         std::chrono::milliseconds at, Frame::Body body) {
        const FrameHeader header{.kind = kind, .run = 7, .sequence = sequence, .rank = rank};
        EXPECT_EQ(ledger.judge(header, start + at), Verdict::Take);
        ledger.taken({header, std::move(body)}, {});
    };
    const auto silentAt = [&](std::chrono::milliseconds at) {
        std::vector<std::uint32_t> ranks;
        for (const SilentRank& rank : ledger.silentSince(start + at))
            ranks.push_back(rank.rank);
        return ranks;
    };
    using Ranks = std::vector<std::uint32_t>;
    EXPECT_EQ(silentAt(1h), (Ranks{})) << "nobody has spoken yet";
    say(FrameKind::Hello, 0, 1, 1ms, helloOf(2));
    say(FrameKind::Hello, 0, 0, 2ms, helloOf(2));
    EXPECT_EQ(silentAt(1ms), (Ranks{}));
    EXPECT_EQ(silentAt(2ms), (Ranks{1}));
    EXPECT_EQ(silentAt(1h), (Ranks{1, 0}));
    EXPECT_TRUE(ledger.heartbeat({.run = 7, .rank = 1}, {.number = 1}, start + 10ms));
    EXPECT_EQ(silentAt(10ms), (Ranks{0}));
    say(FrameKind::Bye, 1, 0, 20ms, Bye{});
    EXPECT_EQ(silentAt(1h), (Ranks{1}));
    EXPECT_TRUE(ledger.heartbeat({.run = 7, .rank = 0}, {.number = 1}, start + 30ms));
    EXPECT_EQ(silentAt(1h), (Ranks{1})) << "it has said Bye";
    judge(0, 40ms, 1); // and is started again
    ledger.taken({{.kind = FrameKind::Hello, .run = 7, .epoch = 1}, helloOf(2)}, {});
    EXPECT_EQ(silentAt(1h), (Ranks{1, 0}));
}

TEST_F(Ledger, TotalsFollowEveryRankAndEpoch)
{
    const auto say = [&](FrameKind kind, std::uint64_t sequence, std::uint32_t epoch,
                         std::uint32_t count, Frame::Body body) {
        const FrameHeader header{
            .kind = kind, .run = 7, .sequence = sequence, .epoch = epoch, .count = count};
        ASSERT_EQ(ledger.judge(header, start), Verdict::Take);
        ledger.taken({header, std::move(body)}, {});
    };
    say(FrameKind::Hello, 0, 0, 1, helloOf(2));
    say(FrameKind::Spans, 1, 0, 5, std::vector<SpanRecord>(5));
    EXPECT_EQ(ledger.totals().sent, 5u);
    EXPECT_TRUE(ledger.heartbeat({.run = 7}, {.number = 1, .produced = 12, .dropped = 3}, start));
    EXPECT_EQ(ledger.totals().dropped, 3u);
    say(FrameKind::Bye, 2, 0, 1, Bye{.sent = 6, .dropped = 4});
    EXPECT_EQ(ledger.totals().sent, 6u); // what it says itself
    EXPECT_EQ(ledger.totals().dropped, 4u);
    say(FrameKind::Hello, 0, 1, 1, helloOf(2));
    say(FrameKind::Spans, 1, 1, 2, std::vector<SpanRecord>(2));
    EXPECT_EQ(ledger.totals().sent, 8u);
    EXPECT_EQ(ledger.totals().dropped, 4u);
    EXPECT_EQ(ledger.totals().received, 7u);
}

TEST_F(Ledger, RefusesOtherRunsAndFramesOutOfPlace)
{
    EXPECT_EQ(ledger.judge({.kind = FrameKind::Hello, .run = 8}, start), Verdict::Refuse);
    EXPECT_EQ(ledger.judge({.kind = FrameKind::Spans, .run = 7}, start), Verdict::Refuse);
    EXPECT_EQ(judge(0, 0ms, 0, 2), Verdict::Refuse);
    EXPECT_EQ(ledger.totals().badFrames, 3u);
}

} // namespace
} // namespace telemetry
