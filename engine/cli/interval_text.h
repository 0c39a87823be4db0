// Intervals of step times, and which of several they do not tell apart, as text and as CSV.
// Internal to this folder.

#pragma once

#include "engine/strategy/estimate/equal_estimates.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

// Of the widest interval that intervalText() gives, for the columns of a table.
inline constexpr int kIntervalWidth = 22;

// "12.98 to 15.55", in seconds, or nothing.
std::string intervalText(const std::optional<strategy::Interval>& seconds);

// Two cells, which are empty without an interval.
std::string intervalCells(const std::optional<strategy::Interval>& seconds);

// What the mark "=" means, in lines; nothing where no row has it.
// `what` is what such rows are equal to: "the first".
std::string equalLegend(const strategy::EqualRules& rules, std::string_view what);

// How many may be the best, a line; nothing where only that one may. `ofWhat`: "48 simulated
// strategies".
std::string equalCount(std::size_t count, std::string_view ofWhat);

} // namespace cli
