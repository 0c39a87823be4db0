#include "engine/runtime/pipeline_setup.h"

#include "engine/plan/catalog.h"
#include "engine/runtime/connected_pairs.h"

#include <gtest/gtest.h>

namespace engine::test {
namespace {

using namespace std::chrono_literals;
using Pairs = std::vector<std::pair<int, int>>;

strategy::Strategy fourRanks()
{
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    strategy.costs = plan::Costs{.stages = {{1ms, 1ms, 1ms}}};
    return strategy;
}

TEST(SetUp, GivesARankItsProgramAndThePrediction)
{
    const auto setup = setUp(fourRanks(), 1, 4);
    ASSERT_TRUE(setup) << setup.error().message;
    EXPECT_EQ(setup->predictedMakespan, 33ms); // (m + p - 1)(F + B)
    EXPECT_EQ(setup->program, plan::lower(setup->schedule)[1]);
    EXPECT_EQ(setup->messageBytes, 64u * 1024);
    EXPECT_EQ(setup->buffers, 2u); // a send whose receive is not posted, and a receive
    EXPECT_EQ(setup->pairs, (Pairs{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(SetUp, AsksForOneProcessARank)
{
    const auto setup = setUp(fourRanks(), 0, 3);
    ASSERT_FALSE(setup);
    EXPECT_EQ(setup.error().message,
              "the strategy's pipeline has 4 ranks, but 3 processes were "
              "started; start one for each rank");
}

TEST(PatienceOf, IsTenStepsAndTenSecondsUnlessGiven)
{
    auto setup = setUp(fourRanks(), 0, 4);
    ASSERT_TRUE(setup);
    setup->messageBytes = 0;
    EXPECT_EQ(patienceOf(*setup, std::nullopt), 10s + 330ms);
    EXPECT_EQ(patienceOf(*setup, 3s), 3s);
}

TEST(PatienceOf, GrowsWithTheBytesOfAStep)
{
    auto setup = setUp(fourRanks(), 0, 4);
    ASSERT_TRUE(setup);
    EXPECT_EQ(setup->messages, 48u); // eight each way on three borders
    setup->messageBytes = 400'000'000;
    const auto patience = patienceOf(*setup, std::nullopt);
    EXPECT_GE(patience, 300s);
    EXPECT_LE(patience, 311s);
    setup->messageBytes = std::size_t{1} << 40;
    setup->messages = std::size_t{1} << 30;
    EXPECT_EQ(patienceOf(*setup, std::nullopt), 240h + 10s);
}

TEST(ConnectedPairs, AnInterleavedPipelineIsARing)
{
    const auto schedule = plan::makeSchedule("interleaved", {4, 2, 8});
    ASSERT_TRUE(schedule);
    EXPECT_EQ(connectedPairs(plan::lower(*schedule)), (Pairs{{0, 1}, {0, 3}, {1, 2}, {2, 3}}));
}

TEST(ConnectedPairs, OneRankHasNobodyToConnectTo)
{
    const auto schedule = plan::makeSchedule("interleaved", {1, 2, 4});
    ASSERT_TRUE(schedule);
    EXPECT_EQ(connectedPairs(plan::lower(*schedule)), Pairs{});
}

} // namespace
} // namespace engine::test
