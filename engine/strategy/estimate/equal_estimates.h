// Which step times predictions do not tell apart.

#pragma once

#include "engine/strategy/estimate/estimate.h"

namespace strategy {

// Whether the intervals of two estimates overlap. False for an estimate and itself, and where one
// of them has no interval.
inline bool areEqual(const Estimate& one, const Estimate& other)
{
    return &one != &other && one.interval && other.interval
        && overlap(*one.interval, *other.interval);
}

} // namespace strategy
