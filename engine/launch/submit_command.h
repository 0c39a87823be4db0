// bubblescope-run submit FILE: a run as a job of Slurm, with its supervisor inside of the job.

#pragma once

#include "engine/launch/command_line.h"
#include "engine/launch/submit_request.h"

namespace launch {

// Checks the run, makes its folder with a copy of the strategy and the script, and has sbatch take
// it; stdout gets one line of JSON that says where all is. With `print` stdout gets the script, and
// nothing is made. After a refusal, ours or Slurm's, nothing is left. Good where Slurm has the job;
// BadInput where it would never start.
ExitCode submitRun(const SubmitRequest& request, const ProgramEnvironment& in);

void addSubmitCommand(Commands& commands);

} // namespace launch
