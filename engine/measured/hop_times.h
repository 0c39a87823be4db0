// How long a hop between two stages takes, as the messages of measured steps show it.

#pragma once

#include "engine/measured/averages.h"

#include <optional>
#include <vector>

namespace measured {

// What was seen of the messages over one border, in ns from when they were made to when their
// consumer began.
struct SeenHops {
    // The consumer's rank idled for most of the way, and had nothing else to wait for: that is what
    // the hop took, and whatever else held the rank up.
    std::vector<double> exposed;
    // The rank was busy for most of the way: the hop took at most that.
    std::vector<double> bounds;

    bool empty() const { return exposed.empty() && bounds.empty(); }
};

// The average of hops of which some are only known to be shorter than a bound, by the product-limit
// estimate of Kaplan and Meier: a border at which messages are fast, but wait at a busy rank, is
// not taken for a slow one. What is shorter than all exposed ones counts as the shortest of these,
// as only exposed ones make a step longer. Nothing where none was exposed.
std::optional<double> typicalHop(const SeenHops& seen, Average average);

// The least of all: no hop took longer than any of them. Nothing where none was seen.
std::optional<double> shortestHop(const SeenHops& seen);

} // namespace measured
