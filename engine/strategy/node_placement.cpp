#include "engine/strategy/node_placement.h"

#include "engine/plan/counted.h"
#include "engine/strategy/cost_job.h"
#include "engine/strategy/hardware.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace strategy {
namespace {

constexpr int kMostRanksLooked = 1 << 20; // ranks

plan::Cut cutFor(const Strategy& strategy, int pipelineRanks)
{
    plan::Cut cut = cutOf(strategy);
    for (int* size : {&cut.tensor, &cut.context, &cut.data, &cut.expert, &cut.expertTensor})
        *size = std::max(1, *size);
    cut.pipeline = std::max(1, pipelineRanks);
    return cut;
}

plan::RankGrid gridOf(const Strategy& strategy, int pipelineRanks)
{
    Cluster cluster = strategy.cluster;
    cluster.devicesPerNode = std::max(1, cluster.devicesPerNode);
    return {cutFor(strategy, pipelineRanks),
            machineOf(cluster, strategy.kernels.framework).network};
}

void keepUnique(std::vector<int>& nodes)
{
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

} // namespace

std::string_view wordOf(RankGroup group)
{
    constexpr std::array<std::string_view, 4> kGroupWords{"tensor", "context", "data", "expert"};
    return kGroupWords[static_cast<std::size_t>(group)];
}

NodePlacement::NodePlacement(const Strategy& strategy, int pipelineRanks)
    : m_tensor(std::max(1, strategy.parallel.tensor))
    , m_context(std::max(1, strategy.parallel.context))
    , m_data(std::max(1, dataParallel(strategy)))
    , m_pipeline(std::max(1, pipelineRanks))
    , m_expert(std::max(1, strategy.parallel.expert))
    , m_expertTensor(strategy.parallel.expertTensor > 0 ? strategy.parallel.expertTensor : m_tensor)
    , m_pipelineInnermost(strategy.parallel.order == RankOrder::PipelineDataTensor)
    , m_perNode(std::max(1, strategy.cluster.devicesPerNode))
    , m_grid(gridOf(strategy, pipelineRanks))
{
}

plan::Result<NodePlacement> NodePlacement::onHosts(const Strategy& strategy, int pipelineRanks,
                                                   const std::vector<HostSlots>& hosts, Ranks ranks)
{
    NodePlacement placed(strategy, pipelineRanks);
    if (ranks == Ranks::OnePipeline)
        placed.m_tensor = placed.m_context = placed.m_data = placed.m_expert = placed.m_expertTensor
            = 1;
    long long slots = 0;
    for (const HostSlots& host : hosts) {
        slots = std::min<long long>(slots + std::max(0, host.ranks), placed.world());
        placed.m_hosts.push_back(host.name);
        placed.m_ends.push_back(static_cast<int>(slots));
    }
    if (slots < placed.world())
        return plan::Error{"the run has " + plan::counted(placed.world(), "rank") + ", and its "
                           + plan::counted(static_cast<long long>(hosts.size()), "host") + " take "
                           + std::to_string(slots) + "; give more hosts or more slots a host"};
    return placed;
}

int NodePlacement::nodeOf(int rank) const
{
    if (!m_hosts.empty())
        return static_cast<int>(std::upper_bound(m_ends.begin(), m_ends.end(), rank)
                                - m_ends.begin());
    const Place place = placeOf(rank);
    return static_cast<int>(m_grid.deviceAt(place.tensor, place.context, place.data, place.pipeline)
                            / m_perNode);
}

std::string NodePlacement::nameOf(int node) const
{
    return m_hosts.empty() ? "node " + std::to_string(node)
                           : m_hosts[static_cast<std::size_t>(node)];
}

NodePlacement::Place NodePlacement::placeOf(int rank) const
{
    return {rank % m_tensor, rank / m_tensor % m_context, rank / (m_tensor * m_context) % m_data,
            rank / replicas()};
}

int NodePlacement::rankAt(const Place& place) const
{
    return place.tensor
        + m_tensor * (place.context + m_context * (place.data + m_data * place.pipeline));
}

std::vector<int> NodePlacement::ofPipeline(int replica) const
{
    std::vector<int> nodes;
    nodes.reserve(static_cast<std::size_t>(m_pipeline));
    for (int rank = 0; rank < m_pipeline; ++rank)
        nodes.push_back(nodeOf(rank * replicas() + replica));
    return nodes;
}

// As plan::RankGrid lays out expert ranks.
int NodePlacement::withinStage(const Place& place) const
{
    if (m_pipelineInnermost)
        return place.data + m_data * (place.context + m_context * place.tensor);
    return place.tensor + m_tensor * (place.context + m_context * place.data);
}

NodePlacement::Place NodePlacement::inStage(int pipeline, int number) const
{
    if (m_pipelineInnermost)
        return {number / (m_data * m_context), number / m_data % m_context, number % m_data,
                pipeline};
    return {number % m_tensor, number / m_tensor % m_context, number / (m_tensor * m_context),
            pipeline};
}

int NodePlacement::expertStride() const
{
    if (!m_pipelineInnermost)
        return m_expertTensor;
    const long long each = 1LL * m_expert * m_expertTensor;
    return static_cast<int>(std::max(1LL, replicas() / each));
}

int NodePlacement::sizeOf(RankGroup group) const
{
    switch (group) {
    case RankGroup::Tensor:
        return m_tensor;
    case RankGroup::Context:
        return m_context;
    case RankGroup::Data:
        return m_data;
    case RankGroup::Expert:
        break;
    }
    return m_expert;
}

int NodePlacement::indexIn(RankGroup group, const Place& place) const
{
    switch (group) {
    case RankGroup::Tensor:
        return place.tensor;
    case RankGroup::Context:
        return place.context;
    case RankGroup::Data:
        return place.data;
    case RankGroup::Expert:
        break;
    }
    return withinStage(place) / expertStride() % m_expert;
}

std::vector<int> NodePlacement::groupOf(RankGroup group, int rank) const
{
    Place place = placeOf(rank);
    std::vector<int> ranks;
    if (group == RankGroup::Expert) {
        const int stride = expertStride();
        const int first = withinStage(place) - indexIn(group, place) * stride;
        for (int i = 0; i < m_expert && first + i * stride < replicas(); ++i)
            ranks.push_back(rankAt(inStage(place.pipeline, first + i * stride)));
        return ranks;
    }
    int& moving = group == RankGroup::Tensor ? place.tensor
        : group == RankGroup::Context        ? place.context
                                             : place.data;
    for (moving = 0; moving < sizeOf(group); ++moving)
        ranks.push_back(rankAt(place));
    return ranks;
}

int NodePlacement::nodesOf(RankGroup group) const
{
    if (sizeOf(group) == 1)
        return 1;
    std::size_t most = 1;
    const int looked = std::min(world(), kMostRanksLooked);
    for (int rank = 0; rank < looked; ++rank) {
        if (indexIn(group, placeOf(rank)) != 0)
            continue;
        std::vector<int> members = groupOf(group, rank);
        for (int& member : members)
            member = nodeOf(member);
        keepUnique(members);
        most = std::max(most, members.size());
    }
    return static_cast<int>(most);
}

std::vector<int> NodePlacement::nodesOfStage(const plan::Placement& placement, int stage) const
{
    std::vector<int> nodes;
    for (int direction = 0; direction < placement.directions(); ++direction) {
        const int rank = placement.ranksOf(direction)[static_cast<std::size_t>(stage)];
        for (int replica = 0; replica < std::min(replicas(), kMostRanksLooked); ++replica)
            if (const int node = nodeOf(rank * replicas() + replica);
                nodes.empty() || nodes.back() != node)
                nodes.push_back(node);
    }
    keepUnique(nodes);
    return nodes;
}

std::vector<StageRun> NodePlacement::stageRuns(const plan::Placement& placement) const
{
    std::vector<StageRun> runs;
    for (int stage = 0; stage < placement.stages(); ++stage) {
        std::vector<int> nodes = nodesOfStage(placement, stage);
        if (!runs.empty() && runs.back().nodes == nodes)
            runs.back().last = stage;
        else
            runs.push_back({stage, stage, std::move(nodes)});
    }
    return runs;
}

plan::HopCount NodePlacement::hops(const plan::Placement& placement) const
{
    plan::HopCount most;
    const int looked = std::min(replicas(), std::max(1, kMostRanksLooked / m_pipeline));
    for (int replica = 0; replica < looked; ++replica) {
        const plan::HopCount count = plan::countHops(placement, ofPipeline(replica));
        if (replica == 0 || count.betweenNodes > most.betweenNodes)
            most = count;
    }
    return most;
}

std::vector<int> linkDomains(const Strategy& strategy, int pipelineRanks)
{
    return gridOf(strategy, pipelineRanks).domains(pipelineRanks);
}

} // namespace strategy
