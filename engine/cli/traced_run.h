// A measured pipeline from the dumps of its ranks (strategy/pipeline_dump.h): what the trace
// and calibrate commands work on. Times are of one clock, from each step's zero; what that takes
// for granted, measured/traced_step.h says.

#pragma once

#include "engine/measured/traced_run.h"
#include "engine/strategy/pipeline_dump.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <string>
#include <vector>

namespace cli {

// All iterations, in memory. Those with steps run one order, found from their times, as the dumps
// do not name it.
struct TracedRun : measured::TracedRun {
    std::string title; // the folder's name
    strategy::PipelineDump dump;
};

// `folder`: that of the dumps. What is wrong goes to stderr, with the iteration where it is of one;
// then there is none.
std::optional<TracedRun> loadTracedRun(const std::string& folder);

// What reading it took for granted, and what it left out: one sentence each.
std::vector<std::string> assumptionsOf(const TracedRun& run);

// Its pipeline, microbatches and schedule, with those costs: a strategy that opens.
strategy::Strategy strategyOf(const TracedRun& run, const plan::Costs& costs);

} // namespace cli
