// Which ranks form each group, and so which links a group's traffic crosses.
//
// The axes of the grid lie inside each other. Megatron's order, the default, puts tensor
// ranks next to each other, then context, data (which expert ranks divide anew) and
// pipeline ranks.

#pragma once

#include "engine/plan/cost/job.h"

namespace plan {

// One group of ranks, by where its members stand.
struct Group {
    int size = 1;
    int inNode = 1; // members that share a node; 1 to size
    bool crossesSwitch = false;

    bool crossesNode() const { return inNode < size; }
    double nodes() const { return static_cast<double>(size) / inNode; }

    bool operator==(const Group&) const = default;
};

class RankGrid {
public:
    RankGrid(const Cut& cut, const Network& network);

    Group tensor() const;
    Group context() const;
    Group data() const;     // of one context rank
    Group copies() const;   // all that hold the same weights: data x context
    Group shards() const;   // those of them that ZeRO divides states over
    Group replicas() const; // of shards: those that hold the same part
    Group expert() const;
    Group expertTensor() const;
    Group expertCopies() const; // all that hold the same experts

    // Whether the devices of two pipeline ranks stand in different nodes.
    bool isHopBetweenNodes(int fromRank, int toRank) const;

private:
    struct Axis {
        int size = 1;
        long long stride = 1;
    };
    Group group(Axis axis) const;
    Group group(Axis inner, Axis outer) const;
    int inNode(Axis axis) const;
    bool crossesSwitch(Axis axis) const;

    Network m_network;
    Cut m_cut;
    Axis m_tensor, m_context, m_data, m_pipeline;
};

} // namespace plan
