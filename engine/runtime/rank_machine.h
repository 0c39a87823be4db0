// One rank of a pipeline: the queue of its instructions, and the two lanes they run in.
//
// It holds back each compute until its input is here, starts transfers in their fused groups, and
// reports everything with times. What a compute does is up to the backend, how tensors travel up
// to the transport, and what a lane is up to the device (see Lanes).

#pragma once

#include "engine/runtime/compute_backend.h"
#include "engine/runtime/control.h"
#include "engine/runtime/lanes.h"
#include "engine/runtime/machine.h"
#include "engine/runtime/standing.h"
#include "engine/runtime/transport.h"
#include "engine/runtime/waiting.h"

#include <deque>
#include <map>
#include <set>

namespace engine {

struct RankMachineOptions {
    int lastStage = 0;     // of the pipeline
    std::size_t depth = 4; // computes that are queued at most and not over
    // From agreeing on a step's beginning to it: the time in which every rank notices.
    Nanoseconds startMargin{};
    Nanoseconds clockOffset{}; // rank 0's clock minus this rank's
};

// Used by one thread. A failure ends the step for good: every later next() returns the first one,
// so that the cause is reported and not what follows from it.
class RankMachine final : public Machine {
public:
    // All but the options must outlive this.
    RankMachine(const RankMachineOptions& options, ComputeBackend& backend, Lanes& lanes,
                Transport& transport, Control& control, Waiting& waiting);

    // As the clocks were measured last; between steps.
    void setClockOffset(Nanoseconds toRankZero) { m_options.clockOffset = toRankZero; }
    std::size_t depth() const { return m_options.depth; }
    // When the last step began, on rank 0's clock: the same number on all ranks.
    Nanoseconds agreedZero() const { return m_agreedZero; }

    plan::Result<Nanoseconds> beginStep(int step) override;
    void enqueue(const plan::Instruction& instruction) override;
    void enqueueTail() override { m_tailWanted = true; }
    Completion next() override;
    plan::Result<StepTail> endStep() override;

    // As far as the lanes show it now, also from within a wait of next(). Waits for nothing.
    std::optional<Standing> standing() const;

private:
    struct Posted { // a receive that was started
        plan::Instruction instruction;
        Mark at{};
    };
    // The completion lacks its times until both marks can be asked for them.
    struct Running { // queued in its lane; over once its end is passed
        Completion completion;
        Lane lane{};
        Mark start{};
        Mark end{};
        MarkedParts parts{};               // of a compute
        std::optional<Nanoseconds> sent{}; // of a receive, by its stamp
    };

    // The first of m_running that is over; none where all still run.
    std::optional<Completion> takeOver();
    Completion timed(Running running);
    // Takes the next instructions off the queue and starts them, or fails.
    void doNext();
    void startGroup();
    // Queued, and reported once it is over.
    void addTransfer(const plan::Instruction& instruction, Mark start, Mark end,
                     std::optional<Nanoseconds> sent);
    plan::Result<Transfer> transferOf(const plan::Instruction& instruction);
    void compute();
    std::vector<Compute> takeFused();
    // Waits for the message of an input that another rank makes; fails where the program neither
    // computes nor receives it.
    void queueTail();
    plan::Outcome findInput(Compute& compute, const plan::Op& first);
    plan::Result<Stamp> receive(plan::Op op);
    void fail(const plan::Instruction& instruction, const plan::Error& error);

    RankMachineOptions m_options;
    ComputeBackend& m_backend;
    Lanes& m_lanes;
    Transport& m_transport;
    Control& m_control;
    Waiting& m_waiting;

    std::optional<int> m_step; // none: no step is under way
    Nanoseconds m_zero{};      // of the step, on this rank's clock
    Nanoseconds m_agreedZero{};
    std::set<plan::Op> m_computed; // in this step
    std::map<plan::Op, Posted> m_posted;
    std::deque<plan::Instruction> m_queue;
    std::deque<Running> m_running;       // in the order in which they were queued
    const Running* m_awaited = nullptr;  // out of those, while it is waited for
    std::optional<Completion> m_failure; // the first
    bool m_tailWanted = false;           // and not queued yet
    plan::Outcome m_tailQueued = plan::done();
};

} // namespace engine
