// Collectives among the devices of one group, of values in their memory: the devices that share a
// layer (tp), a sample (cp), a pipeline rank (dp), the experts (ep). On processors these are the
// host's collectives (cpu/cpu_communicator.h); GPUs have a library of their own.
//
// What ranks tell each other, rather than their devices, goes through a HostCommunicator.
//
// All members start the same collectives in the same order, with the same sizes; several may
// be under way at once. Which group and in which order is fixed by the schedule, so that
// two groups never wait for each other.

#pragma once

#include "engine/runtime/device_memory.h"
#include "engine/runtime/lanes.h"
#include "engine/runtime/work.h"

#include <cstddef>
#include <span>
#include <string>

namespace engine {

// Used by one thread. A device with queues of its own does a collective in the group's lane,
// after what is queued there when it is started; the host does it while it waits or tests. Spans
// of one call do not overlap unless said, and may be empty. The error is an argument that does not
// fit the group, or a group that has failed.
class Communicator {
public:
    virtual ~Communicator() = default;

    virtual const std::string& name() const = 0; // "tp", "dp", …
    virtual int rank() const = 0;                // within the group
    virtual int size() const = 0;                // >= 1
    virtual Lane lane() const = 0;               // that its collectives are queued in

    // In place. Every member ends with the same bits, and so does every run of the same layout. On
    // processors a sum is taken member after member (see reduction.h); a GPU's library adds in an
    // order of its own, unless its device was asked for that one.
    virtual Started allReduce(DeviceSpan<float> values, ReduceOp reduction) = 0;
    virtual Started allReduce(DeviceSpan<double> values, ReduceOp reduction) = 0;

    // `all` holds size() blocks of own.size, by rank; it may contain `own` in its place.
    virtual Started allGather(DeviceBytes own, DeviceBytes all) = 0;

    // own = the sum over the members of block rank() of `all`, which holds size() blocks of
    // own.size. `all` is used as scratch and undefined afterwards.
    virtual Started reduceScatter(DeviceSpan<float> all, DeviceSpan<float> own) = 0;

    // Block i of `send`, sendBytes[i] long, goes to member i; receiveBytes[i] come from it.
    // Blocks lie one after the other. The numbers of bytes are the host's and are copied.
    virtual Started allToAll(DeviceBytes send, std::span<const std::size_t> sendBytes,
                             DeviceBytes receive, std::span<const std::size_t> receiveBytes)
        = 0;

    // Around the ring: `send` goes to member rank() + 1, `receive` comes from rank() - 1. All
    // members give the same size.
    virtual Started shift(DeviceBytes send, DeviceBytes receive) = 0;
};

} // namespace engine
