// Efficiencies fitted to measured runs.
//
// The terms of an Efficiency are searched that make the sum smallest of: a robust square of
// each run's log(predicted / measured) in units of 4 % (quadratic near 0, linear beyond, so
// that one odd run does not bend the rest), weighted so that a family of n runs counts as
// sqrt(n); and the square of each term's log distance from what is plausible of any machine,
// in units of how far machines differ (a Gaussian prior). One term at a time is moved by a
// factor that shrinks while nothing improves. The result depends on the order of nothing.

#pragma once

#include "engine/plan/cost/job.h"
#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"

#include <functional>
#include <span>
#include <vector>

namespace plan {

struct MeasuredRun {
    Job job; // its machine's efficiency is what is looked for
    Schedule schedule;
    LayerSplit split;
    // Of very many microbatches fewer are scheduled: the step then takes `times` as much
    // longer as `longer` takes longer than `schedule`. An empty `longer`: none are left out.
    Schedule longer;
    double times = 0;
    int family = 0;     // runs of one family share its weight
    double seconds = 0; // of a step, > 0
};

// Of that run at those efficiencies.
double predictedSeconds(const MeasuredRun& run, const Efficiency& efficiency);

struct FitResult {
    Efficiency efficiency;
    double meanError = 0;  // of |predicted / measured - 1|
    double worstError = 0; // of predicted / measured - 1
};

// Precondition: there is a run. `stop` is asked now and then; true: the best so far will do.
FitResult fitEfficiency(std::span<const MeasuredRun> runs, const std::function<bool()>& stop = {});

} // namespace plan
