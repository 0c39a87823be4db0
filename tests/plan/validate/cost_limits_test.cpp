// Costs that belong to a shape, and the longest step there may be.

#include "engine/plan/cost_limits.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate.h"
#include "engine/plan/zb_auto/order_search.h"

#include <gtest/gtest.h>

namespace plan::test {
namespace {

constexpr Nanoseconds kYear = std::chrono::hours{24 * 365};

std::string refusal(const Shape& shape, const Costs& costs)
{
    const auto simulated = simulate(*makeSchedule("zb-h1", shape), costs);
    const auto searched = searchOrder({.shape = shape, .costs = costs});
    EXPECT_EQ(bool(simulated), bool(searched));
    EXPECT_EQ(bool(simulated), bool(checkCosts(shape, costs)));
    if (!simulated && !searched) {
        EXPECT_EQ(simulated.error().message, searched.error().message);
    }
    return simulated ? std::string() : simulated.error().message;
}

TEST(CostLimits, ListsHaveTheLengthsOfTheShape)
{
    const Shape shape{.ranks = 3, .microbatches = 2};
    Costs costs = Costs::unit();
    EXPECT_EQ(refusal(shape, costs), "");
    costs.stages.assign(2, costs.stages.front());
    EXPECT_EQ(refusal(shape, costs), "there are 2 costs for 3 stages");
    costs.stages.clear();
    EXPECT_EQ(refusal(shape, costs), "there are 0 costs for 3 stages");
    costs = Costs::unit();
    costs.hops.assign(3, kYear);
    EXPECT_EQ(refusal(shape, costs), "there are 3 hops for 2 places between two stages");
    costs.hops.clear();
    costs.rankFactors = {1};
    EXPECT_EQ(refusal(shape, costs), "there is 1 factor for 3 ranks");
}

TEST(CostLimits, AStepLastsAtMost95Years)
{
    const Shape shape{.ranks = 2, .microbatches = 3};
    Costs costs{.stages = {{5 * kYear, 5 * kYear, 5 * kYear}}}; // 2 x 3 x 15 = 90
    EXPECT_EQ(refusal(shape, costs), "");
    costs.optimizer = 6 * kYear;
    EXPECT_NE(refusal(shape, costs).find("95 years"), std::string::npos);
    costs.optimizer = Nanoseconds{0};
    costs.rankFactors = {1, 1.1};
    EXPECT_NE(refusal(shape, costs).find("95 years"), std::string::npos);
    costs.rankFactors.clear();
    costs.transfer = kYear;
    EXPECT_NE(refusal(shape, costs).find("95 years"), std::string::npos);
}

// A list that repeats its weight gradients lasts longer than any schedule of the shape.
TEST(CostLimits, HoldForHostileLists)
{
    Schedule schedule = *makeSchedule("zb-h1", {.ranks = 1, .microbatches = 1});
    schedule.order[0].insert(schedule.order[0].end(), 200, Op{0, OpKind::WeightGrad, 0});
    const auto timeline = simulate(schedule, {.stages = {{kYear, kYear, 90 * kYear}}});
    ASSERT_FALSE(timeline);
    EXPECT_NE(timeline.error().message.find("0W0"), std::string::npos);
}

TEST(CostLimits, ALinkWithoutBandwidthHasATime)
{
    for (const double bandwidth : {0.0, 1e-300, -1.0})
        EXPECT_GE((Link{Nanoseconds{5}, 1 << 20, bandwidth}.time()), Nanoseconds{5});
    EXPECT_EQ((Link{Nanoseconds{5}, 0, 0}.time()), Nanoseconds{5});
    EXPECT_EQ((Link{Nanoseconds{5}, 100, 2}.time()), Nanoseconds{55});
}

TEST(CostLimits, AShapeHasOneDirectionOrTwo)
{
    Schedule schedule = *makeSchedule("1f1b", {.ranks = 2, .microbatches = 2});
    schedule.shape
        = {.ranks = 1 << 20, .chunks = 1 << 30, .microbatches = 2, .directions = 1 << 30};
    EXPECT_EQ(violations(schedule),
              std::vector<std::string>{"there are 1 or 2 directions, not 1073741824"});
}

} // namespace
} // namespace plan::test
