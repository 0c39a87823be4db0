// One rank's part of a run: step after step of its program on its machine, recorded.

#pragma once

#include "engine/runtime/pipeline_setup.h"
#include "engine/runtime/rank_machine.h"
#include "engine/runtime/recorder.h"
#include "engine/runtime/waiting.h"

#include <optional>
#include <string>

namespace engine {

// What stands between the steps of a run: commands, checkpoints, what is said of a step. Here it
// is nothing.
class RunDuties {
public:
    virtual ~RunDuties() = default;

    // Before the first step, whose number it returns.
    virtual plan::Result<int> begin() { return 0; }

    // Before each step. With a sentence, the run ends here, and the sentence says why.
    virtual plan::Result<std::optional<std::string>> beforeStep(int /*step*/)
    {
        return std::optional<std::string>();
    }

    // Within a step: for each instruction that is over.
    virtual void over(const Completion& /*completion*/) {}

    // At the end of a step: tells the recorder what the step came to, before its end mark.
    virtual void record(int /*step*/, const StepTail& /*tail*/) {}

    // After a step that lasted so long, from its zero to the end of this rank's last work.
    virtual plan::Outcome afterStep(int /*step*/, Nanoseconds /*lasted*/) { return plan::done(); }

    // After the last step, also where the run was ended early.
    virtual plan::Outcome end() { return plan::done(); }
};

// Used by one thread.
class RankRun {
public:
    // All must outlive this. The program of `setup` may change between steps. Of a step the duties
    // are told beforeStep(), over() for each instruction, record() and afterStep(), in that order.
    RankRun(const PipelineSetup& setup, RankMachine& machine, RunDuties& duties, Recorder& recorder,
            Waiting& waiting);

    // Runs so many steps, with the duties around them. An error names the step and the
    // instruction.
    plan::Outcome run(int steps);

    // Runs one step and records it, without what is between steps. Returns how long it lasted.
    plan::Result<Nanoseconds> step(int number);

    // After run(): it was ended between two steps, and why.
    const std::optional<std::string>& stopped() const { return m_stopped; }

private:
    plan::Outcome runSteps(int first, int steps);
    plan::Result<Nanoseconds> runAndRecord(int number);
    void record(const Completion& completion);

    const PipelineSetup& m_setup;
    RankMachine& m_machine;
    RunDuties& m_duties;
    Recorder& m_recorder;
    Waiting& m_waiting;
    // From the step's zero.
    Nanoseconds m_lastEnd{}; // of what this rank computed in the step
    std::optional<std::string> m_stopped;
};

} // namespace engine
