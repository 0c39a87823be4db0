// A run recorded by bubblescope-run, as one that an estimate can be held against.

#pragma once

#include "engine/plan/result.h"
#include "engine/strategy/estimate/published_runs.h"

#include <string>

namespace cli {

// Whether the path is that of a recording (a folder, or the event log in one) and not of a table.
bool isRecording(const std::string& path);

// The strategy in the folder as it ran there, on the device that the recording names; the median
// of its whole steps behind the first one, which warms up; and the resident memory of its fullest
// rank, where the ranks told it. Costs in the strategy are put aside, as what is held against the
// run is the cost model; its kernels are those of our own ranks.
//
// Fails with a sentence that begins with the path: for what is no recording of a strategy with a
// model; for a run that was emulated, in which somebody slowed a rank, or whose ranks had several
// threads, as its times are not those of the device; and for fewer than kFewestSteps such steps.
plan::Result<strategy::PublishedRun> recordedRun(const std::string& path);

inline constexpr std::size_t kFewestSteps = 3;

} // namespace cli
