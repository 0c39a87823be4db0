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
    const long long fit = m_network.domain() / axis.stride;
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

// `size` of the ranks of one pipeline stage, every step-th of them in the order of their devices.
Group RankGrid::ofStage(int size, long long step) const
{
    if (m_cut.order == RankOrder::PipelineDataTensor)
        return group({size, m_pipeline.size * step});
    if (m_cut.order == RankOrder::TensorDataPipeline)
        return group({size, step});
    // The other stages' devices stand between those of two data ranks.
    const long long together = 1LL * m_cut.tensor * m_cut.context;
    if (step >= together)
        return group({size, m_data.stride * (step / together)});
    const int inner = static_cast<int>(std::min<long long>(size, together / step));
    Group members = group({inner, step}, {(size + inner - 1) / inner, m_data.stride});
    members.size = size;
    return members;
}

int RankGrid::copiesOfExpert() const
{
    const long long each = 1LL * m_cut.expert * m_cut.expertTensor;
    const long long ranks = 1LL * m_cut.tensor * m_cut.context * m_cut.data;
    return static_cast<int>(std::max(1LL, ranks / each));
}

Group RankGrid::expertTensor() const
{
    const bool outermost = m_cut.order == RankOrder::PipelineDataTensor;
    return ofStage(m_cut.expertTensor, outermost ? 1LL * copiesOfExpert() * m_cut.expert : 1);
}

Group RankGrid::expert() const
{
    const bool copiesInside = m_cut.order == RankOrder::PipelineDataTensor;
    return ofStage(m_cut.expert, copiesInside ? copiesOfExpert() : m_cut.expertTensor);
}

Group RankGrid::expertCopies() const
{
    const bool innermost = m_cut.order == RankOrder::PipelineDataTensor;
    return ofStage(copiesOfExpert(), innermost ? 1 : 1LL * m_cut.expert * m_cut.expertTensor);
}

long long RankGrid::deviceAt(int tensor, int context, int data, int pipeline) const
{
    return tensor * m_tensor.stride + context * m_context.stride + data * m_data.stride
        + pipeline * m_pipeline.stride;
}

int RankGrid::domainOf(int pipelineRank) const
{
    return static_cast<int>(deviceAt(0, 0, 0, pipelineRank) / m_network.domain());
}

std::vector<int> RankGrid::domains(int pipelineRanks) const
{
    std::vector<int> domains;
    domains.reserve(static_cast<std::size_t>(std::max(0, pipelineRanks)));
    for (int rank = 0; rank < pipelineRanks; ++rank)
        domains.push_back(domainOf(rank));
    if (domains.empty() || domains.back() == domains.front()) // they rise
        domains.clear();
    return domains;
}

Group RankGrid::hop(int fromRank, int toRank) const
{
    // Devices are numbered node by node and switch by switch: two are apart where dividing their
    // numbers by its devices gives different quotients.
    const long long perSwitch = 1LL * m_network.devicesPerNode * m_network.nodesPerSwitch;
    const bool crossesSwitch = m_network.nodesPerSwitch > 0
        && deviceAt(0, 0, 0, fromRank) / perSwitch != deviceAt(0, 0, 0, toRank) / perSwitch;
    return {2, domainOf(fromRank) != domainOf(toRank) ? 1 : 2, crossesSwitch};
}

} // namespace plan
