// Intervals of step times, and which of several they do not tell apart, as text and as CSV.
// Internal to this folder.

#pragma once

#include "engine/strategy/estimate/left_out.h"

#include <optional>
#include <string>
#include <string_view>

namespace cli {

// "4.12-5.03", in seconds, or nothing.
std::string intervalText(const std::optional<strategy::Interval>& seconds);

// Two cells, which are empty without an interval.
std::string intervalCells(const std::optional<strategy::Interval>& seconds);

// What the mark "=" means, and how many are equal, the best among them; a line each. `best` is what
// that is called: "the first". Empty where no other is equal to it.
std::string equalText(std::size_t count, std::string_view best);

} // namespace cli
