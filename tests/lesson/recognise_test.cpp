#include "engine/lesson/recognise.h"

#include "engine/lesson/states.h"
#include "engine/plan/catalog.h"

#include <gtest/gtest.h>

namespace lesson::test {
namespace {

PlannedPtr planned(const std::string& schedule, int ranks, int microbatches, int chunks = 1)
{
    StrategyTree tree;
    const auto put
        = [&](const char* name, const std::string& word) { EXPECT_TRUE(tree.put(name, word, 1)); };
    put("bubblescope", "1");
    put("parallel.pipeline", std::to_string(ranks));
    put("parallel.chunks", std::to_string(chunks));
    put("batch.global", std::to_string(microbatches));
    put("schedule.name", schedule);
    PlannedState state = planState(tree, false, {});
    EXPECT_TRUE(state.planned) << schedule;
    return state.planned;
}

std::string nameOf(const Planned& built)
{
    const auto found = recognise(built);
    if (!found)
        return "none";
    return std::string(found->name) + (found->sameTimesOnly ? " by its times" : "");
}

TEST(Recognise, KnowsWhatWasBuilt)
{
    EXPECT_EQ(nameOf(*planned("gpipe", 2, 4)), "gpipe");
    EXPECT_EQ(nameOf(*planned("1f1b", 3, 4)), "1f1b");
    EXPECT_EQ(nameOf(*planned("zb-h1", 2, 4)), "zb-h1");
    EXPECT_EQ(nameOf(*planned("zb-h1", 4, 8)), "zb-h1");
    EXPECT_EQ(nameOf(*planned("zbv", 4, 8, 2)), "zbv");
}

TEST(Recognise, OfAnOrderOfOnesOwnIsNothing)
{
    const PlannedPtr like = planned("1f1b", 3, 4);
    plan::Schedule schedule = like->schedule();
    // Rank 2 takes the microbatches in another order.
    std::swap(schedule.order[0][0], schedule.order[0][1]);
    const PlannedPtr built = Planned::ofOrder(*like, schedule);
    ASSERT_TRUE(built->hasTimeline());
    EXPECT_EQ(nameOf(*built), "none");
}

TEST(Recognise, TellsTheDistanceToTheBound)
{
    const PlannedPtr plain = planned("1f1b", 4, 8);
    const PlannedPtr best = planned("zb-h1", 4, 8);
    ASSERT_TRUE(aboveBound(*best, 4));
    EXPECT_NEAR(*aboveBound(*best, 4), 0, 1e-12); // 27 u is the bound at that cap
    EXPECT_NEAR(*aboveBound(*plain, 4), 33.0 / 27 - 1, 1e-9);
    EXPECT_FALSE(aboveBound(*planned("dualpipe", 4, 8, 2), {}));
}

} // namespace
} // namespace lesson::test
