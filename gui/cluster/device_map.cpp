#include "gui/cluster/device_map.h"

#include <algorithm>

namespace gui {

DeviceMap::DeviceMap(const strategy::Strategy& strategy, int pipelineRanks)
    : m_perNode(std::max(1, strategy.cluster.devicesPerNode))
    , m_pipelineInnermost(strategy.parallel.order == strategy::RankOrder::PipelineDataTensor)
{
    const strategy::Parallel& parallel = strategy.parallel;
    m_tensor.size = std::max(1, parallel.tensor);
    m_context.size = std::max(1, parallel.context);
    m_data.size = std::max(1, strategy::dataParallel(strategy));
    m_pipeline.size = std::max(1, pipelineRanks);
    m_expert = std::max(1, parallel.expert);
    m_expertTensor
        = std::max(1, parallel.expertTensor > 0 ? parallel.expertTensor : parallel.tensor);
    const auto nest = [](std::array<Axis*, 4> innermostFirst) {
        long long stride = 1;
        for (Axis* axis : innermostFirst) {
            axis->stride = stride;
            stride *= axis->size;
        }
    };
    switch (parallel.order) {
    case strategy::RankOrder::TensorDataPipeline:
        nest({&m_tensor, &m_context, &m_data, &m_pipeline});
        break;
    case strategy::RankOrder::TensorPipelineData:
        nest({&m_tensor, &m_context, &m_pipeline, &m_data});
        break;
    case strategy::RankOrder::PipelineDataTensor:
        nest({&m_pipeline, &m_data, &m_context, &m_tensor});
        break;
    }
}

long long DeviceMap::devices() const
{
    return 1LL * m_tensor.size * m_context.size * m_data.size * m_pipeline.size;
}

long long DeviceMap::nodesAlike() const
{
    long long stride = 1;
    for (const Axis& axis : {m_tensor, m_context, m_data, m_pipeline})
        if (axis.size > 1)
            stride = std::max(stride, axis.stride);
    return std::max(1LL, stride / m_perNode);
}

DevicePlace DeviceMap::placeOf(int device) const
{
    return {onAxis(m_tensor, device), onAxis(m_context, device), onAxis(m_data, device),
            onAxis(m_pipeline, device)};
}

int DeviceMap::deviceAt(const DevicePlace& place) const
{
    return static_cast<int>(place.tensor * m_tensor.stride + place.context * m_context.stride
                            + place.data * m_data.stride + place.pipeline * m_pipeline.stride);
}

int DeviceMap::replicaOf(int device) const
{
    const DevicePlace place = placeOf(device);
    return place.tensor + m_tensor.size * (place.context + m_context.size * place.data);
}

// The number among all devices without the digit of the pipeline's axis.
int DeviceMap::withinRank(int device) const
{
    const long long inner = device % m_pipeline.stride;
    const long long outer = device / (m_pipeline.stride * m_pipeline.size);
    return static_cast<int>(inner + outer * m_pipeline.stride);
}

int DeviceMap::ofRank(int pipelineRank, int number) const
{
    const long long inner = number % m_pipeline.stride;
    const long long outer = number / m_pipeline.stride;
    return static_cast<int>(inner + pipelineRank * m_pipeline.stride
                            + outer * m_pipeline.stride * m_pipeline.size);
}

int DeviceMap::expertStride() const
{
    if (!m_pipelineInnermost)
        return m_expertTensor;
    // Copies of an expert are neighbours then.
    const long long each = 1LL * m_expert * m_expertTensor;
    return static_cast<int>(std::max(1LL, devices() / m_pipeline.size / each));
}

int DeviceMap::expertRankOf(int device) const
{
    return withinRank(device) / expertStride() % m_expert;
}

int DeviceMap::expertTensorRankOf(int device) const
{
    const int stride = m_pipelineInnermost ? expertStride() * m_expert : 1;
    return withinRank(device) / stride % m_expertTensor;
}

int DeviceMap::sizeOf(GroupKind kind) const
{
    switch (kind) {
    case GroupKind::Tensor:
        return m_tensor.size;
    case GroupKind::Pipeline:
        return m_pipeline.size;
    case GroupKind::Data:
        return m_data.size;
    case GroupKind::Context:
        return m_context.size;
    case GroupKind::Expert:
        return m_expert;
    }
    return 1;
}

std::vector<int> DeviceMap::along(const Axis& axis, int device)
{
    const long long first = device - onAxis(axis, device) * axis.stride;
    std::vector<int> devices;
    devices.reserve(static_cast<std::size_t>(axis.size));
    for (int i = 0; i < axis.size; ++i)
        devices.push_back(static_cast<int>(first + i * axis.stride));
    return devices;
}

std::vector<int> DeviceMap::groupOf(GroupKind kind, int device) const
{
    switch (kind) {
    case GroupKind::Tensor:
        return along(m_tensor, device);
    case GroupKind::Pipeline:
        return along(m_pipeline, device);
    case GroupKind::Data:
        return along(m_data, device);
    case GroupKind::Context:
        return along(m_context, device);
    case GroupKind::Expert:
        break;
    }
    const int stride = expertStride();
    const int first = withinRank(device) - expertRankOf(device) * stride;
    const int all = static_cast<int>(devices() / m_pipeline.size);
    std::vector<int> members;
    for (int i = 0; i < m_expert; ++i)
        if (const int number = first + i * stride; number < all)
            members.push_back(ofRank(pipelineRankOf(device), number));
    return members;
}

bool DeviceMap::areGrouped(GroupKind kind, int device, int other) const
{
    if (kind == GroupKind::Expert) {
        const auto firstOf = [this](int member) {
            return withinRank(member) - expertRankOf(member) * expertStride();
        };
        return pipelineRankOf(device) == pipelineRankOf(other) && firstOf(device) == firstOf(other);
    }
    DevicePlace moved = placeOf(device);
    const DevicePlace place = placeOf(other);
    switch (kind) {
    case GroupKind::Tensor:
        moved.tensor = place.tensor;
        break;
    case GroupKind::Pipeline:
        moved.pipeline = place.pipeline;
        break;
    case GroupKind::Data:
        moved.data = place.data;
        break;
    case GroupKind::Context:
        moved.context = place.context;
        break;
    case GroupKind::Expert:
        break;
    }
    return moved == place;
}

std::vector<DeviceGroup> DeviceMap::groupsOf(int device) const
{
    std::vector<DeviceGroup> groups;
    for (const GroupKind kind : kGroupKinds)
        if (sizeOf(kind) > 1)
            groups.push_back({kind, groupOf(kind, device)});
    return groups;
}

} // namespace gui
