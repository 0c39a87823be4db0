// Which ranks form each group, and so which links a group's traffic crosses.
//
// The axes of the grid lie inside each other. Megatron's order, the default, puts tensor
// ranks next to each other, then context, data (which expert ranks divide anew) and
// pipeline ranks.
//
// Devices are numbered along the innermost axis first, and nodes, and domains of fast links, take
// their number of them in turn. A group of an axis is thus a row of numbers a fixed stride apart.
// All groups of one kind are taken to lie as the first one does, which holds where the sizes divide
// a node.
//
// Expert ranks divide the devices of one pipeline stage anew: expert tensor ranks innermost, then
// expert ranks, then their copies; the other way round where tensor ranks are outermost.

#pragma once

#include "engine/plan/cost/job.h"

#include <vector>

namespace plan {

// One group of ranks, by where its members stand.
struct Group {
    int size = 1;
    int inNode = 1;             // members that share a domain of fast links; 1 to size
    bool crossesSwitch = false; // its members stand under more than one switch

    bool crossesNode() const { return inNode < size; }
    // Domains that its members stand in; not whole where the last one has fewer of them.
    double nodes() const { return static_cast<double>(size) / inNode; }

    bool operator==(const Group&) const = default;
};

// Each answers for a group of that kind; a group of one has no traffic. Copies the cut and the
// network. All calls take constant time.
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

    // The first devices of two pipeline ranks, between which messages go.
    Group hop(int fromRank, int toRank) const;

    // Number of the device of a pipeline rank that has these ranks on the other axes.
    long long deviceAt(int tensor, int context, int data, int pipeline) const;
    // [pipeline rank] The domain of fast links that its first device stands in, from 0: a hop
    // crosses nodes where those of its ends differ. Empty where all ranks share one.
    std::vector<int> domains(int pipelineRanks) const;

private:
    struct Axis {
        int size = 1;
        long long stride = 1; // from one member's device number to the next one's
    };
    Group group(Axis axis) const;
    Group group(Axis inner, Axis outer) const;
    Group ofStage(int size, long long step) const;
    int copiesOfExpert() const;
    int inNode(Axis axis) const;
    int domainOf(int pipelineRank) const;
    bool crossesSwitch(Axis axis) const;

    Network m_network;
    Cut m_cut;
    Axis m_tensor, m_context, m_data, m_pipeline;
};

} // namespace plan
