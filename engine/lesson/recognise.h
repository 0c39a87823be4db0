// Which schedule of the catalogue somebody has built by hand.

#pragma once

#include "engine/lesson/planned.h"

#include <optional>
#include <string_view>

namespace lesson {

struct Recognised {
    std::string_view name;  // of plan::catalog()
    std::string_view title; // for a person
    // The same ops at the same times, though in another order where a rank was free to choose.
    bool sameTimesOnly = false;
};

// The first of the catalogue, by its order, whose step for the same shape and costs is that of
// `built`; nothing: it is of none. Searched orders are not looked at. Precondition:
// built.hasTimeline().
std::optional<Recognised> recognise(const Planned& built);

// How much longer the step is than any order of that placement can be within the cap, as a share of
// the least: 0 where there is no better one. `cap`: most in flight on a rank; nothing: any number.
// Nothing for schedules of two directions, and where it is shorter than any whole order.
// Precondition: likewise.
std::optional<double> aboveBound(const Planned& built, std::optional<int> cap);

} // namespace lesson
