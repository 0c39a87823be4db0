// Which step times predictions do not tell apart. All that marks strategies as equal asks here.
//
// Strategies that differ in anything, as those of a search or of a sweep, are equal where their
// intervals overlap.
//
// A strategy and a change of it on as many devices of one kind share most of their error, so that
// their ratio is known better than either time, and by far better than two intervals have it. What
// runs say of that is in decisions.h: of runs of one model on as many like devices, the order is
// checked where they are measured more than kApart from each other. Such variants are equal where
// they are predicted to be nearer than that.

#pragma once

#include "engine/strategy/estimate/left_out.h"

#include <algorithm>

namespace strategy {

// How far the slower of two like runs must be from the faster for their order to have been checked.
inline constexpr double kApart = 1.05;

// Of what follows, `Numbers` have `stepSeconds`, `tokensPerSecond` of at least one token, and an
// optional `interval` of the step in seconds: Estimate and what is taken from it. Times are those
// of a token, so that steps of different batches can be compared.

template <class Numbers>
Interval tokenInterval(const Numbers& numbers)
{
    const double tokens = numbers.tokensPerSecond * numbers.stepSeconds;
    return {numbers.interval->low / tokens, numbers.interval->high / tokens};
}

// Whether the intervals of the two overlap. False for one and itself, and where one of them has no
// interval.
template <class Numbers>
bool areEqual(const Numbers& one, const Numbers& other)
{
    return &one != &other && one.interval && other.interval
        && overlap(tokenInterval(one), tokenInterval(other));
}

// The same for variants of one strategy on as many devices of one kind.
template <class Numbers>
bool areEqualVariants(const Numbers& one, const Numbers& other)
{
    const auto [slower, faster] = std::minmax(one.tokensPerSecond, other.tokensPerSecond);
    return &one != &other && one.interval && other.interval && faster <= kApart * slower;
}

} // namespace strategy
