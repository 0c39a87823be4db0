// What is reached of the peaks on one kind of machine, fitted to measured runs (plan/cost/fit.h).
// hardware.h reads and writes the files, and finds the profiles that come with the program.

#pragma once

#include "engine/plan/cost/machine.h"

#include <string>

namespace strategy {

// A value, which owns its texts.
struct Profile {
    std::string name;      // of its file, without ".yaml"
    std::string source;    // a sentence: which runs
    int runs = 0;          // how many it was fitted to
    double meanError = 0;  // mean absolute error of their step times, 0.03 is 3 %
    double worstError = 0; // the largest of them
    plan::Efficiency efficiency;

    bool operator==(const Profile&) const = default;
};

} // namespace strategy
