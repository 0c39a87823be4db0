// Distances between the ticks of an axis, such that their labels are short.

#pragma once

#include <cmath>

namespace gui {

// A round number at least as large, 1, 2 or 5 times a power of ten. `value` > 0 and finite, in any
// unit.
inline double roundUp(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    // Powers of ten below 1 are not exact. The tolerance keeps a number that is round already from
    // going up to the next one.
    for (const double factor : {1.0, 2.0, 5.0})
        if (value <= factor * power * (1 + 1e-12))
            return factor * power;
    return 10 * power;
}

} // namespace gui
