// Costs given as flags: microseconds, with up to three digits after the point, each for all stages
// or as a list with commas between, one a stage (one a hop for transfers).

#pragma once

#include "engine/cli/arguments.h"
#include "engine/plan/cost_basis.h"
#include "engine/plan/schedule.h"
#include "engine/strategy/estimate/step_prediction.h"

#include <string>
#include <vector>

namespace cli {

// As they were typed; empty where absent.
struct CostFlags {
    std::string forward;
    std::string inputGrad;
    std::string weightGrad;
    std::string recompute;
    std::string transfer;
    std::string pairOverlap;
    std::string gradientReduction;
    std::string optimizer;
    std::vector<std::string> rankFactors;
    std::string of; // "stage" or "rank": what they are of; empty: the command's default

    bool any() const; // a cost is given; `of` alone is none
};

// Of a word of --costs-of, which the option has checked already; empty: `otherwise`.
plan::CostBasis basisOf(const std::string& word, plan::CostBasis otherwise);

// What an output says of the costs it shows: "the costs given, of one stage".
std::string costOriginText(const strategy::CostOrigin& origin, plan::CostBasis basis);

// The costs of several schedules side by side: what was given, and what of it is the same in each.
// Costs of a file's own stages are those of one stage though each rank's share is kept.
struct ComparedCosts {
    strategy::CostOrigin origin;
    plan::CostBasis given; // what they were of
    plan::CostBasis kept;  // what stays the same from schedule to schedule
};

std::string comparedCostsText(const ComparedCosts& costs);

// The unit costs where nothing is given, and in place of each cost that is not. Lists have the
// shape's stages; of shares, give that of one chunk. What is wrong goes to the reader.
plan::Costs costsFrom(const CostFlags& flags, const plan::Shape& shape, FlagReader& reader);

} // namespace cli
