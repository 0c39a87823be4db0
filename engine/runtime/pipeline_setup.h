// What one rank needs to know of a strategy to run its part of it.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/program.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"
#include "engine/strategy/strategy.h"

#include <utility>
#include <vector>

namespace engine {

struct PipelineSetup {
    plan::Schedule schedule;
    plan::Costs costs;
    plan::Program program;                  // of this rank
    std::vector<std::pair<int, int>> pairs; // of ranks that exchange messages, rising
    std::size_t messageBytes = 0;
    std::vector<plan::Span> planned; // this rank's ops as simulated
    plan::Nanoseconds predictedMakespan{};
};

// Fails if the strategy has no schedule, or its pipeline has not `ranks` ranks.
//
// Precondition: 0 <= rank < ranks.
plan::Result<PipelineSetup> setUp(const strategy::Strategy& strategy, int rank, int ranks);

// How long one wait may take: ten times the predicted step and 10 s, unless given.
plan::Nanoseconds patienceOf(const PipelineSetup& setup,
                             std::optional<std::chrono::seconds> given);

} // namespace engine
