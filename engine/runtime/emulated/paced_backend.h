// Computes that last as long as the plan says and do nothing: a rank that keeps the time of a
// real one, and sends and receives real messages.
//
// Pacing is by virtual deadlines. Every message says when its op was due to end.
// An op is due to start when the rank is due to be free and its input is due to be
// here, and due to end its cost later; a fused pair waits for both inputs and ends as
// one. These times are those of simulate(), whatever the machine does. The rank sleeps
// until them, absolute times: a late wake-up does not push the ops after it, and the step
// keeps the planned length on a busy machine. A rank that fell behind pays its debt back op
// by op, each shortened by at most a quarter: see leastLength(). Completions report the wall
// clock, with what the op was late by.

#pragma once

#include "engine/plan/injected_fault.h"
#include "engine/plan/placement.h"
#include "engine/runtime/compute_backend.h"
#include "engine/runtime/waiting.h"

#include <map>
#include <optional>

namespace engine {

// What a paced rank knows of the plan beside its program.
struct PacedPlan {
    plan::Placement placement; // the stages it holds
    plan::Costs costs;
    // When the plan starts each op of the rank, from the zero of a step. A rank does not look for
    // a message before the op that needs it can start: dozens of ranks that look in vain keep the
    // cores from those that have work. May lack ops.
    std::map<plan::Op, Nanoseconds> starts{};
    std::size_t activationBytes = 0; // of one microbatch in flight on one stage; counted only
    // A fault that the plan knows nothing of: from a step on this rank takes longer.
    std::optional<plan::Slowdown> slow{};
};

// How long an op that is due to last `lasts` really lasts, however late it starts.
Nanoseconds leastLength(Nanoseconds lasts);

// Its lanes are HostLanes: it sleeps on the caller's thread.
class PacedBackend final : public ComputeBackend {
public:
    // `transport` (which is moved on while the rank sleeps) and `waiting` must outlive this.
    PacedBackend(PacedPlan plan, Transport& transport, Waiting& waiting);

    plan::Outcome prepareStep(int step) override;
    void beginStep(Nanoseconds zero) override;
    plan::Result<DeviceBytes> destinationOf(const plan::Instruction& receive) override;
    plan::Result<Transfer> outgoing(const plan::Instruction& send) override;
    plan::Outcome awaitInput(const plan::Op& op) override;
    ComputeOutcome run(std::span<const Compute> fused) override;
    plan::Result<StepTail> endStep() override;
    MemoryHeld memory() const override;

private:
    struct Paced {           // one of the ops that run together
        Nanoseconds lasts{}; // alone
        MemoryHeld held{};   // once it is done
    };

    // With the rank's fault, if it has begun.
    Nanoseconds slowed(Nanoseconds lasts) const;
    Nanoseconds sinceZero() const { return m_waiting.now() - m_zero; }
    Nanoseconds hopTo(const plan::Op& op) const;
    plan::Result<Paced> begin(const plan::Op& op);
    plan::Outcome countInFlight(const plan::Op& op);
    plan::Result<std::vector<Computed>> runPaced(std::span<const Compute> fused);
    std::vector<Computed> timesOf(std::span<const Paced> fused, Nanoseconds due, Nanoseconds start,
                                  Nanoseconds end) const;
    plan::Result<Nanoseconds> pace(Nanoseconds start, Nanoseconds lasts);
    plan::Outcome sleepUntil(Nanoseconds when); // from the step's zero

    const PacedPlan m_plan;
    Transport& m_transport;
    Waiting& m_waiting;
    int m_step = 0;
    Nanoseconds m_zero{};                      // of the step, on this rank's clock
    Nanoseconds m_free{};                      // when the rank is due to be free
    std::map<plan::Op, Nanoseconds> m_dueEnds; // of the ops computed in this step
    std::map<int, std::size_t> m_inFlight;     // microbatches, by stage
};

} // namespace engine
