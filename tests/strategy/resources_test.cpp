// The strategies that come with the program do what their comments say.

#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/yaml.h"

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

struct Shipped {
    const char* file;
    plan::Shape shape;
    std::chrono::microseconds makespan;
    int peakOnFirstRank;
};

class ShippedStrategy : public ::testing::TestWithParam<Shipped> {};

TEST_P(ShippedStrategy, HasTheStepItsCommentStates)
{
    const auto read
        = readStrategyFile(std::string(BUBBLESCOPE_STRATEGIES "/") + GetParam().file + ".yaml");
    ASSERT_TRUE(read.strategy) << (read.problems.empty() ? "" : read.problems.front().sentence);
    EXPECT_FALSE(read.strategy->name.empty());
    EXPECT_EQ(shapeOf(*read.strategy), GetParam().shape);
    const auto schedule = scheduleOf(*read.strategy);
    ASSERT_TRUE(schedule);
    const auto timeline = plan::simulate(*schedule, costsOf(*read.strategy));
    ASSERT_TRUE(timeline);
    EXPECT_EQ(timeline->makespan, GetParam().makespan);
    EXPECT_EQ(plan::peakInFlight(*timeline, 0), GetParam().peakOnFirstRank);
}

INSTANTIATE_TEST_SUITE_P(
    Files, ShippedStrategy,
    ::testing::Values(Shipped{"first-run", {4, 1, 8}, std::chrono::microseconds{165'000}, 4},
                      Shipped{"interleaved", {4, 2, 8}, std::chrono::microseconds{142'500}, 11},
                      Shipped{"gpipe", {4, 1, 8}, std::chrono::microseconds{165'000}, 8},
                      Shipped{"naive", {4, 1, 8}, std::chrono::microseconds{480'000}, 1},
                      Shipped{"emulated-32", {32, 1, 16}, std::chrono::microseconds{705'000}, 16}));

} // namespace
} // namespace strategy
