// What can be said of a job of Slurm before it is submitted.

#pragma once

#include "gui/runs/launch_checks.h"

namespace gui {

// Of each field that has not the form that Slurm takes. What a partition gives is for
// `bubblescope-run submit` to ask, which refuses a job that would wait for ever.
std::vector<LaunchFinding> checkJob(const JobOptions& job);

} // namespace gui
