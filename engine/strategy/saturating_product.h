// A product of sizes from a file, which may be anything: several sizes, each within its range, can
// still multiply to more than 64 bits hold. Comparing the result with a limit is always right.

#pragma once

#include <initializer_list>
#include <limits>

namespace strategy {

// The product, or the largest long long where it would be more.
//
// Precondition: no factor is negative.
inline long long saturatingProduct(std::initializer_list<long long> factors)
{
    constexpr long long kMost = std::numeric_limits<long long>::max();
    long long value = 1;
    for (const long long factor : factors)
        value = factor > 0 && value > kMost / factor ? kMost : value * factor;
    return value;
}

} // namespace strategy
