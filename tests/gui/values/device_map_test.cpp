// Where devices stand on the axes of parallelism, and which form groups.

#include "engine/plan/cost/rank_grid.h"
#include "engine/strategy/cost_job.h"
#include "engine/strategy/node_placement.h"
#include "gui/cluster/device_map.h"
#include "tests/gui/modelled.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace gui::test {
namespace {

constexpr strategy::RankOrder kOrders[]
    = {strategy::RankOrder::TensorDataPipeline, strategy::RankOrder::TensorPipelineData,
       strategy::RankOrder::PipelineDataTensor};

TEST(DeviceMap, AGroupOfEachKindDividesAllDevices)
{
    for (const strategy::RankOrder order : kOrders) {
        strategy::Strategy strategy = withExperts();
        strategy.parallel.order = order;
        strategy.parallel.context = 3;
        strategy.parallel.expert = 6;
        const DeviceMap map(strategy, 4);
        ASSERT_EQ(map.devices(), 2 * 4 * 4 * 3);
        for (const GroupKind kind : kGroupKinds) {
            std::set<std::vector<int>> groups;
            std::size_t members = 0;
            for (int device = 0; device < map.devices(); ++device) {
                const std::vector<int> group = map.groupOf(kind, device);
                EXPECT_EQ(group.size(), std::size_t(map.sizeOf(kind)));
                EXPECT_EQ(std::count(group.begin(), group.end(), device), 1);
                for (const int member : group)
                    EXPECT_EQ(map.groupOf(kind, member), group);
                if (groups.insert(group).second)
                    members += group.size();
            }
            EXPECT_EQ(members, std::size_t(map.devices()));
        }
    }
}

TEST(DeviceMap, DevicesAreGroupedAsTheirGroupsList)
{
    for (const strategy::RankOrder order : kOrders)
        for (const int expertTensor : {1, 2}) {
            strategy::Strategy strategy = withExperts();
            strategy.parallel.order = order;
            strategy.parallel.context = 2;
            strategy.parallel.expertTensor = expertTensor;
            const DeviceMap map(strategy, 4);
            for (int device = 0; device < map.devices(); device += 5)
                for (const GroupKind kind : kGroupKinds) {
                    const std::vector<int> group = map.groupOf(kind, device);
                    for (int other = 0; other < map.devices(); ++other)
                        EXPECT_EQ(map.areGrouped(kind, device, other),
                                  std::count(group.begin(), group.end(), other) > 0)
                            << device << " and " << other << ", kind " << int(kind);
                }
        }
}

// What is told before a launch and what costs are taken for is what the window draws.
TEST(DeviceMap, DevicesStandWhereThePlacementHasTheirRanks)
{
    using strategy::RankGroup;
    constexpr std::pair<GroupKind, RankGroup> kKinds[] = {{GroupKind::Tensor, RankGroup::Tensor},
                                                          {GroupKind::Context, RankGroup::Context},
                                                          {GroupKind::Data, RankGroup::Data},
                                                          {GroupKind::Expert, RankGroup::Expert}};
    for (const strategy::RankOrder order : kOrders)
        for (const int perNode : {1, 3, 8, 16, 1000})
            for (const int expertTensor : {1, 2}) {
                strategy::Strategy strategy = withExperts();
                strategy.parallel.order = order;
                strategy.parallel.context = 2;
                strategy.parallel.expertTensor = expertTensor;
                strategy.cluster.devicesPerNode = perNode;
                const DeviceMap map(strategy, 4);
                const strategy::NodePlacement placed(strategy, 4);
                ASSERT_EQ(placed.world(), map.devices());
                EXPECT_EQ(placed.nodes(), map.nodes());
                const auto rankOf = [&](int device) {
                    return map.pipelineRankOf(device) * placed.replicas() + map.replicaOf(device);
                };
                for (int device = 0; device < map.devices(); ++device) {
                    EXPECT_EQ(placed.nodeOf(rankOf(device)), map.nodeOf(device)) << device;
                    for (const auto& [drawn, group] : kKinds) {
                        std::vector<int> ranks;
                        for (const int member : map.groupOf(drawn, device))
                            ranks.push_back(rankOf(member));
                        EXPECT_EQ(placed.groupOf(group, rankOf(device)), ranks)
                            << device << " in its group " << int(drawn);
                    }
                }
                std::size_t most = 0;
                for (int device = 0; device < map.devices(); ++device) {
                    std::set<int> nodes;
                    for (const int member : map.groupOf(GroupKind::Data, device))
                        nodes.insert(map.nodeOf(member));
                    most = std::max(most, nodes.size());
                }
                EXPECT_EQ(placed.nodesOf(RankGroup::Data), int(most));
            }
}

// The devices of a pipeline rank hold each part of each layer's experts equally often.
TEST(DeviceMap, ExpertAndExpertTensorRanksDivideAPipelineRank)
{
    for (const strategy::RankOrder order : kOrders) {
        strategy::Strategy strategy = withExperts();
        strategy.parallel.order = order;
        strategy.parallel.context = 2;
        strategy.parallel.expertTensor = 2; // 16 devices, 4 × 2 parts
        const DeviceMap map(strategy, 4);
        std::map<std::pair<int, int>, int> holders;
        for (int device = 0; device < map.devices(); ++device)
            if (map.pipelineRankOf(device) == 1)
                ++holders[{map.expertRankOf(device), map.expertTensorRankOf(device)}];
        EXPECT_EQ(holders.size(), 8U);
        for (const auto& [part, count] : holders)
            EXPECT_EQ(count, 2) << part.first << ", " << part.second;
        // Those of one expert group hold the same part of different experts.
        for (const int member : map.groupOf(GroupKind::Expert, 5))
            EXPECT_EQ(map.expertTensorRankOf(member), map.expertTensorRankOf(5));
    }
}

TEST(DeviceMap, APlaceIsOfOneDevice)
{
    for (const strategy::RankOrder order : kOrders) {
        strategy::Strategy strategy = llama();
        strategy.parallel.order = order;
        strategy.parallel.context = 2;
        const DeviceMap map(strategy, 4);
        std::set<std::pair<int, int>> replicas;
        for (int device = 0; device < map.devices(); ++device) {
            EXPECT_EQ(map.deviceAt(map.placeOf(device)), device);
            EXPECT_EQ(map.pipelineRankOf(device), map.placeOf(device).pipeline);
            EXPECT_LT(map.replicaOf(device), 2 * 2 * 4);
            replicas.insert({map.pipelineRankOf(device), map.replicaOf(device)});
        }
        EXPECT_EQ(replicas.size(), std::size_t(map.devices()));
    }
}

TEST(DeviceMap, TensorRanksAreNeighboursAndPipelineRanksFarApart)
{
    const DeviceMap map(llama(), 4);
    EXPECT_EQ(map.placeOf(11), (DevicePlace{1, 0, 1, 1})); // 1 + 2 * (1 + 4 * 1)
    EXPECT_EQ(map.groupOf(GroupKind::Tensor, 11), (std::vector{10, 11}));
    EXPECT_EQ(map.groupOf(GroupKind::Data, 11), (std::vector{9, 11, 13, 15}));
    EXPECT_EQ(map.groupOf(GroupKind::Pipeline, 11), (std::vector{3, 11, 19, 27}));
    EXPECT_EQ(map.nodeOf(11), 1);
    EXPECT_EQ(map.groupsOf(11).size(), 3U);
}

// The cost model says of a group only how many members it has and how many share a node.
TEST(DeviceMap, GroupsLieAsTheCostModelCounts)
{
    for (const strategy::RankOrder order : kOrders)
        for (const int perNode : {4, 8, 16}) {
            strategy::Strategy strategy = withExperts();
            strategy.parallel.order = order;
            strategy.parallel.context = 2;
            strategy.cluster.devicesPerNode = perNode;
            const DeviceMap map(strategy, 4);
            const plan::Job job = strategy::jobOf(strategy);
            const plan::RankGrid grid(job.cut, job.machine.network);
            const auto expectAs = [&](GroupKind kind, const plan::Group& counted) {
                const std::vector<int> group = map.groupOf(kind, 0);
                EXPECT_EQ(group.size(), std::size_t(counted.size));
                EXPECT_EQ(std::count_if(group.begin(), group.end(),
                                        [&](int device) { return map.nodeOf(device) == 0; }),
                          counted.inNode)
                    << int(kind) << " order " << int(order) << " nodes of " << perNode;
            };
            expectAs(GroupKind::Tensor, grid.tensor());
            expectAs(GroupKind::Context, grid.context());
            expectAs(GroupKind::Data, grid.data());
            expectAs(GroupKind::Expert, grid.expert());
        }
}

} // namespace
} // namespace gui::test
