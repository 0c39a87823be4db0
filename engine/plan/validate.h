// Whether a schedule is one that can run and trains the model.

#pragma once

#include "engine/plan/schedule.h"

#include <string>
#include <vector>

namespace plan {

// Empty if the schedule is legal; else sentences, at most `limit` of them, the
// last saying how many more there are. Checked: every (stage, microbatch) has one
// forward and one backward (whole, or as input and weight gradient), on the rank
// that holds the stage; no op lies outside the shape; and the order runs to its
// end without a deadlock. Linear in the ops.
std::vector<std::string> violations(const Schedule& schedule, std::size_t limit = 20);

} // namespace plan
