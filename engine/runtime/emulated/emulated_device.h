// A rank that keeps the time of a real one: it receives and sends real messages,
// and sleeps where a real device computes.
//
// Pacing is by virtual deadlines. Every message says when its op was due to end.
// An op is due to start when the rank is due to be free and its input is due to be
// here, and due to end its cost later; the rank sleeps until that moment, an
// absolute time. A late wake-up therefore does not push the ops after it, and the
// step keeps the planned length on a busy machine. What a rank can catch up is bounded
// by mostCatchUp(): an op that starts later than that is due later too, and so are those
// after it, so that busy time stays what the costs say and the step shows the delay.
// Completions report the wall clock, with what the op was late by.

#pragma once

#include "engine/runtime/device.h"
#include "engine/runtime/stage.h"
#include "engine/runtime/transport.h"
#include "engine/runtime/waiting.h"

#include <deque>
#include <map>
#include <memory>

namespace engine {

using Stages = std::map<int, std::unique_ptr<Stage>>; // by stage

// When the plan starts each op of the rank, from the zero of a step. A rank does not
// look for a message before the op that needs it can start: dozens of ranks that
// look in vain keep the cores from those that have work. May lack ops.
using PlannedStarts = std::map<plan::Op, Nanoseconds>;

// By how much an op that `lasts` so long may be cut because it started late: 1 ms, and
// at most a quarter of it.
Nanoseconds mostCatchUp(Nanoseconds lasts);

class EmulatedDevice final : public Device {
public:
    // `stages` are those of this rank, `lastStage` that of the pipeline; a message
    // counts as here no sooner than `transfer` after its op was due to end.
    // `transport` and `waiting` must outlive this.
    EmulatedDevice(Stages stages, int lastStage, Nanoseconds transfer, PlannedStarts planned,
                   Transport& transport, Waiting& waiting);

    plan::Result<Nanoseconds> beginStep(int step) override;
    void enqueue(const plan::Instruction& instruction) override;
    Completion next() override;
    plan::Outcome endStep() override;

    StageMemory memory() const; // of all its stages

private:
    struct Expected { // a receive that was started
        plan::Instruction instruction;
        Nanoseconds posted{};
    };

    Nanoseconds sinceZero() const { return m_waiting.now() - m_zero; }
    void startGroup();
    plan::Result<Transfer> transferOf(const plan::Instruction& instruction) const;
    void compute(const plan::Instruction& instruction);
    plan::Result<std::optional<Arrival>> inputFor(const plan::Op& op);
    plan::Result<Arrival> receive(const Expected& expected);
    plan::Outcome paceAndRun(const plan::Op& op, const std::optional<Arrival>& input,
                             Completion& completion);
    plan::Outcome sleepUntil(Nanoseconds when); // from the step's zero
    void fail(const plan::Instruction& instruction, const plan::Error& error);

    Stages m_stages;
    const int m_lastStage;
    const Nanoseconds m_transfer;
    const PlannedStarts m_planned;
    Transport& m_transport;
    Waiting& m_waiting;

    Nanoseconds m_zero{}; // of the step, on this rank's clock
    Nanoseconds m_free{}; // when the rank is due to be free
    std::map<plan::Op, Nanoseconds> m_dueEnds; // of the ops computed in this step
    std::map<plan::Op, Expected> m_expected;
    std::deque<plan::Instruction> m_queue;
    std::deque<Completion> m_over; // not yet returned
    std::optional<Completion> m_failure;
};

} // namespace engine
