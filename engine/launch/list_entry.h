// A run as `bubblescope-run list --json` tells it: the one form in which other programs, the window
// among them, learn of runs.

#pragma once

#include "engine/launch/queued_run.h"
#include "engine/launch/run_record.h"

#include <nlohmann/json_fwd.hpp>

namespace launch {

nlohmann::ordered_json listEntryOf(const RunRecord& run);

// As that of a run, as far as one that has not begun has all this; what its job says stands under
// "job". One that never will is told as a run that has ended.
nlohmann::ordered_json listEntryOf(const QueuedRun& run);

} // namespace launch
