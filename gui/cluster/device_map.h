// Which device does what: where each one stands on the axes of parallelism, in which node, and
// which others it forms groups with.
//
// Devices are numbered from 0, along the innermost axis of the strategy's order first; nodes take
// them in turn. That is plan::RankGrid's arrangement, of which this lists the members.

#pragma once

#include "engine/strategy/strategy.h"

#include <array>
#include <vector>

namespace gui {

// Where a device stands on each axis, from 0.
struct DevicePlace {
    int tensor = 0;
    int context = 0;
    int data = 0;
    int pipeline = 0;

    bool operator==(const DevicePlace&) const = default;
};

enum class GroupKind { Tensor, Pipeline, Data, Context, Expert };

inline constexpr std::array kGroupKinds{GroupKind::Tensor, GroupKind::Pipeline, GroupKind::Data,
                                        GroupKind::Context, GroupKind::Expert};

struct DeviceGroup {
    GroupKind kind = GroupKind::Tensor;
    std::vector<int> devices; // in the group's order

    bool operator==(const DeviceGroup&) const = default;
};

// A value that copies. All calls but those that list members take constant time.
class DeviceMap {
public:
    // One device.
    DeviceMap() = default;
    // `pipelineRanks`: of the schedule, which the file of a custom one decides. Sizes below 1 count
    // as 1, so that any strategy has a map.
    DeviceMap(const strategy::Strategy& strategy, int pipelineRanks);

    long long devices() const;
    int devicesPerNode() const { return m_perNode; }
    long long nodes() const { return (devices() + m_perNode - 1) / m_perNode; }
    int nodeOf(int device) const { return device / m_perNode; }

    // That follow each other and stand alike on the outermost axis; 1 where none do.
    long long nodesAlike() const;

    int tensor() const { return m_tensor.size; }
    int context() const { return m_context.size; }
    int data() const { return m_data.size; }
    int pipeline() const { return m_pipeline.size; }
    int expert() const { return m_expert; }
    int expertTensor() const { return m_expertTensor; }

    // Precondition of all: the device is one of devices(), the place within the sizes.
    DevicePlace placeOf(int device) const;
    int deviceAt(const DevicePlace& place) const;
    int pipelineRankOf(int device) const { return onAxis(m_pipeline, device); }
    // Of the devices of its pipeline rank, by tensor, context and data rank, the first axis
    // fastest: as a run numbers its replicas.
    int replicaOf(int device) const;
    // Which part of a layer's experts it holds, 0 .. expert() - 1.
    int expertRankOf(int device) const;
    // Which part of each of those experts, 0 .. expertTensor() - 1.
    int expertTensorRankOf(int device) const;

    int sizeOf(GroupKind kind) const;
    // The device itself is among them. Each kind divides all devices among its groups.
    std::vector<int> groupOf(GroupKind kind, int device) const;
    // Whether both are in one such group. Constant time.
    bool areGrouped(GroupKind kind, int device, int other) const;
    // Those of more than one device, by kind.
    std::vector<DeviceGroup> groupsOf(int device) const;

    bool operator==(const DeviceMap&) const = default;

private:
    struct Axis {
        int size = 1;
        long long stride = 1; // from one member's number to the next one's

        bool operator==(const Axis&) const = default;
    };
    static int onAxis(const Axis& axis, int device)
    {
        return static_cast<int>(device / axis.stride % axis.size);
    }
    static std::vector<int> along(const Axis& axis, int device);
    // Devices of one pipeline rank, numbered in the order of their numbers.
    int withinRank(int device) const;
    int ofRank(int pipelineRank, int number) const;
    // How far apart the members of an expert group are, in those numbers.
    int expertStride() const;

    Axis m_tensor, m_context, m_data, m_pipeline;
    int m_expert = 1;
    int m_expertTensor = 1;
    int m_perNode = 1;
    bool m_pipelineInnermost = false;
};

} // namespace gui
