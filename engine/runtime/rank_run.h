// One rank's part of a run: step after step of its program on its device.

#pragma once

#include "engine/runtime/emulated/emulated_device.h"
#include "engine/runtime/engine_options.h"
#include "engine/runtime/pipeline_setup.h"
#include "engine/runtime/recorder.h"
#include "engine/runtime/transport.h"

#include <vector>

namespace engine {

class RankRun {
public:
    // All must outlive this.
    RankRun(const PipelineSetup& setup, Transport& transport, Waiting& waiting, Recorder& recorder);

    // Runs one step and records it. The error names the step and the instruction.
    plan::Outcome step(int number);

    // Of the last step: from its zero to the end of the last span or tail of any rank.
    Nanoseconds makespan() const { return m_makespan; }

    // Of every compute so far, if kept.
    void keepLateness() { m_keepLateness = true; }
    const std::vector<Nanoseconds>& lateness() const { return m_lateness; }

private:
    plan::Outcome runAndRecord(int number);
    void record(const Completion& completion);

    const PipelineSetup& m_setup;
    Transport& m_transport;
    Recorder& m_recorder;
    EmulatedDevice m_device;
    Nanoseconds m_lastEnd{}; // of what this rank computed in the step
    Nanoseconds m_makespan{};
    bool m_keepLateness = false;
    std::vector<Nanoseconds> m_lateness;
};

} // namespace engine
