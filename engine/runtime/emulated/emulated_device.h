// A rank that keeps the time of a real one: it receives and sends real messages,
// and sleeps where a real device computes.
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

#include "engine/runtime/device.h"
#include "engine/runtime/stage.h"
#include "engine/runtime/transport.h"
#include "engine/runtime/waiting.h"

#include <deque>
#include <map>
#include <memory>
#include <span>

namespace engine {

using Stages = std::map<int, std::unique_ptr<Stage>>; // by stage

// When the plan starts each op of the rank, from the zero of a step. A rank does not
// look for a message before the op that needs it can start: dozens of ranks that
// look in vain keep the cores from those that have work. May lack ops.
using PlannedStarts = std::map<plan::Op, Nanoseconds>;

// What a rank knows of the plan beside its program.
struct EmulatedPlan {
    int lastStage = 0; // of the pipeline
    plan::Costs costs; // of hops, fused pairs and what ends the step; a Stage knows its ops'
    PlannedStarts starts{};
};

// How long an op that is due to last `lasts` really lasts, however late it starts.
Nanoseconds leastLength(Nanoseconds lasts);

class EmulatedDevice final : public Device {
public:
    // `stages` are those of this rank. `transport` and `waiting` must outlive this.
    EmulatedDevice(Stages stages, EmulatedPlan plan, Transport& transport, Waiting& waiting);

    plan::Result<Nanoseconds> beginStep(int step) override;
    void enqueue(const plan::Instruction& instruction) override;
    Completion next() override;
    plan::Result<StepTail> endStep() override;

private:
    struct Expected { // a receive that was started
        plan::Instruction instruction;
        Nanoseconds posted{};
    };
    struct Work { // one compute
        plan::Instruction instruction;
        std::optional<Arrival> input{};
        Nanoseconds lasts{}; // alone
        StageMemory held{};  // once it is done
    };

    Nanoseconds sinceZero() const { return m_waiting.now() - m_zero; }
    void startGroup();
    plan::Result<Transfer> transferOf(const plan::Instruction& instruction) const;

    void compute();
    std::vector<Work> takeFused();
    Nanoseconds hopTo(const plan::Op& op) const;
    plan::Result<std::optional<Arrival>> inputFor(const plan::Op& op, Nanoseconds lookFrom);
    plan::Result<Arrival> receive(const Expected& expected);
    plan::Outcome run(Work& work);
    plan::Outcome paceAndRun(std::span<Work> fused);
    void report(std::span<const Work> fused, Nanoseconds due, Nanoseconds start, Nanoseconds end);

    plan::Result<Nanoseconds> pace(Nanoseconds start, Nanoseconds lasts);
    plan::Outcome sleepUntil(Nanoseconds when); // from the step's zero
    StageMemory memory() const;                 // of all its stages
    void fail(const plan::Instruction& instruction, const plan::Error& error);

    Stages m_stages;
    const EmulatedPlan m_plan;
    Transport& m_transport;
    Waiting& m_waiting;

    Nanoseconds m_zero{};                      // of the step, on this rank's clock
    Nanoseconds m_free{};                      // when the rank is due to be free
    std::map<plan::Op, Nanoseconds> m_dueEnds; // of the ops computed in this step
    std::map<plan::Op, Expected> m_expected;
    std::deque<plan::Instruction> m_queue;
    std::deque<Completion> m_over; // not yet returned
    std::optional<Completion> m_failure;
};

} // namespace engine
