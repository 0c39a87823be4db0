// How long a collective takes, by what it moves and the links its group crosses: latency and
// bandwidth of each link (alpha-beta), after R. Thakur, R. Rabenseifner, W. Gropp,
// "Optimization of Collective Communication Operations in MPICH", 2005.
//
// A ring over several nodes uses the links out of a node of all members in it. `bytes` is the
// whole buffer: what is summed, what is gathered from all, what is dealt to all; of an
// all-to-all what each rank holds. Times are seconds; a group of one takes none.

#pragma once

#include "engine/plan/cost/machine.h"
#include "engine/plan/cost/rank_grid.h"

namespace plan {

class CollectiveTime {
public:
    // What a ring or a tree takes beside its steps, in seconds: its kernel waits for the device's
    // other queue, and all of its group for the last of them. Gathers, scatters and sums of two to
    // eight B200 show 22 to 26 us (MooreThreads/SimuMax@4dcaae513b:configs/system/
    // b200_bf16_ceperm.json). Nothing is queued for a device that is the host.
    static constexpr double kStart = 23e-6;

    explicit CollectiveTime(const Machine& machine);

    // The faster of ring and tree:
    // start + 2 (n-1)/n bytes/speed + 2 (n-1) latency, start + 2 bytes/speed + 2 log2(nodes)
    // latency.
    double allReduce(double bytes, const Group& group) const;
    // start + (n-1)/n bytes/speed + latency of the n-1 steps.
    double allGather(double bytes, const Group& group) const;
    double reduceScatter(double bytes, const Group& group) const { return allGather(bytes, group); }
    double allToAll(double bytes, const Group& group) const;
    // Likewise in two levels: of the bytes `crossing` is sent to the other domains, once to each,
    // and all of them are passed on within, at the same time.
    double twoLevelAllToAll(double bytes, double crossing, const Group& group) const;
    // One message between the two ranks of a pair.
    double send(double bytes, const Group& pair) const;

private:
    double speed(const Group& group) const;
    double fabricSpeed(const Group& group) const;
    double ringLatency(const Group& group) const;

    Network m_network;      // with what is reached of its speeds
    double m_transferSpeed; // of one message within the node
    double m_start;         // kStart, or 0
};

} // namespace plan
