// Clocks that are apart come together again, to within what is said of them.

#include "engine/measured/rank_clocks.h"

#include "engine/measured/clock_drift.h"
#include "engine/measured/difference_bounds.h"
#include "engine/measured/traced_run.h"
#include "engine/plan/catalog.h"
#include "tests/measured/noisy_step.h"
#include "tests/strategy/dump_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

namespace measured::test {
namespace {

using namespace std::chrono_literals;
using plan::Costs;
using plan::Schedule;
using plan::Timeline;

constexpr Nanoseconds kAhead = 10ms; // so that no time is negative, whatever the clocks

Schedule clockedSchedule(const char* name, int ranks, int chunks, int microbatches)
{
    return *plan::makeSchedule(name, plan::shapeOf(name, ranks, chunks, microbatches));
}

Costs evenCosts(const Schedule& schedule)
{
    Costs costs;
    costs.stages.assign(std::size_t(schedule.shape.stages()), {300us, 310us, 310us, 0us});
    costs.transfer = 40us;
    return costs;
}

// By clocks that are ahead by so much.
Timeline onClocks(Timeline timeline, const std::vector<Nanoseconds>& ahead)
{
    for (std::size_t rank = 0; rank < ahead.size(); ++rank)
        for (plan::Span& span : timeline.spans[rank]) {
            span.start += kAhead + ahead[rank];
            span.end += kAhead + ahead[rank];
        }
    timeline.makespan += 2 * kAhead;
    return timeline;
}

Nanoseconds drawnOffset() { return Nanoseconds{*rc::gen::inRange(-1'000'000, 1'000'001)}; }

struct DrawnRun {
    Schedule schedule;
    Costs costs;
};

DrawnRun drawnRun()
{
    const int kind = *rc::gen::inRange(0, 3);
    const int ranks = *rc::gen::inRange(2, 7);
    const char* const names[] = {"1f1b", "gpipe", "interleaved"};
    Schedule schedule = clockedSchedule(names[kind], ranks, kind == 2 ? 2 : 1, 2 * ranks);
    Costs costs = evenCosts(schedule);
    return {std::move(schedule), std::move(costs)};
}

RC_GTEST_PROP(RankClocks, ComeBackToWithinTheHalfWidth, ())
{
    const DrawnRun run = drawnRun();
    std::mt19937 random(*rc::gen::arbitrary<unsigned>());
    const Step step = noisyStep(run.schedule, run.costs, 0, 0.1, random);
    std::vector<Nanoseconds> ahead;
    for (std::size_t rank = 0; rank < run.schedule.order.size(); ++rank)
        ahead.push_back(drawnOffset());
    const RankClocks clocks = clocksOf(run.schedule, onClocks(step.timeline, ahead));
    RC_ASSERT(clocks.contradiction == 0ns);
    for (std::size_t rank = 0; rank < ahead.size(); ++rank) {
        const Nanoseconds error = clocks.middles[rank] - (ahead[0] - ahead[rank]);
        RC_ASSERT(error <= clocks.halfWidths[rank]);
        RC_ASSERT(-error <= clocks.halfWidths[rank]);
        RC_ASSERT(clocks.moves[rank] - clocks.moves[0] == clocks.middles[rank]);
    }
    // Offsets change what is added, and nothing of how well it is known.
    RC_ASSERT(clocks.halfWidths == clocksOf(run.schedule, step.timeline).halfWidths);
}

// Without noise every rank waits for some message each way, so that each hop on the way to a rank
// leaves open what it takes; a placement that is a ring is gone round either way.
TEST(RankClocks, UseEveryPairThatExchangesAnything)
{
    const auto halfWidths = [](const Schedule& schedule) {
        return clocksOf(schedule, *plan::simulate(schedule, evenCosts(schedule))).halfWidths;
    };
    EXPECT_EQ(halfWidths(clockedSchedule("1f1b", 4, 1, 8)),
              (std::vector<Nanoseconds>{0us, 40us, 80us, 120us}));
    const auto ring = halfWidths(clockedSchedule("interleaved", 4, 2, 8));
    EXPECT_EQ(ring[0], 0us);
    EXPECT_LE(ring[3], ring[1] + 40us);
    EXPECT_LT(ring[3], 120us);
}

TEST(RankClocks, OfOneNumberAreOneClock)
{
    const Schedule schedule = clockedSchedule("1f1b", 4, 1, 8);
    const Timeline ran = *plan::simulate(schedule, evenCosts(schedule));
    const RankClocks clocks
        = clocksOf(schedule, onClocks(ran, {0us, 0us, 700us, 700us}), {{3, 3, 5, 5}, {}});
    EXPECT_EQ(clocks.middles, (std::vector<Nanoseconds>{0us, 0us, -700us, -700us}));
    EXPECT_EQ(clocks.halfWidths, (std::vector<Nanoseconds>{0us, 0us, 40us, 40us}));
    // Where they cannot be, that is told.
    const RankClocks none
        = clocksOf(schedule, onClocks(ran, {0us, 0us, 700us, 700us}), {{1, 1, 1, 1}, {}});
    EXPECT_EQ(none.middles, std::vector<Nanoseconds>(4));
    EXPECT_EQ(none.contradiction, 660us);
}

TEST(RankClocks, OpsThatContradictEachOtherAreTold)
{
    const Schedule schedule = clockedSchedule("1f1b", 3, 1, 6);
    Timeline ran = *plan::simulate(schedule, evenCosts(schedule));
    // 0F5 would end after 1F5 began, and 1B0 after 0B0 began: no clock puts that right.
    for (auto& spans : ran.spans)
        for (plan::Span& span : spans)
            span.end += 100us;
    const RankClocks clocks = clocksOf(schedule, ran);
    EXPECT_EQ(clocks.contradiction, 60us);
    EXPECT_EQ(clocks.middles, std::vector<Nanoseconds>(3));
}

TEST(DifferenceBounds, FollowTheShortestPath)
{
    const auto bounds = boundsOf(
        3, {{1, 0, 5us}, {0, 1, -1us}, {2, 1, 4us}, {1, 2, 0us}, {2, 0, 6us}, {0, 2, -2us}});
    EXPECT_EQ(bounds.most, (std::vector<Nanoseconds>{0us, 5us, 6us}));
    EXPECT_EQ(bounds.least, (std::vector<Nanoseconds>{0us, 1us, 2us}));
    EXPECT_EQ(bounds.contradiction, 0ns);
}

// No pair of these contradicts itself, and all three do: going round takes 3 us off.
TEST(DifferenceBounds, ACycleThatContradictsItselfIsTold)
{
    const auto bounds = boundsOf(
        3, {{1, 0, -1us}, {2, 1, -1us}, {0, 2, -1us}, {0, 1, 9us}, {1, 2, 9us}, {2, 0, 9us}});
    EXPECT_GE(bounds.contradiction, 1us);
    EXPECT_LE(bounds.contradiction, 1020ns);
    for (std::size_t value = 0; value < 3; ++value)
        EXPECT_LE(bounds.least[value], bounds.most[value]);
}

// Each closure's ends keep all differences, and so does the middle; closer ones there are none.
RC_GTEST_PROP(DifferenceBounds, HoldWhateverKeepsTheDifferences, ())
{
    const auto values = std::size_t(*rc::gen::inRange(2, 8));
    std::vector<Nanoseconds> truth;
    for (std::size_t value = 0; value < values; ++value)
        truth.push_back(drawnOffset());
    std::vector<Difference> differences;
    const auto add = [&](std::size_t of, std::size_t beyond) {
        const Nanoseconds slack{*rc::gen::inRange(0, 50'000)};
        differences.push_back({of, beyond, truth[of] - truth[beyond] + slack});
    };
    for (std::size_t value = 1; value < values; ++value) {
        add(value, value - 1);
        add(value - 1, value);
    }
    for (int more = *rc::gen::inRange(0, 12); more > 0; --more)
        add(std::size_t(*rc::gen::inRange(0, int(values))),
            std::size_t(*rc::gen::inRange(0, int(values))));
    const auto bounds = boundsOf(values, differences);
    RC_ASSERT(bounds.contradiction == 0ns);
    for (std::size_t value = 0; value < values; ++value) {
        RC_ASSERT(bounds.least[value] <= truth[value] - truth[0]);
        RC_ASSERT(truth[value] - truth[0] <= bounds.most[value]);
    }
    for (const auto* solution : {&bounds.least, &bounds.most})
        for (const Difference& each : differences)
            RC_ASSERT((*solution)[each.of] - (*solution)[each.beyond] <= each.most);
}

// Iterations of the drawn run on clocks that are apart and drift, as one that runs on sees them.
std::vector<TracedIteration> driftingRun(const DrawnRun& run, int steps,
                                         const std::vector<Nanoseconds>& ahead,
                                         const std::vector<double>& drift, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<TracedIteration> iterations;
    double at = 0;
    for (int number = 1; number <= steps; ++number) {
        const Step step = noisyStep(run.schedule, run.costs, number, 0.1, random);
        std::vector<Nanoseconds> now;
        for (std::size_t rank = 0; rank < ahead.size(); ++rank)
            now.push_back(ahead[rank] + Nanoseconds{std::llround(drift[rank] * at)});
        iterations.push_back({number, dump_test::timesOf(onClocks(step.timeline, now))});
        at += double((step.timeline.makespan + kAhead + ahead[0]).count());
    }
    return iterations;
}

RC_GTEST_PROP(RankClocks, ThatRunOnAreKnownBetterByEveryStep, ())
{
    const DrawnRun run = drawnRun();
    std::vector<Nanoseconds> ahead;
    std::vector<double> drift;
    for (std::size_t rank = 0; rank < run.schedule.order.size(); ++rank) {
        ahead.push_back(drawnOffset());
        drift.push_back(*rc::gen::inRange(-50, 51) * 1e-6);
    }
    const auto iterations = driftingRun(run, 12, ahead, drift, *rc::gen::arbitrary<unsigned>());
    const auto alone = traceRun(run.schedule.shape, 1, iterations);
    const auto together = traceRun(run.schedule.shape, 1, iterations, {{}, true});
    RC_ASSERT(bool(alone) && bool(together));
    double at = 0;
    for (std::size_t i = 0; i < iterations.size(); ++i) {
        const RankClocks& clocks = together->steps[i].clocks;
        for (std::size_t rank = 1; rank < ahead.size(); ++rank) {
            const double truth
                = double((ahead[0] - ahead[rank]).count()) + (drift[0] - drift[rank]) * at;
            // What the makespans miss of the time between steps, and rounding.
            const double within = double(clocks.halfWidths[rank].count()) + 100;
            RC_ASSERT(std::abs(double(clocks.middles[rank].count()) - truth) <= within);
            RC_ASSERT(clocks.halfWidths[rank] <= alone->steps[i].clocks.halfWidths[rank] + 1ns);
        }
        at += double(together->steps[i].step.timeline.makespan.count());
    }
    for (std::size_t rank = 1; rank < ahead.size(); ++rank) {
        RC_ASSERT(together->drifts[rank].has_value());
        RC_ASSERT(std::abs(together->drifts[rank]->drift - (drift[0] - drift[rank]))
                  <= together->drifts[rank]->halfWidth + 1e-6);
    }
}

// 20 ppm over 200 s are 4 ms: no single offset fits all steps, and one line does.
TEST(ClockLine, FollowsADrift)
{
    std::vector<ClockRange> steps;
    for (int second = 0; second <= 200; second += 10) {
        const Nanoseconds truth = 1ms + second * 20us;
        steps.push_back({std::chrono::seconds{second}, {truth - 300us, truth + 100us}});
    }
    const auto line = lineThrough(steps);
    ASSERT_TRUE(line);
    EXPECT_NEAR(line->drift, 20e-6, 0.01e-6 + line->driftHalfWidth);
    EXPECT_LE(line->driftHalfWidth, 2.1e-6);
    // What a clock does that no crystal can is no line.
    steps[7].range = {9ms, 10ms};
    EXPECT_FALSE(lineThrough(steps));
}

} // namespace
} // namespace measured::test
