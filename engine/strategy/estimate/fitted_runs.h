// Published runs as what efficiencies are fitted to, and what was fitted.

#pragma once

#include "engine/plan/cost/fit.h"
#include "engine/strategy/estimate/accuracy.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace strategy {

struct FittedRun {
    std::size_t index = 0; // of its accuracy
    plan::MeasuredRun measured;
};

// The runs with a step time, each at most a few milliseconds to predict. Its numbers stand for the
// names: of families, of profiles, and the values of Framework for the stacks.
struct RunsToFit {
    std::vector<FittedRun> runs;
    std::map<std::string, int> families;
    std::map<std::string, int> profiles;
};
RunsToFit runsToFit(const std::vector<RunAccuracy>& accuracies);

// To all of them but those of that family (-1: all) and that one run (-1: none), and to the kernels
// that were measured by themselves on their devices.
plan::FittedEfficiencies fitTo(const RunsToFit& runs, int withoutFamily = -1,
                               std::ptrdiff_t withoutRun = -1,
                               const std::function<bool()>& stop = {});

// How many terms could move: those that are common, and those of each device and each stack.
int fittedTerms(const plan::FittedEfficiencies& fit);

} // namespace strategy
