// What one rank needs to know of a strategy to run its part of it.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/program.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <utility>
#include <vector>

namespace engine {

// A value: it stands for itself, and the strategy may go.
struct PipelineSetup {
    plan::Schedule schedule;
    plan::Costs costs;
    plan::Program program;                  // of this rank
    std::vector<std::pair<int, int>> pairs; // of ranks that exchange messages, rising
    std::size_t activationBytes = 0;        // of one microbatch, that a rank holds between stages
    std::size_t messageBytes = 0;
    std::size_t messages = 0;        // of one step, of all ranks
    std::size_t buffers = 1;         // that a rank needs; see plan::rankBuffersNeeded()
    std::vector<plan::Span> planned; // this rank's ops as simulated
    plan::Nanoseconds predictedMakespan{};
};

// Fails if the strategy has no schedule, or its pipeline has not `ranks` ranks. `timeScale`: of a
// run that is paced by what is predicted of the strategy, see strategy/estimate/time_scale.h; none
// where ranks take the time they take, and the strategy's own costs are all that is known of it.
//
// Precondition: 0 <= rank < ranks.
plan::Result<PipelineSetup> setUp(const strategy::Strategy& strategy, int rank, int ranks,
                                  std::optional<float> timeScale = {});

// How long one wait may take, unless given: ten times the predicted step, 10 s, and the
// time in which a slow machine moves the messages of a whole step; never over ten days.
plan::Nanoseconds patienceOf(const PipelineSetup& setup, std::optional<std::chrono::seconds> given);

} // namespace engine
