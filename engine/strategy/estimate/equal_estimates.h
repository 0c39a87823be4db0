// Which step times predictions do not tell apart. All that marks strategies as equal asks here.
//
// Variants are strategies for the same model on as many devices of one kind. They share most of
// their error, so that their ratio is known better than either time, and by far better than two
// intervals have it. What runs say of that is in decisions.h: of such runs, the order is checked
// where they are measured more than kApart from each other. Variants that somebody names, as those
// of advice and the rows of a sweep, are equal where they are predicted to be nearer than that.
//
// All others are equal where their intervals overlap, and so are the strategies of a search, though
// they may be variants: the first of thousands of predictions is one whose error helped it there,
// which the runs of decisions.h, that somebody chose, say nothing of.

#pragma once

#include "engine/strategy/estimate/left_out.h"
#include "engine/strategy/strategy.h"

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

// By which of the two rules some strategies are said to be equal to another.
struct EqualRules {
    bool variants = false;
    bool intervals = false;
    bool perToken = false; // their steps have other numbers of tokens

    bool any() const { return variants || intervals; }
};

bool areVariants(const Strategy& one, const Strategy& other);

// The same for variants.
template <class Numbers>
bool areEqualVariants(const Numbers& one, const Numbers& other)
{
    const auto [slower, faster] = std::minmax(one.tokensPerSecond, other.tokensPerSecond);
    return &one != &other && one.interval && other.interval && faster <= kApart * slower;
}

} // namespace strategy
