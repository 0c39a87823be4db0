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

TEST_F(Ledger, RefusesOtherRunsAndFramesOutOfPlace)
{
    EXPECT_EQ(ledger.judge({.kind = FrameKind::Hello, .run = 8}, start), Verdict::Refuse);
    EXPECT_EQ(ledger.judge({.kind = FrameKind::Spans, .run = 7}, start), Verdict::Refuse);
    EXPECT_EQ(judge(0, 0ms, 0, 2), Verdict::Refuse);
    EXPECT_EQ(ledger.totals().badFrames, 3u);
}

} // namespace
} // namespace telemetry
