// Whole runs: orders that no generator makes, and ranks that block each other.

#include "engine/measured/traced_run.h"

#include "engine/measured/iteration_fit.h"
#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/pipeline_dump.h"
#include "engine/strategy/yaml.h"
#include "tests/measured/blocking_run.h"
#include "tests/measured/noisy_step.h"
#include "tests/strategy/dump_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
using dump_test::timesOf;
using plan::Costs;
using plan::Schedule;

Schedule tracedSchedule(const char* name, int ranks, int chunks, int microbatches)
{
    return *plan::makeSchedule(name, plan::shapeOf(name, ranks, chunks, microbatches));
}

Costs costsOf(const Schedule& schedule)
{
    Costs costs;
    for (int stage = 0; stage < schedule.shape.stages(); ++stage)
        costs.stages.push_back({300us + 50us * (stage % 3), 310us, 310us, 0us});
    costs.transfer = 20us;
    return costs;
}

// Whichever of its next forward and backward a rank can run, it may.
Schedule dynamicOrder(Schedule schedule, unsigned seed)
{
    std::mt19937 random(seed);
    const plan::OpSlots slots(schedule.shape);
    std::vector<bool> isMade(slots.count());
    const auto turns = schedule.order;
    std::vector<std::array<std::size_t, 2>> next(turns.size());
    const auto nextOf = [&](std::size_t rank, bool forward) -> const plan::Op* {
        std::size_t& at = next[rank][forward];
        while (at < turns[rank].size() && isForward(turns[rank][at].kind) != forward)
            ++at;
        if (at == turns[rank].size())
            return nullptr;
        const plan::Op& op = turns[rank][at];
        const auto input = plan::inputOf(op, schedule.shape.stages() - 1);
        return !input || isMade[slots.of(*input)] ? &op : nullptr;
    };
    std::size_t left = 0;
    for (auto& order : schedule.order) {
        left += order.size();
        order.clear();
    }
    while (left > 0) {
        const std::size_t rank = random() % turns.size();
        const bool forward = random() % 2 == 0;
        if (const plan::Op* op = nextOf(rank, forward)) {
            schedule.order[rank].push_back(*op);
            isMade[slots.of(*op)] = true;
            ++next[rank][forward];
            --left;
        }
    }
    return schedule;
}

TracedIteration iterationOf(const Schedule& schedule, int number)
{
    return {number, timesOf(*plan::simulate(schedule, costsOf(schedule)))};
}

// The same of a trace that says what each op was.
TracedIteration namedIterationOf(const Schedule& schedule, int number)
{
    TracedIteration iteration = iterationOf(schedule, number);
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        for (const plan::Op& op : schedule.order[rank]) {
            plan::RankTimes& times = iteration.ranks[rank];
            (isForward(op.kind) ? times.forwardOps : times.backwardOps)
                .push_back({op.stage / schedule.shape.ranks, op.microbatch});
        }
    return iteration;
}

// Microbatches change places, each with another, on all ranks alike.
Schedule withOtherMicrobatches(Schedule schedule, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<int> is(std::size_t(schedule.shape.microbatches));
    std::iota(is.begin(), is.end(), 0);
    std::shuffle(is.begin(), is.end(), random);
    for (auto& order : schedule.order)
        for (plan::Op& op : order)
            op.microbatch = is[std::size_t(op.microbatch)];
    return schedule;
}

RC_GTEST_PROP(TracedRun, OfADynamicOrderSurvives, ())
{
    const int chunks = *rc::gen::inRange(1, 3);
    const int ranks = *rc::gen::inRange(2, 5);
    const Schedule turns
        = tracedSchedule(chunks == 1 ? "1f1b" : "interleaved", ranks, chunks, 2 * ranks);
    const Schedule schedule = dynamicOrder(turns, *rc::gen::arbitrary<unsigned>());
    const std::vector<int> oneClock(schedule.order.size());
    const auto run = traceRun(schedule.shape, 1, {iterationOf(schedule, 1)}, {oneClock, false});
    RC_ASSERT(bool(run));
    // By chance the times are those of a schedule that is known.
    if (run->order.name != kCustomOrder)
        return;
    RC_ASSERT(run->order.schedule.order == schedule.order);

    const auto fits = fitEach(run->order.schedule, run->plainSteps());
    RC_ASSERT(bool(fits));
    const IterationFit& fit = fits->front();
    RC_ASSERT(std::abs(fit.error) < 0.03);
    const plan::Timeline& timeline = run->steps.front().step.timeline;
    for (const plan::RankLedger& rank :
         plan::account(run->order.schedule, timeline, fit.costs).ranks)
        RC_ASSERT(plan::sum(rank) == timeline.makespan);

    // It is a strategy, in which any cost can be changed.
    strategy::DumpConfig config;
    config.shape = schedule.shape;
    const auto text = strategy::writeStrategy(
        strategy::strategyOfDump(config, "run", run->order.name, run->order.schedule, fit.costs));
    const auto again = strategy::readStrategy(text, {});
    RC_ASSERT(again.strategy.has_value());
    const auto read = strategy::scheduleOf(*again.strategy);
    RC_ASSERT(bool(read));
    RC_ASSERT(read->order == schedule.order);
}

// What a trace says of its ops is taken, whatever the turn.
RC_GTEST_PROP(TracedRun, OfNamedOpsIsWhatTheyAre, ())
{
    const int chunks = *rc::gen::inRange(1, 3);
    const int ranks = *rc::gen::inRange(2, 5);
    const Schedule turns
        = tracedSchedule(chunks == 1 ? "1f1b" : "interleaved", ranks, chunks, 2 * ranks);
    const auto seed = *rc::gen::arbitrary<unsigned>();
    const Schedule schedule = withOtherMicrobatches(
        *rc::gen::arbitrary<bool>() ? dynamicOrder(turns, seed) : turns, seed);
    const auto run = traceRun(schedule.shape, 1, {namedIterationOf(schedule, 1)});
    RC_ASSERT(bool(run));
    RC_ASSERT(run->order.schedule.order == schedule.order);
    RC_ASSERT(run->order.turnsOf.empty());
}

TEST(TracedRun, TellsThatAnOrderIsCustom)
{
    const Schedule schedule = dynamicOrder(tracedSchedule("interleaved", 2, 2, 8), 5);
    const auto run = traceRun(schedule.shape, 1, {iterationOf(schedule, 1)});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->order.turnsOf, "interleaved");
    EXPECT_EQ(takenForGranted(*run, 1).front(),
              "the schedule is custom: no known one makes the order that ran; forwards, and "
              "backwards, are numbered in the turn of interleaved");
}

TEST(TracedRun, KeepsTheOrderOfMostIterations)
{
    const Schedule often = dynamicOrder(tracedSchedule("1f1b", 3, 1, 8), 1);
    const Schedule once = dynamicOrder(tracedSchedule("1f1b", 3, 1, 8), 2);
    ASSERT_NE(often.order, once.order);
    const auto run = traceRun(often.shape, 1,
                              {iterationOf(once, 4), iterationOf(often, 5), iterationOf(often, 9)});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->order.schedule.order, often.order);
    ASSERT_EQ(run->steps.size(), 2u);
    EXPECT_EQ(run->steps[0].step.number, 5);
    EXPECT_EQ(run->steps[1].step.number, 9);
    EXPECT_EQ(run->leftOut, 1u);
    EXPECT_EQ(takenForGranted(*run, 1)[1], "1 of 3 iterations ran another order, and are left out");
}

void expectSpans(const Costs& costs)
{
    for (std::size_t stage = 0; stage < 15; ++stage) {
        // Some run while the pipeline fills or drains, and some in its midst.
        EXPECT_GT(costs.stages[stage].forward, 2950us) << stage;
        EXPECT_LT(costs.stages[stage].forward, 4200us) << stage;
        EXPECT_GT(costs.stages[stage].of(plan::OpKind::Backward), 6100us) << stage;
        EXPECT_LT(costs.stages[stage].of(plan::OpKind::Backward), 7400us) << stage;
    }
    EXPECT_NEAR(double(costs.stages[15].forward.count()), 17e6, 0.2e6);
    EXPECT_NEAR(double(costs.stages[15].of(plan::OpKind::Backward).count()), 19e6, 0.2e6);
}

// Ranks idle a lot in such a run, for each other; a fit that takes any of that for work predicts
// far too long a step, and none of it may be called unexplained.
TEST(BlockingTransfers, AreNoCostAndNotUnexplained)
{
    const Schedule schedule = tracedSchedule("interleaved", 4, 4, 8);
    std::vector<TracedIteration> iterations;
    for (int number = 1; number <= 6; ++number) {
        const plan::Timeline ran = BlockingRun(schedule, unsigned(number)).run();
        for (std::size_t rank = 0; rank < 4; ++rank)
            ASSERT_EQ(ran.spans[rank].size(), 64u) << rank;
        iterations.push_back({number, timesOf(ran)});
    }
    for (const std::vector<int>& clocks : {std::vector<int>{}, std::vector<int>{0, 0, 0, 0}}) {
        const auto run = traceRun(schedule.shape, 1, iterations, {clocks, false});
        ASSERT_TRUE(run) << run.error().message;
        EXPECT_EQ(run->order.name, "interleaved");
        const auto fits = fitEach(run->order.schedule, run->plainSteps());
        ASSERT_TRUE(fits) << fits.error().message;
        for (std::size_t i = 0; i < fits->size(); ++i) {
            const IterationFit& fit = (*fits)[i];
            EXPECT_LT(std::abs(fit.error), 0.03) << fit.number;
            EXPECT_NEAR(double(fit.byOthers->count()) / double(fit.measured.count()), 1, 0.03);
            expectSpans(fit.costs);
            const plan::Timeline& timeline = run->steps[i].step.timeline;
            const plan::Ledger ledger = plan::account(run->order.schedule, timeline, fit.costs);
            const auto unexplained
                = plan::total(ledger)[std::size_t(plan::LedgerLine::Unexplained)];
            EXPECT_LT(double(unexplained.count()), 0.05 * 4 * double(timeline.makespan.count()));
        }
    }
}

} // namespace
} // namespace measured::test
