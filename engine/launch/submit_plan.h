// Everything decided about a submission before anything is made: the strategy is checked as a run
// checks it, and what Slurm would let wait for ever is refused.

#pragma once

#include "engine/launch/run_plan.h"
#include "engine/launch/slurm/batch_script.h"
#include "engine/launch/submit_request.h"

namespace launch {

struct SubmitPlan {
    RunPlan run;        // but for the programs and devices of the nodes, which nobody knows here
    RunRequest request; // of the run in the job, but for where it records
    BatchScript script; // without folder, output and command
    std::filesystem::path sbatch;     // empty where the script is only to be shown
    std::vector<std::string> remarks; // what a person should know before it is submitted
};

// Starts no more than programs of Slurm that tell of its partitions, and none where the script is
// only to be shown.
std::variant<SubmitPlan, Refusal> planSubmit(const SubmitRequest& asked,
                                             const Environment& environment,
                                             const std::filesystem::path& ownProgram);

// The words of the job's command: the program, and the run of `strategy` recorded into `folder`
// (empty: into a new one of its own).
std::vector<std::string> commandOf(const SubmitPlan& plan, const std::filesystem::path& ownProgram,
                                   const std::filesystem::path& strategy,
                                   const std::filesystem::path& folder);

} // namespace launch
