// What nothing beats in all that counts: the Pareto front over time, memory and devices.
//
// Which point of the front is best is for a person to say; whatever is not on it is worse than one
// that is, or no better.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plan {

// Of one configuration: each is better where it is less.
struct Burden {
    double seconds = 0; // of a step
    double bytes = 0;   // of the fullest device, at its peak
    int devices = 0;

    bool operator==(const Burden&) const = default;
};

// As little of everything, and less of something.
bool dominates(const Burden& one, const Burden& other);

// Indices of those that none dominates, ascending. Equals are all on the front. At most quadratic
// in their number.
std::vector<std::size_t> paretoFront(std::span<const Burden> burdens);

} // namespace plan
