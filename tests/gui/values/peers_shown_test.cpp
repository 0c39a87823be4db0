#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/window/peers_shown.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

// Of two places with two peers each.
measured::Step stepOf(int number)
{
    const auto schedule = *plan::makeSchedule("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 6});
    measured::Step step;
    step.number = number;
    step.timeline = *plan::simulate(schedule, plan::Costs::unit());
    for (const auto& spans : step.timeline.spans)
        step.peers.push_back({{}, spans});
    return step;
}

TEST(PeersShown, AreNotComparedWithEveryTickOfAStepUnderWay)
{
    PeersShown shown;
    const measured::Step step = stepOf(4);
    const auto first = shown.of(step, 0, true);
    ASSERT_TRUE(first);
    EXPECT_EQ(shown.of(step, 0, true), first);
    // What is over, or another step or replica or run, is looked at at once.
    const auto over = shown.of(step, 0, false);
    EXPECT_NE(over, first);
    EXPECT_NE(shown.of(step, 0, false), over);
    const auto next = shown.of(stepOf(5), 0, true);
    EXPECT_NE(next, shown.of(step, 0, true));
    measured::Step wider = step;
    wider.peers.push_back(step.peers[0]);
    const auto other = shown.of(wider, 0, true);
    EXPECT_NE(other, shown.of(step, 0, true));
    EXPECT_FALSE(shown.of(measured::Step{}, 0, true));
}

} // namespace
} // namespace gui::test
