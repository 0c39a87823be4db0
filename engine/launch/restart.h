// A run whose Slurm job was put back into the queue and has begun again: what of it is left to do,
// and from where.

#pragma once

#include "engine/launch/allocation.h"
#include "engine/launch/run_request.h"
#include "engine/plan/result.h"

#include <string>
#include <vector>

namespace launch {

// Changes a request with --requeue whose folder already holds the run's first start: it records
// into a folder beside that, FOLDER-restart-2 at the job's second restart, and goes on from the
// last checkpoint of all starts before, with the steps that are left of those asked for. Without a
// checkpoint it begins anew. Any other request, and the first start of a job, stay as they are.
// `remarks` gets what it goes on from. Fails where all steps were done.
plan::Outcome resumeRestarted(RunRequest& request, const std::optional<Allocation>& job,
                              std::vector<std::string>& remarks);

} // namespace launch
