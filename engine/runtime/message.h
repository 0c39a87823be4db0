// What stands before the payload of every message between two ranks, so that the
// receiver can tell that it got what its program asked for.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/transport.h"

#include <cstdint>
#include <type_traits>
#include <vector>

namespace engine {

// Travels between processes of one build, on machines of one byte order.
struct MessageHead {
    std::uint32_t magic = 0;
    std::int32_t step = 0;
    std::int32_t stage = 0;
    std::int32_t kind = 0; // of plan::OpKind
    std::int32_t microbatch = 0;
    std::int32_t from = 0; // rank
    std::uint64_t payloadBytes = 0;
    std::int64_t virtualEndNs = 0;
    std::int64_t sentNs = 0;
    std::uint64_t reserved[2] = {}; // the payload starts on a cache line
};

static_assert(sizeof(MessageHead) == 64 && std::is_trivially_copyable_v<MessageHead>);

struct Expected {
    plan::Op op;
    int from = 0;
    int step = 0;
};

// Fills `message`, which holds a head and a payload, with what `send` sends.
//
// Precondition: the payload of `send` is empty or fills the message.
void writeMessage(std::vector<std::byte>& message, const Transfer& send, int from, int step);

// Checks what arrived, copies its payload to `payload` unless that has no memory, and returns what
// the message says. The error names what was asked for and what came.
//
// Precondition: `payload` has no memory or fills the message.
plan::Result<Stamp> openMessage(const std::vector<std::byte>& message, const Expected& expected,
                                DeviceBytes payload);

// A number for each (stage, microbatch, direction): the messages between two ranks
// that may be on their way at once differ in it. At least 0, below
// 2 * stages * microbatches.
std::int64_t messageKey(const plan::Op& op, int microbatches);

// "rank 1 got no message from rank 0 for 12.5 s; rank 0 is stuck or gone"
plan::Error noMessage(int rank, int from, Nanoseconds patience);

// "the sends of rank 1 did not leave within 12.5 s: 1F3 to rank 2"
plan::Error notSent(int rank, const plan::Instruction& send, Nanoseconds patience);

// "rank 1 waited 12.5 s for all ranks to agree on the start of step 2"
plan::Error noAgreement(int rank, const std::string& what, Nanoseconds patience);

} // namespace engine
