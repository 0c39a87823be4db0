// Efficiencies fitted to measured runs of several devices and software stacks at once.
//
// The logarithm of each term of an Efficiency is a sum of what all machines have in common, what
// the device adds and what the software adds. Each of the three is drawn towards what is plausible
// by a Gaussian prior (fit_terms.h), so that a device or a stack with few runs stays near the
// others, and what is learnt of a stack on one device holds on the next. The maximum of the
// posterior is found by Gauss-Newton steps on each run's log(predicted / measured), in units of 4
// %: squares near 0 and straight lines beyond (P. Huber, 1964), so that one odd run does not bend
// the rest. A family of n runs weighs as sqrt(n), since its runs share their errors. The order of
// the runs does not matter.

#pragma once

#include "engine/plan/cost/fit_terms.h"
#include "engine/plan/cost/job.h"
#include "engine/plan/layers.h"
#include "engine/plan/schedule.h"

#include <functional>
#include <map>
#include <span>

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
    int device = 0;     // any number that tells the kinds of device apart
    int stack = 0;      // likewise of software
    double seconds = 0; // of a step, > 0
};

// Of that run at those efficiencies.
double predictedSeconds(const MeasuredRun& run, const Efficiency& efficiency);

struct FittedEfficiencies {
    TermLogs common{};               // logarithms of the terms
    std::map<int, TermLogs> devices; // what each adds to them
    std::map<int, TermLogs> stacks;

    // Of a device or a stack without runs: what is common.
    Efficiency of(int device, int stack) const;
};

// A term measured on a device by itself, by running the kernels that it is about.
struct MeasuredTerm {
    int device = 0;
    std::size_t term = 0; // of kFitTerms
    double value = 0;
};

// Precondition: there is a run. `stop` is asked now and then; true: the best so far will do.
FittedEfficiencies fitEfficiencies(std::span<const MeasuredRun> runs,
                                   std::span<const MeasuredTerm> terms = {},
                                   const std::function<bool()>& stop = {});

} // namespace plan
