// Words and numbers of a picture.

#pragma once

#include "engine/plan/costs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// For the content of an XML element: markup escaped; what XML 1.0 cannot hold (control
// characters, bytes that are not UTF-8) replaced by U+FFFD.
std::string escapedXml(std::string_view text);

// "0", "250 ns", "1.5 us", "12 ms", "3.25 s": the largest unit below it, at most three
// decimals.
std::string shortTime(plan::Nanoseconds time);

// The same as "28.5 u", where there is a unit; it is more than 0.
std::string timeIn(std::optional<plan::Nanoseconds> unit, plan::Nanoseconds time);

// Round times from 0 to `longest`, 1, 2 or 5 times a power of ten apart, in units where there is
// one; at most 11.
std::vector<plan::Nanoseconds> axisTicks(plan::Nanoseconds longest,
                                         std::optional<plan::Nanoseconds> unit = {});

// About the pixels that a line of 12 px takes: text cannot be measured without a font.
double lineWidth(std::string_view words);

} // namespace strategy
