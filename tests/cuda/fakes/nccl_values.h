// The values of NCCL's operations: taken out of the memory of one device, and put into that of
// another.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nccl.h>

namespace fake {

using Bytes = std::vector<std::byte>;

struct Operation {
    enum class Kind : std::uint8_t { AllReduce, AllGather, ReduceScatter, Send, Receive };

    Kind kind = Kind::AllReduce;
    const void* send = nullptr;
    void* receive = nullptr;
    std::uint64_t count = 0; // as in the call
    ncclDataType_t type = ncclFloat32;
    ncclRedOp_t reduction = ncclSum;
    int peer = -1; // of Send and Receive
};

bool isCollective(const Operation& operation);

// "an all-reduce of 100 float32 (sum)"
std::string toText(const Operation& operation);

// As the library's kernel of them is called: those of a group that are messages are one.
std::string kernelOf(const std::vector<Operation>& operations);

// What goes to member `to`, and says what it is of. Called by the stream whose memory it is.
Bytes letterTo(const Operation& operation, int to);

// Puts what came into the memory of member `rank`, by the stream whose memory it is. Of a
// collective the letters of all members, of a Send or Receive that of the other side. Empty, or
// what does not fit.
std::string open(const Operation& operation, int rank, std::span<const Bytes> letters);

} // namespace fake
