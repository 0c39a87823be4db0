// How far estimates are from published measurements, family by family.
//
// A family is a source of runs, such as one paper. Runs of a family share software and habits, so
// an error of the model shows as one of a whole family, and efficiencies fitted to a family say
// little of how well it is predicted: leaveFamiliesOut() measures that on families not fitted to.

#pragma once

#include "engine/strategy/estimate/left_out.h"
#include "engine/strategy/estimate/published_runs.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace strategy {

// One run estimated. Errors are predicted / measured - 1.
struct RunAccuracy {
    const PublishedRun* run = nullptr; // of the list it was made from
    std::string profile;               // whose efficiencies were used
    double predictedSeconds = 0;
    std::optional<double> timeError{};
    std::optional<double> leftOutError{}; // likewise, without this run's family among those fitted
    double predictedBytes = 0;            // what the row's kind of memory counts
    std::optional<double> memoryError{};

    std::string framework() const { return wordOf(run->strategy.kernels.framework); }
};

// Of a family, or of all runs of one kind of software.
struct GroupAccuracy {
    std::string name;
    int times = 0;        // runs with a measured step time
    double meanTime = 0;  // mean of |error|
    double worstTime = 0; // with its sign
    int memories = 0;
    double meanMemory = 0;
    double worstMemory = 0;
    int leftOut = 0; // runs with a leftOutError
    double meanLeftOut = 0;
};

// In the order of the runs; without those that cannot be estimated. Runs that appear again
// with all they measured (in another release of the same table) count once.
std::vector<RunAccuracy> accuracyOf(const std::vector<PublishedRun>& runs);

std::vector<GroupAccuracy> byFamily(const std::vector<RunAccuracy>& accuracies);
std::vector<GroupAccuracy> byFramework(const std::vector<RunAccuracy>& accuracies);
GroupAccuracy ofAll(const std::vector<RunAccuracy>& accuracies);

// Sets leftOutError: each family is predicted at efficiencies fitted to all other families. Where
// there is one family alone, each of its runs is predicted at those fitted to its other runs.
void leaveFamiliesOut(std::vector<RunAccuracy>& accuracies, const std::function<bool()>& stop = {});

// The runs that were left out, as intervals are made of them.
std::vector<LeftOutRun> leftOutOf(const std::vector<RunAccuracy>& accuracies);

// The share of those runs that lie in the interval made of the other families' runs; nothing where
// there are not two families.
std::optional<double> intervalCoverage(const std::vector<LeftOutRun>& runs);

} // namespace strategy
