// How a rank does its computes. This is all that differs between a rank that trains
// (runtime/training) and one that keeps the time of a real one (runtime/emulated): the queue, the
// messages and the clock are those of RankMachine.

#pragma once

#include "engine/plan/program.h"
#include "engine/plan/result.h"
#include "engine/runtime/machine.h"
#include "engine/runtime/transport.h"

#include <optional>
#include <span>
#include <vector>

namespace engine {

// An op whose input is there.
struct Compute {
    plan::Instruction instruction;
    // Of the message that brought the input; none where the op takes it from this rank, or takes
    // none.
    std::optional<Stamp> message{};
};

// An op that was queued on the compute lane, and is over where that is the caller's thread.
struct Computed {
    Mark start{};
    Mark end{};
    Nanoseconds lateness{}; // see Completion
    MemoryHeld held{};
    MarkedParts parts{};
};

// What became of a compute, or of a fused pair, in its order. With a failure, that of the op
// after the last one done.
struct ComputeOutcome {
    std::vector<Computed> done{};
    std::optional<plan::Error> failure{};
};

// Used by one thread. The calls between beginStep() and endStep() come in the order of the rank's
// program.
class ComputeBackend {
public:
    virtual ~ComputeBackend() = default;

    // Before the ranks agree on when the step begins.
    virtual plan::Outcome prepareStep(int step) = 0;
    // At its beginning; `zero` on this rank's clock.
    virtual void beginStep(Nanoseconds zero) = 0;

    // Where the message of `receive` is to go; none where it is dropped. Stays valid until the op
    // that takes it has run.
    virtual plan::Result<DeviceBytes> destinationOf(const plan::Instruction& receive) = 0;
    // What `send` sends: its payload, that payload's keeper and, in the stamp, when the op was due
    // to end. Fails where the op has not been computed.
    virtual plan::Result<Transfer> outgoing(const plan::Instruction& send) = 0;

    // Before the machine looks for a message that `op`, or the op it is fused to, needs: returns
    // once it is worth looking.
    virtual plan::Outcome awaitInput(const plan::Op& op) = 0;
    // Runs one op, or a pair as one.
    virtual ComputeOutcome run(std::span<const Compute> fused) = 0;

    // After the last op of the step: queues what reduces the gradients and updates the weights. A
    // backend that queues nothing does all of it in endStep().
    virtual plan::Outcome queueTail() { return plan::done(); }
    // Returns when that is over.
    virtual plan::Result<StepTail> endStep() = 0;

    // As it is now.
    virtual MemoryHeld memory() const = 0;
};

} // namespace engine
