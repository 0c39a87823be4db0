// A product of sizes from a file, which may be anything.

#pragma once

#include <initializer_list>
#include <limits>

namespace strategy {

// Of numbers from 0 on; the largest number there is where it is more.
inline long long saturatingProduct(std::initializer_list<long long> factors)
{
    constexpr long long kMost = std::numeric_limits<long long>::max();
    long long value = 1;
    for (const long long factor : factors)
        value = factor > 0 && value > kMost / factor ? kMost : value * factor;
    return value;
}

} // namespace strategy
