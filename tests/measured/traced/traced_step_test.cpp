#include "engine/measured/traced_step.h"

#include "engine/measured/iteration_fit.h"
#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/simulate.h"
#include "tests/measured/noisy_step.h"
#include "tests/strategy/dump_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
using dump_test::timesOf;
using plan::Costs;
using plan::RankTimes;
using plan::Schedule;
using plan::Timeline;

Schedule made(std::string_view name, int ranks, int microbatches)
{
    const int chunks = name == "interleaved" || name == "looped-bfs" ? 2 : 1;
    return *plan::makeSchedule(name, plan::shapeOf(name, ranks, chunks, microbatches));
}

Costs costsFor(const Schedule& schedule)
{
    Costs costs;
    for (int stage = 0; stage < schedule.shape.stages(); ++stage)
        costs.stages.push_back({300us + 50us * (stage % 3), 310us, 310us, 0us});
    costs.transfer = 20us;
    costs.optimizer = 150us;
    return costs;
}

Timeline simulated(const Schedule& schedule, const Costs& costs)
{
    return *plan::simulate(schedule, costs);
}

TracedStep traced(const TracedOrder& order, const std::vector<RankTimes>& ranks,
                  TailIs tail = TailIs::Optimizer, const KnownClocks& known = {})
{
    auto step = tracedStep(order, 5, ranks, tail, known);
    EXPECT_TRUE(step) << step.error().message;
    return *std::move(step);
}

void later(RankTimes& times, Nanoseconds by)
{
    for (auto* ranges : {&times.forwards, &times.backwards})
        for (plan::TimeRange& range : *ranges) {
            range.start += by;
            range.end += by;
        }
    times.end += by;
}

class TracedSchedule : public ::testing::TestWithParam<const char*> {};

TEST_P(TracedSchedule, ComesBackAsItRan)
{
    const Schedule schedule = made(GetParam(), 4, 8);
    const Costs costs = costsFor(schedule);
    const Timeline ran = simulated(schedule, costs);
    const auto ranks = timesOf(ran);
    const auto order = orderThatRan(schedule.shape, ranks);
    ASSERT_TRUE(order) << order.error().message;
    EXPECT_EQ(order->name, GetParam());
    EXPECT_EQ(order->schedule, schedule);

    const TracedStep back = traced(*order, ranks, TailIs::Optimizer, {std::vector<int>(4), {}});
    EXPECT_EQ(back.step.timeline, ran);
    EXPECT_EQ(back.clocks.moves, std::vector<Nanoseconds>(4));
    EXPECT_EQ(back.clocks.halfWidths, std::vector<Nanoseconds>(4));
    EXPECT_EQ(back.clocks.contradiction, 0ns);
    EXPECT_EQ(back.early, 0u);
    EXPECT_FALSE(back.endsTogether);
    EXPECT_TRUE(back.step.whole());
    EXPECT_EQ(plan::account(order->schedule, back.step.timeline, costs).ranks,
              plan::account(schedule, ran, costs).ranks);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, TracedSchedule,
                         ::testing::Values("1f1b", "eager-1f1b", "gpipe", "naive", "interleaved",
                                           "looped-bfs"),
                         [](const auto& name) {
                             std::string text = name.param;
                             std::replace(text.begin(), text.end(), '-', '_');
                             return text;
                         });

// A rank whose forward and backward overlap runs none that a rank can run.
TEST(TracedStep, AnOrderThatIsNoneIsNamed)
{
    const Schedule schedule = made("1f1b", 2, 3);
    auto ranks = timesOf(simulated(schedule, costsFor(schedule)));
    // Rank 1 would run 1F1 before 1B0 and the others as they were: no schedule does.
    std::swap(ranks[1].forwards[1].start, ranks[1].backwards[0].start);
    ranks[1].forwards[1].end = ranks[1].forwards[1].start + 10us;
    ranks[1].backwards[0].start = ranks[1].forwards[1].end - 1us;
    const auto order = orderThatRan(schedule.shape, ranks);
    ASSERT_FALSE(order);
    EXPECT_EQ(
        order.error().message.find("rank 1 does not run 1f1b: its op 3 would be 1F1, and that "
                                   "begins at "),
        0u)
        << order.error().message;
    EXPECT_NE(order.error().message.find("(1f1b, eager-1f1b, gpipe, naive) none is what ran"),
              std::string::npos);
    // Nor one that runs a backward before its forward.
    auto early = timesOf(simulated(schedule, costsFor(schedule)));
    for (plan::TimeRange& range : early[0].backwards)
        range = {};
    EXPECT_FALSE(orderThatRan(schedule.shape, early));
}

TEST(TracedStep, OneIterationOfAnotherOrderIsRefused)
{
    const Schedule gpipe = made("gpipe", 2, 3);
    const TracedOrder order{"1f1b", made("1f1b", 2, 3)};
    const auto step
        = tracedStep(order, 1, timesOf(simulated(gpipe, costsFor(gpipe))), TailIs::Optimizer);
    ASSERT_FALSE(step);
    EXPECT_EQ(step.error().message.find("rank 0 does not run 1f1b: its op 4 would be 0F2"), 0u)
        << step.error().message;
}

// What the ops contradict is put right, to within what a hop takes.
TEST(TracedStep, ClocksThatTheOpsContradictAreMoved)
{
    const TracedOrder order{"1f1b", made("1f1b", 4, 8)};
    const Costs costs = costsFor(order.schedule);
    const Timeline ran = simulated(order.schedule, costs);
    auto ranks = timesOf(ran);
    later(ranks[2], 5ms);
    const TracedStep back = traced(order, ranks);
    EXPECT_EQ(back.clocks.moves[0], back.clocks.moves[1]);
    EXPECT_EQ(back.clocks.moves[2] - back.clocks.moves[0], -5ms);
    EXPECT_EQ(back.clocks.moves[3], back.clocks.moves[0]);
    EXPECT_EQ(back.early, 0u);
    EXPECT_EQ(back.step.timeline, ran);
}

// Of clocks that are one, the ops say nothing; of others, nothing says that they stand right.
TEST(TracedStep, OnlyClocksKnownToBeOneStand)
{
    const TracedOrder order{"1f1b", made("1f1b", 4, 8)};
    auto ranks = timesOf(simulated(order.schedule, costsFor(order.schedule)));
    later(ranks[1], 15us); // less than a hop: no op begins early
    EXPECT_EQ(traced(order, ranks, TailIs::Optimizer, {{7, 7, 7, 7}, {}}).clocks.moves,
              std::vector<Nanoseconds>(4));
    const RankClocks clocks = traced(order, ranks).clocks;
    EXPECT_EQ(clocks.middles, (std::vector<Nanoseconds>{0us, -15us, 0us, 0us}));
    // A hop forward and one back, less nothing: that is what is left open between neighbours.
    EXPECT_EQ(clocks.halfWidths, (std::vector<Nanoseconds>{0us, 20us, 40us, 60us}));
}

TEST(TracedStep, TheLastRankOfAllCountsFromZero)
{
    const TracedOrder order{"1f1b", made("1f1b", 2, 2)};
    const Timeline ran = simulated(order.schedule, costsFor(order.schedule));
    auto ranks = timesOf(ran);
    later(ranks[0], 7ms);
    const TracedStep back = traced(order, ranks);
    for (const auto& spans : back.step.timeline.spans)
        for (const plan::Span& span : spans)
            EXPECT_GE(span.start, 0ns);
    EXPECT_EQ(back.clocks.moves[1] - back.clocks.moves[0], 7ms);
}

TEST(TracedStep, ClocksThatMakeAStepOfDaysAreRefused)
{
    const TracedOrder order{"1f1b", made("1f1b", 4, 2)};
    auto ranks = timesOf(simulated(order.schedule, costsFor(order.schedule)));
    later(ranks[0], plan::kLongestTracedStep - ranks[0].end);
    EXPECT_TRUE(tracedStep(order, 1, ranks, TailIs::Optimizer));
    ranks[3].end += 1s;
    const auto step = tracedStep(order, 1, ranks, TailIs::Optimizer);
    ASSERT_FALSE(step);
    EXPECT_EQ(step.error().message,
              "the ranks' clocks are so far apart that the step would last "
              "over 1000000000.000 ms");
}

// Where ops are recorded to begin before their input was made, whatever the clocks, they stay
// and are counted; none of it becomes a negative line.
TEST(TracedStep, OpsThatBeginEarlyAreCountedAndTheLedgerHolds)
{
    const TracedOrder order{"1f1b", made("1f1b", 3, 5)};
    const Costs costs = costsFor(order.schedule);
    Timeline ran = simulated(order.schedule, costs);
    for (std::size_t rank = 0; rank + 1 < ran.spans.size(); ++rank)
        for (std::size_t i = 0; i < ran.spans[rank].size(); ++i)
            ran.spans[rank][i].end = i + 1 < ran.spans[rank].size()
                ? std::min(ran.spans[rank][i].end + 60us, ran.spans[rank][i + 1].start)
                : ran.spans[rank][i].end;
    const TracedStep back = traced(order, timesOf(ran));
    EXPECT_GT(back.early, 0u);
    EXPECT_GT(back.earliest, 0ns);
    EXPECT_LE(back.earliest, 60us);
    const plan::Ledger ledger = plan::account(order.schedule, back.step.timeline, costs);
    for (const plan::RankLedger& lines : ledger.ranks) {
        EXPECT_EQ(plan::sum(lines), back.step.timeline.makespan);
        for (const Nanoseconds line : lines)
            EXPECT_GE(line, 0ns);
    }
}

TEST(TracedStep, RanksThatEndTogetherWaitedForEachOther)
{
    const TracedOrder order{"1f1b", made("1f1b", 4, 8)};
    Costs costs = costsFor(order.schedule);
    costs.optimizer = 0us;
    const Timeline ran = simulated(order.schedule, costs);
    auto ranks = timesOf(ran);
    Nanoseconds last{};
    for (const RankTimes& rank : ranks)
        last = std::max(last, rank.end);
    for (RankTimes& rank : ranks)
        rank.end = last + 400us;
    for (const TailIs tail : {TailIs::Reduction, TailIs::Optimizer}) {
        const TracedStep back = traced(order, ranks, tail);
        EXPECT_TRUE(back.endsTogether);
        ASSERT_EQ(back.step.timeline.tails.size(), 4u);
        for (const plan::Tail& one : back.step.timeline.tails) {
            EXPECT_EQ(one.begin, last);
            EXPECT_EQ(one.optimizerBegin, tail == TailIs::Reduction ? last + 400us : last);
            EXPECT_EQ(one.end, last + 400us);
        }
        // What the first rank to finish waited is a bubble.
        const auto lines = plan::account(order.schedule, back.step.timeline, costs).ranks[3];
        EXPECT_GT(lines[std::size_t(plan::LedgerLine::CoolDownBubble)], 0ns);
        const auto work = tail == TailIs::Reduction ? plan::LedgerLine::ExposedCollective
                                                    : plan::LedgerLine::Optimizer;
        EXPECT_EQ(lines[std::size_t(work)], 400us);
    }
}

RC_GTEST_PROP(TracedStep, NoNanosecondIsLostWhateverTheClocks, ())
{
    const int ranks = *rc::gen::inRange(1, 6);
    const int microbatches = *rc::gen::inRange(1, 9);
    const TracedOrder order{"1f1b", made("1f1b", ranks, microbatches)};
    const Costs costs = costsFor(order.schedule);
    std::mt19937 random(*rc::gen::inRange(0u, 1000u));
    auto times = timesOf(noisyStep(order.schedule, costs, 0, 0.2, random).timeline);
    for (RankTimes& rank : times)
        later(rank, Nanoseconds{*rc::gen::inRange<std::int64_t>(0, 3'000'000)});
    const auto back = tracedStep(order, 0, times, TailIs::Optimizer);
    RC_ASSERT(bool(back));
    const Timeline& timeline = back->step.timeline;
    for (const plan::RankLedger& lines : plan::account(order.schedule, timeline, costs).ranks) {
        RC_ASSERT(plan::sum(lines) == timeline.makespan);
        RC_ASSERT(*std::min_element(lines.begin(), lines.end()) >= 0ns);
    }
}

TEST(IterationFit, NamesTheOpThatStoodStillAndFitsTheRest)
{
    const Schedule schedule = made("1f1b", 4, 8);
    const Costs costs = costsFor(schedule);
    std::vector<Step> steps;
    std::mt19937 random(3);
    for (int number = 1; number <= 6; ++number)
        steps.push_back(
            noisyStep(schedule, costs, number, 0.01, random, [&](int, const plan::Op& op) {
                return number == 1 ? 4.0 : number == 5 && op == plan::forward(2, 6) ? 20.0 : 1.0;
            }));
    const auto fits = fitEach(schedule, steps);
    ASSERT_TRUE(fits) << fits.error().message;
    ASSERT_EQ(fits->size(), 6u);
    for (const IterationFit& fit : *fits) {
        EXPECT_EQ(fit.warmUp, fit.number == 1);
        EXPECT_EQ(fit.byOthers.has_value(), fit.number != 1);
        if (fit.number == 1)
            continue;
        ASSERT_EQ(fit.stalls.size(), fit.number == 5 ? 1u : 0u) << fit.number;
        if (fit.number == 5) {
            EXPECT_EQ(fit.stalls[0].span.op, plan::forward(2, 6));
            EXPECT_EQ(fit.stalls[0].rank, 2);
            EXPECT_GT(*fit.byOthers, 0ns);
            continue;
        }
        EXPECT_LT(std::abs(fit.error), 0.02) << fit.number;
        EXPECT_EQ(fit.measured, steps[std::size_t(fit.number - 1)].timeline.makespan);
        EXPECT_NEAR(fit.measuredBubble, fit.simulatedBubble, 0.02);
    }
}

// The half that predicts an iteration does not hold it.
TEST(IterationFit, OthersAreOthers)
{
    const Schedule schedule = made("1f1b", 3, 6);
    Costs slow = costsFor(schedule);
    Costs fast = slow;
    for (auto& stage : fast.stages)
        stage.forward -= 100us;
    std::mt19937 random(3);
    std::vector<Step> steps;
    steps.reserve(4);
    for (int number = 0; number < 4; ++number)
        steps.push_back(noisyStep(schedule, number % 2 == 0 ? slow : fast, number, 0, random));
    const auto fits = fitEach(schedule, steps);
    ASSERT_TRUE(fits);
    for (const IterationFit& fit : *fits) {
        EXPECT_EQ(fit.simulated, fit.measured);
        EXPECT_EQ(fit.byOthers, (*fits)[std::size_t(fit.number) ^ 1].measured);
    }
    EXPECT_GT((*fits)[0].measured, (*fits)[1].measured);
}

} // namespace
} // namespace measured::test
