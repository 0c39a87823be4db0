// Whether estimates choose well: a prediction that is 10 % off everywhere still finds the fastest
// strategy, and one that is right on average may not.
//
// Runs are comparable where family, model with its layers, width and sequence, kind and number of
// devices, and type of the products are the same; by how long they take for a token.

#pragma once

#include "engine/strategy/estimate/accuracy.h"

#include <optional>
#include <vector>

namespace strategy {

struct Decisions {
    int pairs = 0;     // of comparable runs that are measured more than kApart from each other
    int right = 0;     // of those, the ones whose order is predicted
    int choices = 0;   // groups of comparable runs
    double regret = 0; // mean over those: what the one predicted fastest takes beyond the fastest
    double worst = 0;  // the largest of them
};

// By left-out predictions where there are some, else by fitted ones. No choices: no runs are
// comparable.
Decisions decisionsOf(const std::vector<RunAccuracy>& accuracies);

} // namespace strategy
