// Every measured step beside what the costs fitted to it alone give, and beside what those
// fitted to other steps give.

#pragma once

#include "engine/measured/calibration.h"
#include "engine/measured/stalls.h"
#include "engine/measured/step_assembler.h"
#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <vector>

namespace measured {

// One measured step. Its own fit says how well the model can follow a step at all; the fit to
// others, how well it predicts one that it has not seen.
struct IterationFit {
    int number = 0;      // of the step, from 0
    bool warmUp = false; // by the rule of warmUpSteps(); then no other step is fitted to it
    Nanoseconds measured{};
    double measuredBubble = 0; // bubble fraction
    Nanoseconds simulated{};   // with the costs below
    double simulatedBubble = 0;
    double error = 0;  // simulated / measured - 1
    plan::Costs costs; // fitted to this step alone
    // The makespan with costs fitted to every second step behind the warm-up, this not among
    // them; nothing where fewer than two are there, and for those of the warm-up.
    std::optional<Nanoseconds> byOthers;
    std::vector<Stall> stalls; // in it, against all steps
};

// In the order of the steps. Fails where calibrate() does; the
// error names the step whose own fit it was. Simulates the schedule a few times for every step.
plan::Result<std::vector<IterationFit>> fitEach(const plan::Schedule& schedule,
                                                const std::vector<Step>& steps);

} // namespace measured
