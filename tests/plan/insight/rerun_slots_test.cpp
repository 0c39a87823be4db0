#include "engine/plan/insight/rerun_slots.h"

#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/metrics.h"
#include "tests/plan/random_step.h"
#include "tests/plan/render.h"
#include "tests/plan/unit_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace plan::test {
namespace {

// Every op one unit long.
Costs flat() { return {.stages = {{kUnit, kUnit, Nanoseconds{0}}}}; }

TEST(RerunSlots, FillTheBubblesOfOneForwardOneBackward)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 4, .microbatches = 4});
    const Timeline timeline = *simulate(schedule, flat());
    const RerunPlan plan = rerunSlots(schedule, timeline, flat());
    const auto with = simulateWithReruns(schedule, timeline, flat(), plan);
    ASSERT_TRUE(with) << with.error().message;
    // "0123...a.b.c.d", ".012..a3b.c.d.", "..01.a2b3c.d..", "...0a1b2c3d...": before the first
    // op there is nothing to run again; every other bubble is filled.
    EXPECT_EQ(render(*with, kUnit),
              "0123012a3bacbd\n"
              ".01201a3b2c3db\n"
              "..010a2b3c2d3c\n"
              "...0a1b2c3d3d.\n");
    EXPECT_EQ(plan.total.rerun, 17u);
    EXPECT_EQ(plan.total.ops, 32u);
    EXPECT_EQ(plan.ranks[0].rerun, 6u);
}

TEST(RerunSlots, WithoutKeepingPairsOnlyForwardsRunAgain)
{
    const Schedule schedule = *makeSchedule("gpipe", {.ranks = 4, .microbatches = 1});
    const Timeline timeline = *simulate(schedule, flat());
    const RerunPlan plan = rerunSlots(schedule, timeline, flat(), KeepPairs::UntilBackward);
    EXPECT_GT(plan.kinds[std::size_t(OpKind::Forward)].rerun, 0u);
    EXPECT_EQ(plan.kinds[std::size_t(OpKind::Backward)].rerun, 0u);
    const RerunPlan kept = rerunSlots(schedule, timeline, flat());
    EXPECT_GT(kept.kinds[std::size_t(OpKind::Backward)].rerun, 0u);
    EXPECT_GT(kept.total.rerun, plan.total.rerun);
}

TEST(RerunSlots, NothingRunsAgainAfterTheOptimizer)
{
    const Schedule schedule = *makeSchedule("gpipe", {.ranks = 2, .microbatches = 2});
    Costs costs = flat();
    costs.optimizer = kUnit;
    const Timeline timeline = *simulate(schedule, costs);
    for (const auto& reruns : rerunSlots(schedule, timeline, costs).reruns)
        for (const Rerun& rerun : reruns)
            EXPECT_LE(rerun.slot.end, timeline.tails[0].begin);
}

TEST(RerunSlots, APlanThatMovesAnOpIsRefused)
{
    const Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    const Timeline timeline = *simulate(schedule, flat());
    RerunPlan plan = rerunSlots(schedule, timeline, flat());
    plan.reruns[1].insert(plan.reruns[1].begin(), Rerun{0, {forward(1, 0), 1 * kUnit, 2 * kUnit}});
    const auto with = simulateWithReruns(schedule, timeline, flat(), plan);
    ASSERT_FALSE(with);
    EXPECT_EQ(with.error().message, "the reruns move 1B0 on rank 1");
}

RC_GTEST_PROP(RerunPlans, MoveNothingAndKeepTheModel, ())
{
    const auto [schedule, costs, simulated] = drawnStep();
    const Timeline timeline
        = *rc::gen::arbitrary<bool>() ? simulated : shiftedToEvenPlaces(schedule, simulated, costs);
    const auto keep = *rc::gen::arbitrary<bool>() ? KeepPairs::WhileRoom : KeepPairs::UntilBackward;
    const RerunPlan plan = rerunSlots(schedule, timeline, costs, keep);
    const auto with = simulateWithReruns(schedule, timeline, costs, plan);
    RC_ASSERT(bool(with));
    RC_ASSERT(with->makespan == timeline.makespan);
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        const auto& spans = timeline.spans[rank];
        // What is left after taking the reruns out is the step as it was.
        std::vector<Span> rest = with->spans[rank];
        std::set<std::size_t> again;
        std::map<std::pair<int, int>, Nanoseconds> lastBackward;
        for (const Span& span : spans)
            if (!isForward(span.op.kind))
                lastBackward[{span.op.stage, span.op.microbatch}] = span.end;
        for (const Rerun& rerun : plan.reruns[rank]) {
            RC_ASSERT(again.insert(rerun.span).second);
            const Span& first = spans[rerun.span];
            RC_ASSERT(first.op == rerun.slot.op);
            RC_ASSERT(rerun.slot.end - rerun.slot.start == costs.of(first.op, int(rank)));
            RC_ASSERT(rerun.slot.start >= first.end);
            if (keep == KeepPairs::UntilBackward) {
                RC_ASSERT(rerun.slot.end <= lastBackward.at({first.op.stage, first.op.microbatch}));
            }
            const auto found = std::find(rest.begin(), rest.end(), rerun.slot);
            RC_ASSERT(found != rest.end());
            rest.erase(found);
        }
        // Ops of no length may change places with their own reruns.
        const auto byTime = [](std::vector<Span> all) {
            std::sort(all.begin(), all.end(), [](const Span& a, const Span& b) {
                return std::tie(a.start, a.end, a.op) < std::tie(b.start, b.end, b.op);
            });
            return all;
        };
        RC_ASSERT(byTime(rest) == byTime(spans));
        RC_ASSERT(plan.ranks[rank].rerun == again.size());
        RC_ASSERT(plan.ranks[rank].rerun <= plan.ranks[rank].bound);
        RC_ASSERT(plan.ranks[rank].bound <= plan.ranks[rank].ops);
    }
}

// With what is run again held until then, no rank holds more pairs than its peak.
RC_GTEST_PROP(RerunPlans, NeedNoMoreMemory, ())
{
    const auto [schedule, costs, timeline] = drawnStep();
    const RerunPlan plan = rerunSlots(schedule, timeline, costs);
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        std::map<std::pair<int, int>, std::pair<Nanoseconds, Nanoseconds>> held;
        for (const Span& span : timeline.spans[rank]) {
            auto& [begin, end] = held.try_emplace({span.op.stage, span.op.microbatch},
                                                  std::pair{span.start, span.end})
                                     .first->second;
            end = std::max(end, span.end);
        }
        for (const Rerun& rerun : plan.reruns[rank]) {
            auto& end = held.at({rerun.slot.op.stage, rerun.slot.op.microbatch}).second;
            end = std::max(end, rerun.slot.end);
        }
        std::vector<std::pair<Nanoseconds, int>> changes; // at one time, ends come first
        for (const auto& [pair, life] : held)
            if (life.second > life.first) {
                changes.emplace_back(life.first, 1);
                changes.emplace_back(life.second, -1);
            }
        std::sort(changes.begin(), changes.end());
        int now = 0;
        for (const auto& [time, change] : changes) {
            now += change;
            RC_ASSERT(now <= peakInFlight(timeline, rank));
        }
    }
}

// The most of a rank's ops, all one unit long, that run again in its idle units: a largest
// matching, each op free to take any unit after it and before its pair's last backward ends.
std::size_t mostReruns(const std::vector<Span>& spans, Nanoseconds makespan)
{
    std::map<std::pair<int, int>, Nanoseconds> letGo;
    std::vector<Nanoseconds> units;
    Nanoseconds free{0};
    const auto idleUntil = [&](Nanoseconds time) {
        for (; free + kUnit <= time; free += kUnit)
            units.push_back(free);
    };
    for (const Span& span : spans) {
        letGo[{span.op.stage, span.op.microbatch}] = span.end;
        idleUntil(span.start);
        free = span.end;
    }
    idleUntil(makespan);

    std::vector<int> taker(units.size(), -1);
    std::vector<bool> seen;
    const std::function<bool(int)> place = [&](int op) {
        const Span& span = spans[static_cast<std::size_t>(op)];
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            if (seen[unit] || units[unit] < span.end
                || units[unit] + kUnit > letGo.at({span.op.stage, span.op.microbatch}))
                continue;
            seen[unit] = true;
            if (taker[unit] < 0 || place(taker[unit])) {
                taker[unit] = op;
                return true;
            }
        }
        return false;
    };
    std::size_t most = 0;
    for (int op = 0; op < static_cast<int>(spans.size()); ++op) {
        seen.assign(units.size(), false);
        most += place(op);
    }
    return most;
}

// All ops of a rank equally long: as many as the best of all ways to place them.
RC_GTEST_PROP(RerunPlans, AreTheBestForOneLength, ())
{
    const Schedule schedule = drawnSchedule();
    RC_PRE(schedule.pairs.empty());
    for (const auto& order : schedule.order)
        for (const Op& op : order)
            RC_PRE(op.kind != OpKind::Backward);
    const Costs costs{.stages = {{kUnit, kUnit, kUnit}},
                      .transfer = *rc::gen::inRange(0, 3) * kUnit / 2};
    const auto timeline = simulate(schedule, costs);
    const auto plan = rerunSlots(schedule, *timeline, costs, KeepPairs::UntilBackward);
    for (std::size_t rank = 0; rank < plan.ranks.size(); ++rank) {
        RC_ASSERT(plan.ranks[rank].rerun == mostReruns(timeline->spans[rank], timeline->makespan));
        RC_ASSERT(plan.ranks[rank].bound == plan.ranks[rank].rerun);
    }
}

} // namespace
} // namespace plan::test
