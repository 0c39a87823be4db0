// How far estimates are from published measurements, family by family.
//
// A family is a source of runs, such as one paper. Runs of a family share software and habits, so
// an error of the model shows as one of a whole family, and efficiencies fitted to a family say
// little of how well it is predicted: leaveFamiliesOut() measures that on families not fitted to.

#pragma once

#include "engine/plan/cost/fit.h"
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
    double predictedBytes = 0; // what the row's kind of memory counts
    std::optional<double> memoryError{};
};

struct FamilyAccuracy {
    std::string family;
    int times = 0;        // runs with a measured step time
    double meanTime = 0;  // mean of |error|
    double worstTime = 0; // with its sign
    int memories = 0;
    double meanMemory = 0;
    double worstMemory = 0;
    // Mean of |error| where no run of this family was among those fitted to; nothing where no
    // other family ran on that kind of machine.
    std::optional<double> meanTimeLeftOut{};
};

// In the order of the runs; without those that cannot be estimated. Runs that appear again
// with all they measured (in another release of the same table) count once.
std::vector<RunAccuracy> accuracyOf(const std::vector<PublishedRun>& runs);

std::vector<FamilyAccuracy> byFamily(const std::vector<RunAccuracy>& accuracies);

// For fitting: the runs of one profile that have a step time. Each at most a few milliseconds
// to predict.
struct ProfileRuns {
    std::string profile;
    std::vector<const PublishedRun*> runs;
    std::vector<plan::MeasuredRun> measured; // by the same index
};
std::vector<ProfileRuns> runsByProfile(const std::vector<RunAccuracy>& accuracies);

// Sets meanTimeLeftOut: each family predicted at efficiencies fitted to the other families
// on its devices, whatever their profile.
void leaveFamiliesOut(std::vector<FamilyAccuracy>& families,
                      const std::vector<RunAccuracy>& accuracies,
                      const std::function<bool()>& stop = {});

} // namespace strategy
