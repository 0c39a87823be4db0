// Where the ranks of a run stand: which node each is in, and which nodes a stage, a hop of the
// pipeline or a group of ranks takes up. What is told before a launch, what the topology draws and
// what costs are taken for come from this one value.
//
// Ranks of the world are numbered tensor first, then context, data, pipeline, as on the wire
// (telemetry/WIRE.md). `parallel.order` says which device each of them has, and devices fill nodes
// in turn. Of an emulated run, whose ranks are one pipeline, each keeps the node of its device.

#pragma once

#include "engine/plan/cost/rank_grid.h"
#include "engine/plan/node_hops.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/strategy/strategy.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// A machine of a launch and how many ranks it takes, > 0.
struct HostSlots {
    std::string name;
    int ranks = 1;

    bool operator==(const HostSlots&) const = default;
};

enum class RankGroup { Tensor, Context, Data, Expert };

inline constexpr std::array kRankGroups{RankGroup::Tensor, RankGroup::Context, RankGroup::Data,
                                        RankGroup::Expert};

std::string_view wordOf(RankGroup group); // "tensor", "context", "data", "expert"

// Stages that follow each other and stand on the same nodes.
struct StageRun {
    int first = 0;
    int last = 0;
    std::vector<int> nodes; // by number
};

// A value that copies. Calls take constant time but where it says otherwise.
class NodePlacement {
public:
    // On nodes of cluster.devices_per_node each. `pipelineRanks`: of the schedule, >= 1.
    // Precondition: check() accepts the sizes.
    NodePlacement(const Strategy& strategy, int pipelineRanks);

    enum class Ranks {
        All,         // a run that trains
        OnePipeline, // an emulated one
    };
    // On the hosts of a launch, which ranks fill in turn. Fails with a sentence where they have
    // fewer slots than there are ranks.
    static plan::Result<NodePlacement> onHosts(const Strategy& strategy, int pipelineRanks,
                                               const std::vector<HostSlots>& hosts, Ranks ranks);

    int world() const { return replicas() * m_pipeline; }
    int replicas() const { return m_tensor * m_context * m_data; }
    int pipelineRanks() const { return m_pipeline; }
    int nodes() const { return nodeOf(world() - 1) + 1; }

    // From 0. Precondition: 0 <= rank < world().
    int nodeOf(int rank) const;
    std::string nameOf(int node) const; // the host's, or "node 3"
    bool hasHosts() const { return !m_hosts.empty(); }

    // [pipeline rank] -> node, of one replica, [0, replicas()).
    std::vector<int> ofPipeline(int replica = 0) const;

    int sizeOf(RankGroup group) const;
    // In the group's order; the rank itself is among them.
    std::vector<int> groupOf(RankGroup group, int rank) const;

    // That one group of the kind takes up at most. Looks at every group that begins among the
    // first 2^20 ranks, of which a larger world is taken to be made.
    int nodesOf(RankGroup group) const;
    // Nodes that hold a stage in any replica, by number.
    std::vector<int> nodesOfStage(const plan::Placement& placement, int stage) const;
    std::vector<StageRun> stageRuns(const plan::Placement& placement) const;
    // Of the replica that has the most hops between nodes.
    plan::HopCount hops(const plan::Placement& placement) const;

private:
    struct Place {
        int tensor, context, data, pipeline;
    };
    Place placeOf(int rank) const;
    int rankAt(const Place& place) const;
    // Ranks of one stage, numbered in the order of their devices, and back.
    int withinStage(const Place& place) const;
    Place inStage(int pipeline, int number) const;
    int expertStride() const;
    int indexIn(RankGroup group, const Place& place) const; // of the group's ranks

    int m_tensor, m_context, m_data, m_pipeline;
    int m_expert, m_expertTensor;
    bool m_pipelineInnermost;
    int m_perNode;
    plan::RankGrid m_grid;
    std::vector<std::string> m_hosts; // empty: by devices per node
    std::vector<int> m_ends;          // [host]: one more than its last rank
};

// "node 3", "nodes 0-15"; of hosts "n1 and n2", "n1 to n16 (16 nodes)". Precondition: there is one,
// and they rise.
std::string namesOf(const NodePlacement& placed, const std::vector<int>& nodes);

// For a person before a launch, one line: "stages 0-3 on n1, 4-7 on n2: 1 of 7 hops crosses nodes;
// data-parallel groups span 2 nodes". Of many stages the first few are named.
std::string toText(const NodePlacement& nodes, const plan::Placement& placement);

// [pipeline rank]: the domain of fast links that the rank's device stands in, for plan::onNodes();
// empty where it is one. A domain is a node but where the device's links reach further
// (cluster.devices_per_domain).
std::vector<int> linkDomains(const Strategy& strategy, int pipelineRanks);

} // namespace strategy
