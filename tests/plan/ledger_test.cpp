#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "tests/plan/random_step.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

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

TEST(Ledger, WithoutCostsNothingIsExpectedOfAHopOrACollective)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 4, .microbatches = 8});
    const auto timeline = simulate(*schedule, Costs::unit());
    const Ledger without = account(*schedule, *timeline, Costs{});
    EXPECT_EQ(without.ranks, account(*schedule, *timeline, Costs::unit()).ranks);
}

// Rank 0 runs 0F0 and 0F1, rank 1 what follows, and 0F1 begins late.
Timeline withLateForward(Nanoseconds start)
{
    const microseconds one{1};
    Timeline timeline;
    timeline.spans = {{{forward(0, 0), {}, one}, {forward(0, 1), start, start + one}},
                      {{forward(1, 0), 2 * one, 12 * one}, {backward(1, 0), 12 * one, 14 * one}}};
    timeline.spans[0].push_back({backward(0, 0), start + 9 * one, start + 11 * one});
    timeline.spans[1].push_back({forward(1, 1), start + 20 * one, start + 21 * one});
    timeline.spans[1].push_back({backward(1, 1), start + 21 * one, start + 23 * one});
    timeline.spans[0].push_back({backward(0, 1), start + 24 * one, start + 26 * one});
    timeline.makespan = start + 26 * one;
    return timeline;
}

// The first stage waits for no input. Where it begins a hop after the other rank came to take what
// it had made before, it was held; where nothing happened there, nobody knows why it idled.
TEST(Ledger, ARankIsHeldUntilTheOtherComesToTheirTransfer)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    Costs costs = Costs::unit();
    costs.transfer = microseconds{1};
    const auto gapOf = [&](Nanoseconds start) {
        const Timeline timeline = withLateForward(start);
        const Ledger ledger = account(*schedule, timeline, costs);
        for (const RankLedger& rank : ledger.ranks)
            EXPECT_EQ(sum(rank), timeline.makespan);
        return ledger.bubbles[0].front();
    };
    // 1B0 ends at 14: 0F1 begins with what crosses, 1B0's gradient and 0F1 itself, after it.
    const Bubble held = gapOf(microseconds{15});
    EXPECT_EQ(held.heldByRank, 1);
    EXPECT_EQ(held.held, microseconds{13});
    EXPECT_EQ(held.inTransfer, microseconds{1});
    EXPECT_EQ(held.pure(), microseconds{13});
    EXPECT_EQ(held.unexplained, microseconds{0});
    const Bubble idle = gapOf(microseconds{9}); // in the middle of 1F0
    EXPECT_EQ(idle.heldByRank, -1);
    EXPECT_EQ(idle.held, microseconds{0});
    EXPECT_EQ(idle.unexplained, microseconds{8});
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

// Parts of an op that is scaled are rounded one by one, and are still no more than it.
TEST(Ledger, PartsOfAShortOpAreNoMoreThanIt)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    Costs costs = Costs::unit();
    costs.stages.assign(1,
                        {.forward = Nanoseconds{100},
                         .inputGrad = Nanoseconds{100},
                         .weightGrad = Nanoseconds{100},
                         .forwardCollective = Nanoseconds{51},
                         .forwardTransfer = Nanoseconds{49}});
    costs.rankFactors = {0.5, 1};
    const auto timeline = simulate(*schedule, costs);
    const Ledger ledger = account(*schedule, *timeline, costs);
    EXPECT_GE(line(ledger.ranks[0], LedgerLine::Forward), Nanoseconds{0});
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

TEST(Ledger, PartsOfAnOpGoToTheirOwnLines)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 2, .microbatches = 1});
    Costs costs = Costs::unit();
    costs.optimizer = Nanoseconds{500};
    Timeline timeline = *simulate(*schedule, costs);
    const Nanoseconds tail = timeline.tails[1].optimizerBegin;
    // Rank 1 runs its forward in [1, 2) us and its backward in [2, 4).
    timeline.parts = {{},
                      {{Nanoseconds{1200}, Nanoseconds{1300}, Part::Kind::Collective},
                       {Nanoseconds{2000}, Nanoseconds{2900}, Part::Kind::Recompute},
                       {Nanoseconds{2900}, Nanoseconds{3000}, Part::Kind::Collective},
                       {tail + Nanoseconds{100}, tail + Nanoseconds{150}, Part::Kind::Collective}}};
    const Ledger ledger = account(*schedule, timeline, costs);
    EXPECT_EQ(line(ledger.ranks[1], LedgerLine::Forward), Nanoseconds{900});
    EXPECT_EQ(line(ledger.ranks[1], LedgerLine::Backward), Nanoseconds{1000});
    EXPECT_EQ(line(ledger.ranks[1], LedgerLine::Recompute), Nanoseconds{900});
    EXPECT_EQ(line(ledger.ranks[1], LedgerLine::ExposedCollective), Nanoseconds{250});
    EXPECT_EQ(line(ledger.ranks[1], LedgerLine::Optimizer), Nanoseconds{450});
    EXPECT_EQ(line(ledger.ranks[0], LedgerLine::ExposedCollective), Nanoseconds{0});
    EXPECT_EQ(sum(ledger.ranks[1]), timeline.makespan);
}

TEST(Ledger, MeasuredRecomputationReplacesTheShareThatTheCostsExpect)
{
    const auto schedule = makeSchedule("1f1b", {.ranks = 1, .microbatches = 1});
    Costs costs = Costs::unit();
    costs.stages[0].recompute = Nanoseconds{400};
    Timeline timeline = *simulate(*schedule, costs);
    Ledger ledger = account(*schedule, timeline, costs);
    EXPECT_EQ(line(ledger.ranks[0], LedgerLine::Recompute), Nanoseconds{400});
    const Nanoseconds backward = timeline.spans[0][1].start;
    timeline.parts = {{{backward, backward + Nanoseconds{70}, Part::Kind::Recompute}}};
    ledger = account(*schedule, timeline, costs);
    EXPECT_EQ(line(ledger.ranks[0], LedgerLine::Recompute), Nanoseconds{70});
    EXPECT_EQ(sum(ledger.ranks[0]), timeline.makespan);
}

// Whatever the parts: overlapping, unsorted, outside of any op.
RC_GTEST_PROP(LedgerProperty, APredictionHoldsNobody, ())
{
    const auto step = drawnStep();
    for (const auto& bubbles : account(step.schedule, step.timeline, step.costs).bubbles)
        for (const Bubble& bubble : bubbles) {
            RC_ASSERT(bubble.heldByRank == -1);
            RC_ASSERT(bubble.held == Nanoseconds{0});
        }
}

RC_GTEST_PROP(LedgerProperty, TheLinesSumToTheMakespan, ())
{
    const int ranks = *rc::gen::inRange(1, 5);
    const int microbatches = *rc::gen::inRange(1, 7);
    const auto schedule = makeSchedule("1f1b", {.ranks = ranks, .microbatches = microbatches});
    Costs costs = Costs::unit();
    costs.transfer = Nanoseconds{*rc::gen::inRange(0, 500)};
    costs.stages[0].recompute = Nanoseconds{*rc::gen::inRange(0, 900)};
    costs.optimizer = Nanoseconds{*rc::gen::inRange(0, 900)};
    Timeline timeline = *simulate(*schedule, costs);
    for (int rank = 0; rank < ranks; ++rank) {
        auto& parts = timeline.parts.emplace_back();
        const int count = *rc::gen::inRange(0, 12);
        for (int i = 0; i < count; ++i) {
            const Nanoseconds start{*rc::gen::inRange<std::int64_t>(-500, 40'000)};
            const Nanoseconds lasts{*rc::gen::inRange<std::int64_t>(0, 3000)};
            parts.push_back({start, start + lasts, Part::Kind(*rc::gen::inRange(0, 2))});
        }
        if (*rc::gen::arbitrary<bool>())
            std::sort(parts.begin(), parts.end(),
                      [](const Part& a, const Part& b) { return a.start < b.start; });
    }
    const Ledger ledger = account(*schedule, timeline, costs);
    Nanoseconds covered{0};
    for (const RankLedger& rank : ledger.ranks) {
        RC_ASSERT(sum(rank) == timeline.makespan);
        for (const Nanoseconds lasted : rank)
            RC_ASSERT(lasted >= Nanoseconds{0});
        covered += line(rank, LedgerLine::ExposedCollective) + line(rank, LedgerLine::Recompute);
    }
    // Ops and optimizers end where parts begin: no part makes a bubble shorter.
    timeline.parts.clear();
    const RankLedger without = total(account(*schedule, timeline, costs));
    const RankLedger with = total(ledger);
    for (const LedgerLine idle : {LedgerLine::WarmUpBubble, LedgerLine::SteadyBubble,
                                  LedgerLine::CoolDownBubble, LedgerLine::ExposedTransfer})
        RC_ASSERT(line(with, idle) == line(without, idle));
    RC_ASSERT(covered <= ranks * timeline.makespan);
}

TEST(Metrics, AnEmptyTimelineHasNoBubble)
{
    EXPECT_EQ(bubbleFraction({}), 0);
    EXPECT_EQ(bubbleOverhead({}), 0);
}

} // namespace
} // namespace plan::test
