// A run as `bubblescope-run list --json` tells it: the one form in which other programs, the window
// among them, learn of runs.

#pragma once

#include "engine/launch/run_record.h"

#include <nlohmann/json_fwd.hpp>

namespace launch {

nlohmann::ordered_json listEntryOf(const RunRecord& run);

} // namespace launch
