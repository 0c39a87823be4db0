// A rank as the executor sees it: it takes instructions and says when they are over.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/program.h"
#include "engine/plan/result.h"
#include "engine/plan/timeline.h"
#include "engine/runtime/lanes.h"
#include "engine/runtime/memory_held.h"
#include "engine/runtime/part.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace engine {

// One instruction that is over. All times are wall clock, from the start of the step.
struct Completion {
    plan::Instruction instruction{};
    Nanoseconds start{}; // when it really began
    Nanoseconds end{};   // when it was really over; >= start
    // End minus the time it was due, had every rank kept to the plan; 0 where nothing was
    // due.
    Nanoseconds lateness{};
    std::size_t bytes = 0;     // that travelled; 0 for a compute
    MemoryHeld held{};         // of a compute: by the rank, when it was over
    std::vector<Part> parts{}; // of a compute: inside it; sorted, disjoint
    // Why it could not be done; then the times mean nothing.
    std::optional<plan::Error> failure{};

    // Rather than of a message.
    bool isOfCompute() const { return instruction.kind == plan::Instruction::Kind::Compute; }
};

// What a rank did after its last instruction.
struct StepTail {
    plan::Tail ran{};       // wall clock, as in Completion; begin == end: nothing to do
    Nanoseconds lateness{}; // of its end
};

// Used by one thread. RankMachine is the real one; tests of the executor have their own.
class Machine {
public:
    virtual ~Machine() = default;

    // Agrees with the other ranks on the moment that is the zero of the step's
    // times, waits for it, and returns it on this rank's clock.
    virtual plan::Result<Nanoseconds> beginStep(int step) = 0;

    // Queues one instruction and returns at once. Computes run in the order they were queued,
    // and so do the messages to one rank and those from it. Fused transfers start together; two
    // fused computes run as one, once the inputs of both are here, and are reported one after the
    // other. A fused group must be queued whole before the call of next() that may start it.
    virtual void enqueue(const plan::Instruction& instruction) = 0;

    // Nothing else is enqueued in this step: what ends it may be queued behind it.
    virtual void enqueueTail() = 0;

    // Blocks until some instruction is over, or has failed. Completions may come
    // late, and out of order across lanes: a receive is over when its tensor is
    // here, which may be after computes that were queued later. Every wait inside
    // has a deadline. After a failure the machine accepts no more work.
    //
    // Precondition: an instruction is queued whose completion was not returned, and
    // either a compute is among them or nothing else will be queued in this step.
    virtual Completion next() = 0;

    // Reduces this rank's gradients, then runs its optimizer. Returns when that is over
    // and the sends of the step have left.
    virtual plan::Result<StepTail> endStep() = 0;
};

} // namespace engine
