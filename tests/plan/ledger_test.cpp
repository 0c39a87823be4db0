#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

using std::chrono::microseconds;

Nanoseconds line(const RankLedger& ledger, LedgerLine which)
{
    return ledger[static_cast<std::size_t>(which)];
}

TEST(Ledger, OneFOneBHasItsBubblesInWarmUpAndCoolDown)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 4, .microbatches = 8});
    const auto timeline = simulate(*schedule, Costs::unit());
    const Ledger ledger = account(*schedule, *timeline, Costs::unit());

    // (p-1)(F+B) = 9 idle a rank: r F before, (p-1-r) F+B around, r B after.
    for (std::size_t r = 0; r < 4; ++r) {
        EXPECT_EQ(line(ledger.ranks[r], LedgerLine::Forward), microseconds{8});
        EXPECT_EQ(line(ledger.ranks[r], LedgerLine::Backward), microseconds{16});
        EXPECT_EQ(line(ledger.ranks[r], LedgerLine::SteadyBubble), microseconds{0});
        EXPECT_EQ(line(ledger.ranks[r], LedgerLine::WarmUpBubble)
                      + line(ledger.ranks[r], LedgerLine::CoolDownBubble),
                  microseconds{9});
        EXPECT_EQ(sum(ledger.ranks[r]), timeline->makespan);
    }
    EXPECT_EQ(line(ledger.ranks[0], LedgerLine::WarmUpBubble), microseconds{6});
    EXPECT_EQ(line(ledger.ranks[3], LedgerLine::CoolDownBubble), microseconds{6});
    EXPECT_EQ(sum(total(ledger)), 4 * timeline->makespan);
}

TEST(Ledger, ABubbleNamesWhatItWaitsFor)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    const auto timeline = simulate(*schedule, Costs::unit());
    const Ledger ledger = account(*schedule, *timeline, Costs::unit());

    ASSERT_EQ(ledger.bubbles[0].size(), 1u);
    const Bubble& turn = ledger.bubbles[0][0];
    EXPECT_EQ(turn.start, microseconds{1});
    EXPECT_EQ(turn.end, microseconds{4});
    EXPECT_EQ(turn.next, backward(0, 0));
    EXPECT_EQ(turn.waitingFor, backward(1, 0));
    EXPECT_EQ(turn.waitingForRank, 1);

    ASSERT_EQ(ledger.bubbles[1].size(), 2u);
    EXPECT_EQ(ledger.bubbles[1][0].waitingFor, forward(0, 0));
    EXPECT_FALSE(ledger.bubbles[1][1].next); // the end of the step
    EXPECT_EQ(ledger.bubbles[1][1].phase, Phase::CoolDown);
}

TEST(Ledger, TransferTimeIsExposedOnlyWhereTheRankWaitsForIt)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    Costs costs = Costs::unit();
    costs.transfer = Nanoseconds{300};
    const auto timeline = simulate(*schedule, costs);
    const Ledger ledger = account(*schedule, *timeline, costs);
    EXPECT_EQ(line(ledger.ranks[0], LedgerLine::ExposedTransfer), Nanoseconds{300});
    EXPECT_EQ(line(ledger.ranks[1], LedgerLine::ExposedTransfer), Nanoseconds{300});
    EXPECT_EQ(line(ledger.ranks[0], LedgerLine::WarmUpBubble), Nanoseconds{3300});
    EXPECT_EQ(sum(ledger.ranks[0]), timeline->makespan);
}

TEST(Ledger, ALateWakeIsUnexplainedAndLostDataIsNoBubble)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    Timeline measured = *simulate(*schedule, Costs::unit());

    // Rank 0 starts 100 ns late although nothing keeps it waiting.
    measured.spans[0][0].start += Nanoseconds{100};
    Ledger ledger = account(*schedule, measured, Costs::unit());
    EXPECT_EQ(line(ledger.ranks[0], LedgerLine::Unexplained), Nanoseconds{100});
    EXPECT_EQ(sum(ledger.ranks[0]), measured.makespan);

    // The span of 0F1 never arrived: its time is no data.
    measured.spans[0].erase(measured.spans[0].begin() + 1);
    ledger = account(*schedule, measured, Costs::unit());
    EXPECT_GE(line(ledger.ranks[0], LedgerLine::Unexplained), microseconds{1});
    EXPECT_EQ(sum(ledger.ranks[0]), measured.makespan);

    // All of rank 1's second half is gone: nothing of it is a bubble.
    measured.spans[1].resize(2);
    ledger = account(*schedule, measured, Costs::unit());
    EXPECT_EQ(line(ledger.ranks[1], LedgerLine::CoolDownBubble), Nanoseconds{0});
    EXPECT_EQ(sum(ledger.ranks[1]), measured.makespan);
}

TEST(Metrics, AnEmptyTimelineHasNoBubble)
{
    EXPECT_EQ(bubbleFraction({}), 0);
    EXPECT_EQ(bubbleOverhead({}), 0);
}

} // namespace
} // namespace plan::test
