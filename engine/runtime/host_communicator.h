// Collectives among ranks, of values in host memory: what ranks agree on, and what the groups of
// processors move. Over MPI, or between threads of one process.
//
// All members start the same collectives in the same order, with the same sizes; several may
// be under way at once. Which group and in which order is fixed by the schedule, so that
// two groups never wait for each other.

#pragma once

#include "engine/runtime/work.h"

#include <cstddef>
#include <span>
#include <string>

namespace engine {

// Used by one thread. Sizes are the same on all members; the error is an argument that does not
// fit the group.
class HostCommunicator {
public:
    virtual ~HostCommunicator() = default;

    virtual const std::string& name() const = 0; // "world", "tp", "dp", …
    virtual int rank() const = 0;                // within the group
    virtual int size() const = 0;                // >= 1

    // In place; every member ends with the same bits.
    virtual Started allReduce(std::span<float> values, ReduceOp reduction) = 0;
    virtual Started allReduce(std::span<double> values, ReduceOp reduction) = 0;

    // `all` holds size() blocks of own.size(), by rank; it may contain `own` in its place.
    virtual Started allGather(std::span<const std::byte> own, std::span<std::byte> all) = 0;

    // The sum over the members of block rank() of `all`, which holds size() blocks of
    // own.size(). `all` is used as scratch and undefined afterwards.
    virtual Started reduceScatter(std::span<float> all, std::span<float> own) = 0;

    // Block i of `send`, sendBytes[i] long, goes to member i; receiveBytes[i] come from it.
    // Blocks lie one after the other.
    virtual Started allToAll(std::span<const std::byte> send,
                             std::span<const std::size_t> sendBytes, std::span<std::byte> receive,
                             std::span<const std::size_t> receiveBytes)
        = 0;

    virtual Started broadcast(std::span<std::byte> data, int root) = 0;

    // Around the ring: `send` goes to member rank() + 1, `receive` comes from rank() - 1. All
    // members give the same size.
    virtual Started shift(std::span<const std::byte> send, std::span<std::byte> receive) = 0;
};

} // namespace engine
