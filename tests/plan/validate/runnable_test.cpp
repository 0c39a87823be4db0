#include "engine/plan/edit/runnable.h"

#include "engine/plan/simulate.h"
#include "tests/plan/any_schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

namespace plan::test {
namespace {

using Why = HeldUp::Why;

// With nothing laid.
Schedule emptyGrid(const char* name, int ranks, int microbatches)
{
    Schedule schedule = *makeSchedule(name, shapeOf(name, ranks, {}, microbatches));
    for (auto& order : schedule.order)
        order.clear();
    schedule.phases.clear();
    schedule.pairs.clear();
    return schedule;
}

Runnable ofOrders(Schedule schedule, std::vector<std::vector<Op>> order)
{
    schedule.order = std::move(order);
    const auto found = runnable(schedule, Costs::unit());
    EXPECT_TRUE(found) << (found ? "" : found.error().message);
    return found ? *found : Runnable{};
}

std::vector<std::string> textsOf(const std::vector<Op>& ops)
{
    std::vector<std::string> texts;
    texts.reserve(ops.size());
    for (const Op& op : ops)
        texts.push_back(toText(op));
    return texts;
}

TEST(Runnable, OfAnEmptyGridTheFirstStagesForwardsAreReady)
{
    const Runnable found = ofOrders(emptyGrid("naive", 2, 2), {{}, {}});
    EXPECT_EQ(textsOf(found.ready), (std::vector<std::string>{"0F0", "0F1"}));
    EXPECT_TRUE(found.heldUp.empty());
    EXPECT_EQ(found.timeline.makespan.count(), 0);
}

TEST(Runnable, AnOpWithoutItsInputNamesIt)
{
    const Runnable found
        = ofOrders(emptyGrid("naive", 2, 1), {{}, {forward(1, 0), backward(1, 0)}});
    ASSERT_EQ(found.heldUp.size(), 2u);
    EXPECT_EQ(found.heldUp[0], (HeldUp{1, 0, forward(1, 0), Why::NotLaid, forward(0, 0), 0}));
    EXPECT_EQ(found.heldUp[1], (HeldUp{1, 1, backward(1, 0), Why::Behind, forward(1, 0), 1}));
    EXPECT_EQ(found.ran, (std::vector<std::size_t>{0, 0}));
}

TEST(Runnable, WhatIsReadyFollowsWhatHasRun)
{
    const Schedule grid = emptyGrid("naive", 2, 1);
    EXPECT_EQ(textsOf(ofOrders(grid, {{forward(0, 0)}, {}}).ready),
              std::vector<std::string>{"1F0"});
    EXPECT_EQ(textsOf(ofOrders(grid, {{forward(0, 0)}, {forward(1, 0)}}).ready),
              (std::vector<std::string>{"1B0", "1I0"}));
    const Op inputGrad{1, OpKind::InputGrad, 0};
    EXPECT_EQ(textsOf(ofOrders(grid, {{forward(0, 0)}, {forward(1, 0), inputGrad}}).ready),
              (std::vector<std::string>{"0B0", "0I0", "1W0"}));
}

TEST(Runnable, ACircleIsCalledOne)
{
    // Rank 0 wants the gradient of a microbatch that it has not sent yet.
    const Runnable found
        = ofOrders(emptyGrid("naive", 2, 2),
                   {{forward(0, 0), backward(0, 1), forward(0, 1), backward(0, 0)},
                    {forward(1, 0), backward(1, 0), forward(1, 1), backward(1, 1)}});
    EXPECT_EQ(found.ran, (std::vector<std::size_t>{1, 2}));
    ASSERT_EQ(found.heldUp.size(), 5u);
    EXPECT_EQ(found.heldUp[0], (HeldUp{0, 1, backward(0, 1), Why::Circle, backward(1, 1), 1}));
    EXPECT_EQ(found.heldUp[1], (HeldUp{0, 2, forward(0, 1), Why::Behind, backward(0, 1), 0}));
    EXPECT_EQ(found.heldUp[3], (HeldUp{1, 2, forward(1, 1), Why::Circle, forward(0, 1), 0}));
}

TEST(Runnable, WhatWaitsForAStuckRankIsInNoCircleItself)
{
    const Runnable found
        = ofOrders(emptyGrid("naive", 3, 1),
                   {{forward(0, 0)}, {backward(1, 0), forward(1, 0)}, {forward(2, 0)}});
    // 1B0 needs 2B0, which nobody has laid.
    EXPECT_EQ(found.heldUp[0].why, Why::NotLaid);
    EXPECT_EQ(found.heldUp[2], (HeldUp{2, 0, forward(2, 0), Why::Waits, forward(1, 0), 1}));
}

TEST(Runnable, WhatIsNoOrderAtAllIsRefused)
{
    Schedule grid = emptyGrid("naive", 2, 1);
    grid.order[0] = {forward(0, 0), forward(0, 0)};
    EXPECT_EQ(runnable(grid, Costs::unit()).error().message, "0F0 stands twice");
    grid.order[0] = {forward(1, 0)};
    EXPECT_EQ(runnable(grid, Costs::unit()).error().message,
              "1F0 stands on rank 0; its stage is on rank 1");
    grid.order[0] = {forward(0, 7)};
    EXPECT_EQ(runnable(grid, Costs::unit()).error().message, "0F7 lies outside the schedule");
}

RC_GTEST_PROP(Runnable, OfACompleteOrderIsWhatIsSimulated, ())
{
    const Schedule schedule = anySchedule();
    const Costs costs = anyCosts(schedule);
    const auto simulated = simulate(schedule, costs);
    RC_ASSERT(bool(simulated));
    const auto found = runnable(schedule, costs);
    RC_ASSERT(bool(found));
    RC_ASSERT(found->timeline.spans == simulated->spans);
    RC_ASSERT(found->heldUp.empty());
    RC_ASSERT(found->ready.empty());
}

// By looking at all ranks again and again.
std::vector<std::size_t> ranSlowly(const Schedule& schedule)
{
    const int last = schedule.shape.stages() - 1;
    std::set<Op> done;
    std::vector<std::size_t> ran(schedule.order.size());
    const auto has = [&](const Op& op) {
        const auto input = inputOf(op, last);
        return !input || done.contains(*input)
            || (input->kind == OpKind::Backward
                && done.contains({input->stage, OpKind::InputGrad, input->microbatch}));
    };
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t rank = 0; rank < ran.size(); ++rank) {
            const auto& order = schedule.order[rank];
            const Pairs& pairs = schedule.pairsOf(rank);
            const std::size_t at = ran[rank];
            if (at >= order.size())
                continue;
            const bool pair = std::find(pairs.begin(), pairs.end(), at) != pairs.end();
            if (!has(order[at]) || (pair && !has(order[at + 1])))
                continue;
            for (std::size_t i = 0; i < (pair ? 2u : 1u); ++i)
                done.insert(order[ran[rank]++]);
            moved = true;
        }
    }
    return ran;
}

RC_GTEST_PROP(Runnable, WhatCanRunRunsAndTheRestHasAReason, ())
{
    Schedule schedule = anySchedule();
    RC_PRE(schedule.shape.stages() * schedule.shape.microbatches <= 200);
    schedule.pairs.clear();
    // Some ops are not laid yet, and some stand elsewhere.
    for (auto& order : schedule.order) {
        for (int i = *rc::gen::inRange(0, 3); i > 0 && !order.empty(); --i)
            order.erase(order.begin() + long(*rc::gen::inRange<std::size_t>(0, order.size())));
        if (order.size() > 1 && *rc::gen::arbitrary<bool>())
            std::swap(order[*rc::gen::inRange<std::size_t>(0, order.size())],
                      order[*rc::gen::inRange<std::size_t>(0, order.size())]);
    }
    const auto found = runnable(schedule, Costs::unit());
    RC_ASSERT(bool(found));
    RC_ASSERT(found->ran == ranSlowly(schedule));
    std::size_t held = 0;
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        held += schedule.order[rank].size() - found->ran[rank];
        RC_ASSERT(found->timeline.spans[rank].size() == found->ran[rank]);
    }
    RC_ASSERT(found->heldUp.size() == held);
    // Each could be laid at the end of its rank's row and run at once, were that row not stuck.
    for (const Op& op : found->ready) {
        Schedule more = schedule;
        const auto rank = static_cast<std::size_t>(more.placement.rankOf(op));
        more.order[rank].insert(more.order[rank].begin() + long(found->ran[rank]), op);
        const auto then = runnable(more, Costs::unit());
        RC_ASSERT(bool(then));
        RC_ASSERT(then->ran[rank] > found->ran[rank]);
    }
}

} // namespace
} // namespace plan::test
