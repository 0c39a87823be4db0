// Where the ranks of a run stand, and what a person reads of it.

#include "engine/strategy/node_placement.h"

#include "engine/plan/catalog.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/step_prediction.h"
#include "tests/strategy/small_strategy.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace strategy {
namespace {

Strategy pipelineOf(int ranks, int tensor = 1, int data = 1, int perNode = 4)
{
    Strategy strategy;
    strategy.parallel.pipeline = ranks;
    strategy.parallel.tensor = tensor;
    strategy.parallel.data = data;
    strategy.batch = {1, 8 * data};
    strategy.cluster.devicesPerNode = perNode;
    return strategy;
}

std::string textOf(const Strategy& strategy)
{
    const auto schedule = scheduleOf(strategy);
    return toText(NodePlacement(strategy, schedule->shape.ranks), schedule->placement);
}

TEST(NodePlacement, SaysInOneLineWhatCrosses)
{
    EXPECT_EQ(textOf(pipelineOf(8)),
              "stages 0-3 on node 0, 4-7 on node 1: 1 of 7 hops crosses nodes");
    EXPECT_EQ(textOf(pipelineOf(4)), "all 4 ranks are on node 0");
    EXPECT_EQ(textOf(pipelineOf(1)), "the rank is on node 0");
    EXPECT_EQ(textOf(pipelineOf(4, 2, 2)),
              "stage 0 on node 0, 1 on node 1, 2 on node 2, 3 on node 3: 3 of 3 hops cross nodes");
    EXPECT_EQ(textOf(pipelineOf(2, 2, 4)),
              "stage 0 on nodes 0-1, 1 on nodes 2-3: 1 of 1 hop crosses nodes; "
              "data-parallel groups span 2 nodes");
    EXPECT_EQ(textOf(pipelineOf(1, 8)),
              "stage 0 on nodes 0-1: tensor-parallel groups span 2 nodes");
    EXPECT_EQ(
        textOf(pipelineOf(9, 4)),
        "stage 0 on node 0, 1 on node 1, 2 on node 2, 3 on node 3, and so on to stage 8: 8 of "
        "8 hops cross nodes");
}

// Pipelines innermost: each lies in a node, and data-parallel groups cross.
TEST(NodePlacement, FollowsTheStrategysOrder)
{
    Strategy strategy = pipelineOf(4, 1, 2);
    strategy.parallel.order = RankOrder::PipelineDataTensor;
    EXPECT_EQ(textOf(strategy),
              "stages 0-3 on nodes 0-1: no hop crosses nodes; data-parallel groups span 2 nodes");
    const NodePlacement placed(strategy, 4);
    EXPECT_EQ(placed.ofPipeline(0), (std::vector{0, 0, 0, 0}));
    EXPECT_EQ(placed.ofPipeline(1), (std::vector{1, 1, 1, 1}));
    strategy.parallel.order = RankOrder::TensorDataPipeline;
    EXPECT_EQ(NodePlacement(strategy, 4).ofPipeline(1), (std::vector{0, 0, 1, 1}));
}

// Six devices a pipeline rank on nodes of eight: some replicas cross where the first does not.
TEST(NodePlacement, CountsTheHopsOfTheWorstReplica)
{
    const Strategy strategy = pipelineOf(2, 1, 6, 8);
    const NodePlacement placed(strategy, 2);
    EXPECT_EQ(placed.ofPipeline(0), (std::vector{0, 0}));
    EXPECT_EQ(placed.ofPipeline(5), (std::vector{0, 1}));
    const auto schedule = scheduleOf(strategy);
    EXPECT_EQ(placed.hops(schedule->placement), (plan::HopCount{1, 1}));
    EXPECT_EQ(placed.nodesOf(RankGroup::Data), 2);
}

TEST(NodePlacement, HostsOfALaunchAreFilledInTurn)
{
    const Strategy strategy = pipelineOf(4, 2);
    const std::vector<HostSlots> hosts{{"n1", 6}, {"n2", 4}};
    const auto all = NodePlacement::onHosts(strategy, 4, hosts, NodePlacement::Ranks::All);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->world(), 8);
    EXPECT_EQ(all->ofPipeline(0), (std::vector{0, 0, 0, 1}));
    const auto schedule = scheduleOf(strategy);
    EXPECT_EQ(toText(*all, schedule->placement),
              "stages 0-2 on n1, 3 on n2: 1 of 3 hops crosses nodes");
    const auto one = NodePlacement::onHosts(strategy, 4, {{"n1", 2}, {"n2", 2}},
                                            NodePlacement::Ranks::OnePipeline);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->ofPipeline(), (std::vector{0, 0, 1, 1}));
    EXPECT_EQ(toText(*one, schedule->placement),
              "stages 0-1 on n1, 2-3 on n2: 1 of 3 hops crosses nodes");
    const auto few
        = NodePlacement::onHosts(strategy, 4, {{"n1", 2}, {"n2", 2}}, NodePlacement::Ranks::All);
    ASSERT_FALSE(few);
    EXPECT_EQ(few.error().message,
              "the run has 8 ranks, and its 2 hosts take 4; give more hosts or more slots a host");
}

TEST(NodePlacement, NamesManyHostsByTheFirstAndTheLast)
{
    const Strategy strategy = pipelineOf(2, 4);
    std::vector<HostSlots> hosts;
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"})
        hosts.push_back({name, 1});
    const auto placed = NodePlacement::onHosts(strategy, 2, hosts, NodePlacement::Ranks::All);
    ASSERT_TRUE(placed);
    EXPECT_EQ(toText(*placed, scheduleOf(strategy)->placement),
              "stage 0 on a to d (4 nodes), 1 on e to h (4 nodes): 1 of 1 hop crosses nodes; "
              "tensor-parallel groups span 4 nodes");
}

// A huge host does not overflow.
TEST(NodePlacement, HostsMayHaveMoreSlotsThanThereAreRanks)
{
    const int most = std::numeric_limits<int>::max();
    const auto placed = NodePlacement::onHosts(
        pipelineOf(4), 4, {{"a", 1}, {"b", most}, {"c", most}}, NodePlacement::Ranks::All);
    ASSERT_TRUE(placed);
    EXPECT_EQ(placed->nodes(), 2);
    EXPECT_EQ(placed->ofPipeline(), (std::vector{0, 1, 1, 1}));
}

// What the cost model takes a hop for is what the placement says of it.
TEST(NodePlacement, TheCostModelsHopsAreThoseThatCross)
{
    for (const RankOrder order : {RankOrder::TensorDataPipeline, RankOrder::TensorPipelineData,
                                  RankOrder::PipelineDataTensor})
        for (const char* name : {"1f1b", "interleaved", "zbv", "dualpipev", "chimera"})
            for (const int perNode : {1, 2, 3, 4, 8}) {
                Strategy strategy = smallStrategy();
                strategy.schedule.name = name;
                strategy.parallel.order = order;
                strategy.cluster.devicesPerNode = perNode;
                const auto predicted = predictStep(strategy);
                ASSERT_TRUE(predicted) << name << ": " << predicted.error().message;
                const plan::Costs& costs = predicted->costs;
                const plan::Placement& stages = predicted->schedule.placement;
                const NodePlacement placed(strategy, 4);
                std::set<plan::Nanoseconds> within;
                std::set<plan::Nanoseconds> between;
                for (int direction = 0; direction < stages.directions(); ++direction) {
                    const auto crosses
                        = plan::hopsBetweenNodes(stages, placed.ofPipeline(), direction);
                    const auto& ranks = stages.ranksOf(direction);
                    for (std::size_t stage = 0; stage < crosses.size(); ++stage) {
                        EXPECT_EQ(crosses[stage], costs.areApart(ranks[stage], ranks[stage + 1]));
                        if (ranks[stage] != ranks[stage + 1])
                            (crosses[stage] ? between : within)
                                .insert(costs.hop(int(stage), direction));
                    }
                }
                EXPECT_LE(within.size(), 1u) << name << perNode;
                EXPECT_LE(between.size(), 1u) << name << perNode;
                if (!within.empty() && !between.empty()) {
                    EXPECT_LT(*within.begin(), *between.begin());
                }
            }
}

// Links that reach beyond a node keep hops between nodes fast.
TEST(NodePlacement, ADomainOfFastLinksIsNotLeft)
{
    Strategy strategy = pipelineOf(8);
    EXPECT_EQ(linkDomains(strategy, 8), (std::vector{0, 0, 0, 0, 1, 1, 1, 1}));
    strategy.cluster.devicesPerDomain = 8;
    EXPECT_TRUE(linkDomains(strategy, 8).empty());
    EXPECT_EQ(NodePlacement(strategy, 8).nodes(), 2);
}

} // namespace
} // namespace strategy
