// Moves the tensors of one rank to and from the ranks beside it in its pipeline: over MPI,
// between threads of one process, or between GPUs.

#pragma once

#include "engine/plan/program.h"
#include "engine/plan/result.h"
#include "engine/runtime/clock.h"
#include "engine/runtime/device_memory.h"
#include "engine/runtime/lanes.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace engine {

// What a message says about the op that made it, both from the start of the step.
struct Stamp {
    Nanoseconds virtualEnd{};          // when the op was due to end
    std::optional<Nanoseconds> sent{}; // when the message really left, where that is known
};

// Of a message that was waited for.
struct Arrival {
    Stamp stamp{}; // what it says; nothing where the transport carries tensors alone
    Mark at{};     // when it was here
};

struct Transfer {
    plan::Instruction instruction; // a Send or a Receive
    Stamp stamp{};                 // of a Send
    // Of a Send: what is sent. Of a Receive: where it goes. With no memory a message has its full
    // size and unspecified content, and what arrives is dropped.
    DeviceBytes payload{};
    // Keeps the payload of a Send in memory. The transport holds it until the message has left, or
    // until its leaving is queued in its lane (see Transport::laneOf()).
    // Of a Receive there is none: its payload stays where it is until wait() has returned.
    std::shared_ptr<const void> keeper{};
};

// Used by one thread. No call blocks longer than the patience the transport was
// made with; an error after that names the op and the peer.
class Transport {
public:
    virtual ~Transport() = default;

    virtual int rank() const = 0; // of the pipeline
    virtual int ranks() const = 0;
    virtual std::size_t messageBytes() const = 0; // of one payload

    // The messages from here on are those of this step.
    virtual void beginStep(int step) = 0;

    // Starts the sends and receives of one fused group together and returns at
    // once; it waits only while all message buffers are on their way. What is sent is what the
    // Compute lane leaves in the payload with all that is queued there so far; where a message
    // goes is free for what is queued in its lane from now on.
    virtual plan::Outcome start(std::span<const Transfer> group) = 0;

    // The lane in which a transfer is queued: between two ranks one in each direction.
    virtual Lane laneOf(const plan::Instruction& instruction) const = 0;

    // Moves on what is on its way; true while a send still is. Large messages leave
    // only while somebody asks.
    virtual plan::Result<bool> progress() = 0;

    // Makes the computing that follows wait for the message of a Receive of `op` that was
    // started; then its payload is filled. Fails also if what arrived is not what was asked for.
    virtual plan::Result<Arrival> wait(const plan::Op& op) = 0;

    // Waits until every send that was started has left.
    virtual plan::Outcome drain() = 0;
};

} // namespace engine
