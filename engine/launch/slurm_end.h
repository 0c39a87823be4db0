// How a run inside a Slurm job is ended from anywhere in the cluster.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/run_place.h"
#include "engine/plan/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace launch {

// The number of a step, "12.0", by the name it was started with; of squeue's lines "12.0|name".
// Empty where there is none.
std::string stepNamed(std::string_view squeueOutput, std::string_view name);

// Tells the run's supervisor to end it where that is the job's batch script, and else cancels the
// step of the ranks. Returns once Slurm has taken it, not once it is done. The error says what
// stands in the way and what to do.
plan::Outcome endByScancel(const RunPlace& place, const std::string& run,
                           const Environment& environment);

// Cancels what is left of the step of that run's ranks; where there is none, or Slurm does not
// answer, nothing happens.
void cancelLeftStep(const RunPlace& place, const std::string& run, const Environment& environment);

// Cancels a job whose run has not begun. Refused where the job of that number works in another
// folder than the run's: then it is a job of another cluster, or of something else.
plan::Outcome cancelJob(const std::string& job, const std::filesystem::path& folder,
                        const Environment& environment);

// Puts the job back into the queue, which ends what runs in it.
plan::Outcome requeueJob(const RunPlace& place, const Environment& environment);

} // namespace launch
