// The steps of a recorded run, read from its event log.

#pragma once

#include "engine/measured/run_conditions.h"
#include "engine/measured/step_assembler.h"
#include "engine/plan/result.h"
#include "telemetry/recording_reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace measured {

// What was read, all of it in memory. Frames that are damaged or missing are left out and counted;
// a step that lacks some is there and is not whole().
struct Recording {
    RunInfo info;
    RunConditions conditions;
    std::vector<Step> steps;        // in order; of a long run the last ones
    std::uint64_t stepsDropped = 0; // earlier ones, not kept
    telemetry::RecordingDamage damage{};
    std::uint64_t rejected = 0; // records outside the run's shape
};

// A sentence for each thing that is damaged or missing; empty where the recording is whole.
std::vector<std::string> damageOf(const Recording& recording);

// Steps are kept without the ops of other replicas, up to this many ops in all, at least one step:
// to fit costs to them then takes about 400 MB.
inline constexpr std::size_t kMaxRecordedOps = std::size_t{1} << 21;

// `path`: the folder a run was recorded into, or the event log in it. The error says what
// is wrong with which file. A log that is still being written is read as far as it goes.
plan::Result<Recording> readRecording(const std::string& path);

} // namespace measured
