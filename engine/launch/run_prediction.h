// What the steps of a run are held against, known before it starts.

#pragma once

#include "engine/launch/run_plan.h"

namespace launch {

// Predicts the steps of a plan whose device, ranks and hosts are decided, and checks that its
// messages fit the memory. The error says which key of the strategy to lower; remarks are added to
// the plan.
plan::Outcome predictRun(const RunRequest& request, RunPlan& plan);

} // namespace launch
