// What is reached of the peaks by one kind of device, and what a family of software changes about
// it, both fitted to measured runs (plan/cost/fit.h). hardware.h has those that come with the
// program, profile_text.h reads and writes the files.

#pragma once

#include "engine/plan/cost/fit_terms.h"
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
    // Of runs that were all of one framework: its word. What it changes is then in the terms.
    std::string framework{};
    // Measured over predicted step time of runs that were not fitted to, from the tenth to the
    // ninetieth percentile; 0: not known, or in the program's table of such runs (left_out.h).
    double intervalLow = 0;
    double intervalHigh = 0;
    plan::Efficiency efficiency{};

    bool operator==(const Profile&) const = default;
};

// What a family of software changes, on any device.
struct SoftwareStack {
    std::string name; // the word of its framework
    std::string source;
    int runs = 0;
    plan::TermLogs factors{}; // of the terms, by the index of plan::kFitTerms; 1: as the device's

    bool operator==(const SoftwareStack&) const = default;
};

// A device's terms with that software, within what each can be.
plan::Efficiency withStack(const plan::Efficiency& device, const SoftwareStack& stack);

} // namespace strategy
