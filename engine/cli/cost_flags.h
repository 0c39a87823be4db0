// Costs given as flags.

#pragma once

#include "engine/cli/arguments.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

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

    bool any() const;
};

// The unit costs where nothing is given. What is wrong goes to the reader.
plan::Costs costsFrom(const CostFlags& flags, const plan::Shape& shape, FlagReader& reader);

} // namespace cli
