// The plans under which training is tested: each parallelism alone, in pairs, and all together.

#pragma once

#include "tests/runtime/training/trained/trained.h"

#include <functional>
#include <ostream>
#include <span>
#include <string_view>

namespace training {

struct Plan {
    const char* name;
    std::function<void(strategy::Strategy&)> set;
    // What the model must be like; the run on one rank has that too. May be empty.
    std::function<void(strategy::Strategy&)> model{};
};

inline void PrintTo(const Plan& plan, std::ostream* out) { *out << plan.name; } // for GoogleTest

std::span<const Plan> trainingPlans();

// Precondition: one of them has that name.
const Plan& planOf(std::string_view name);

// tinyStrategy() under `plan`.
strategy::Strategy underPlan(const Plan& plan);

// The same model and step, trained by one rank without any parallelism.
void onOneRank(strategy::Strategy& strategy);

// Sets a pipeline of `ranks` with the schedule of that name; 0 chunks: as many as it has.
void pipe(strategy::Strategy& strategy, int ranks, const char* schedule, int chunks = 0);

} // namespace training
