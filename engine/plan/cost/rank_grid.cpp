#include "engine/plan/cost/rank_grid.h"

#include <algorithm>

namespace plan {

RankGrid::RankGrid(const Cut& cut, const Network& network)
    : m_network(network)
    , m_cut(cut)
{
    const auto inside = [](const Axis& inner) { return inner.stride * inner.size; };
    switch (cut.order) {
    case RankOrder::TensorDataPipeline:
        m_tensor = {cut.tensor, 1};
        m_context = {cut.context, inside(m_tensor)};
        m_data = {cut.data, inside(m_context)};
        m_pipeline = {cut.pipeline, inside(m_data)};
        break;
    case RankOrder::TensorPipelineData:
        m_tensor = {cut.tensor, 1};
        m_context = {cut.context, inside(m_tensor)};
        m_pipeline = {cut.pipeline, inside(m_context)};
        m_data = {cut.data, inside(m_pipeline)};
        break;
    case RankOrder::PipelineDataTensor:
        m_pipeline = {cut.pipeline, 1};
        m_data = {cut.data, inside(m_pipeline)};
        m_context = {cut.context, inside(m_data)};
        m_tensor = {cut.tensor, inside(m_context)};
        break;
    }
}

int RankGrid::inNode(Axis axis) const
{
    // Members a stride apart, counted from the first device of a node.
    const long long fit = m_network.devicesPerNode / axis.stride;
    return static_cast<int>(std::clamp<long long>(fit, 1, axis.size));
}

bool RankGrid::crossesSwitch(Axis axis) const
{
    if (m_network.nodesPerSwitch <= 0)
        return false;
    const long long devices = 1LL * m_network.nodesPerSwitch * m_network.devicesPerNode;
    return axis.size > 1 && axis.stride * axis.size > devices;
}

Group RankGrid::group(Axis axis) const { return {axis.size, inNode(axis), crossesSwitch(axis)}; }

Group RankGrid::group(Axis inner, Axis outer) const
{
    // The axes lie inside each other, so the members in one node are a product, too.
    return {inner.size * outer.size, inNode(inner) * inNode(outer),
            crossesSwitch(inner) || crossesSwitch(outer)};
}

Group RankGrid::tensor() const { return group(m_tensor); }
Group RankGrid::context() const { return group(m_context); }
Group RankGrid::data() const { return group(m_data); }
Group RankGrid::copies() const { return group(m_context, m_data); }

Group RankGrid::shards() const
{
    const int size = m_cut.shard > 0 ? std::min(m_cut.shard, m_data.size) : m_data.size;
    return group(m_context, {size, m_data.stride});
}

Group RankGrid::replicas() const
{
    const int size = m_cut.shard > 0 ? std::min(m_cut.shard, m_data.size) : m_data.size;
    return group(Axis{m_data.size / size, m_data.stride * size});
}

// Experts are dealt over the ranks of one pipeline stage anew: their tensor ranks next to
// each other, then the expert ranks, then the copies.
Group RankGrid::expertTensor() const { return group({m_cut.expertTensor, m_tensor.stride}); }

Group RankGrid::expert() const
{
    return group({m_cut.expert, m_tensor.stride * m_cut.expertTensor});
}

Group RankGrid::expertCopies() const
{
    const long long each = 1LL * m_cut.expert * m_cut.expertTensor;
    const long long ranks = 1LL * m_cut.tensor * m_cut.context * m_cut.data;
    return group({static_cast<int>(std::max(1LL, ranks / each)), m_tensor.stride * each});
}

bool RankGrid::isHopBetweenNodes(int fromRank, int toRank) const
{
    const auto node
        = [this](int rank) { return rank * m_pipeline.stride / m_network.devicesPerNode; };
    return node(fromRank) != node(toRank);
}

} // namespace plan
