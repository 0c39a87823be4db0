// Moves the tensors of one rank: over MPI, between threads of one process, or
// between GPUs.

#pragma once

#include "engine/plan/program.h"
#include "engine/plan/result.h"
#include "engine/runtime/buffer_pool.h"
#include "engine/runtime/clock.h"
#include "engine/runtime/stage.h"

#include <span>
#include <string>

namespace engine {

// What a message says about the op that made it, both from the start of the step.
struct Stamp {
    Nanoseconds virtualEnd{}; // when the op was due to end
    Nanoseconds sent{};       // when the message really left
};

struct Transfer {
    plan::Instruction instruction; // a Send or a Receive
    Stamp stamp{};                 // of a Send
    // Of a Send: copied before start() returns. With no data the message has its
    // full size and unspecified content.
    Tensor payload{};
};

// A message that is here. Its memory goes back to the pool with this value, which
// therefore must not outlive the transport.
struct Arrival {
    Stamp stamp;
    Buffer message;
    Tensor payload; // within `message`
};

// Used by one thread. No call blocks longer than the patience the transport was
// made with; an error after that names the op and the peer.
class Transport {
public:
    virtual ~Transport() = default;

    virtual int rank() const = 0;
    virtual int ranks() const = 0;
    virtual std::size_t messageBytes() const = 0; // of one payload

    // Agrees on when the step begins: the same moment on all ranks, given on this
    // rank's clock, and a little ahead of now.
    virtual plan::Result<Nanoseconds> beginStep(int step) = 0;

    // Starts the sends and receives of one fused group together and returns at
    // once; it waits only while all message buffers are on their way.
    virtual plan::Outcome start(std::span<const Transfer> group) = 0;

    // Moves on what is on its way; true while a send still is. Large messages leave
    // only while somebody asks.
    virtual plan::Result<bool> progress() = 0;

    // Waits for the message of a Receive of `op` that was started. Fails also if
    // what arrived is not what was asked for.
    virtual plan::Result<Arrival> wait(const plan::Op& op) = 0;

    // Waits until every send that was started has left.
    virtual plan::Outcome drain() = 0;

    // The largest value any rank gave. All ranks call it; none returns before all
    // have called, so it is a barrier too.
    virtual plan::Result<Nanoseconds> agreeMax(Nanoseconds value) = 0;

    // Ends the waits of all ranks with an error.
    virtual void abort(const std::string& reason) = 0;
};

} // namespace engine
