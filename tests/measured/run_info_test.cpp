#include "engine/measured/run_info.h"
#include "telemetry/text.h"

#include <gtest/gtest.h>

namespace measured {
namespace {

telemetry::Hello helloOf(std::uint32_t ranks, std::uint32_t pipelineRanks)
{
    telemetry::Hello hello;
    hello.ranks = ranks;
    hello.pipelineRanks = pipelineRanks;
    hello.chunks = 2;
    hello.microbatches = 8;
    telemetry::copyText(hello.schedule, "interleaved");
    return hello;
}

TEST(RunInfo, SaysWhetherRanksTookTurns)
{
    telemetry::Hello hello = helloOf(4, 4);
    EXPECT_FALSE(runInfoOf(hello)->takesTurns);
    hello.flags = telemetry::kFlagTakesTurns;
    EXPECT_TRUE(runInfoOf(hello)->takesTurns);
    EXPECT_FALSE(runInfoOf(hello)->emulated);
}

TEST(RunInfo, RanksOfTheWorldAreReplicasOfPlaces)
{
    const auto info = runInfoOf(helloOf(12, 4));
    ASSERT_TRUE(info);
    EXPECT_EQ(info->shape, (plan::Shape{4, 2, 8, 1})); // a hello of old says no directions
    EXPECT_EQ(info->schedule, "interleaved");
    EXPECT_EQ(info->replicas(), 3);
    EXPECT_EQ(info->replica, 0);
    for (int rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(info->worldRank(rank), 3 * rank);
        EXPECT_EQ(info->replicaOf(info->worldRank(rank)), 0);
    }
    EXPECT_EQ(info->replicaOf(7), 1);
}

TEST(RunInfo, AWorldThatDoesNotDivideOrAShapeThatIsNoneIsRefused)
{
    EXPECT_FALSE(runInfoOf(helloOf(13, 4)));
    telemetry::Hello none = helloOf(4, 4);
    none.microbatches = 0;
    EXPECT_FALSE(runInfoOf(none));
}

} // namespace
} // namespace measured
