// Words and numbers of a picture.

#pragma once

#include "engine/plan/costs.h"

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

// Round times from 0 to `longest`, 1, 2 or 5 times a power of ten apart; at most 11.
std::vector<plan::Nanoseconds> axisTicks(plan::Nanoseconds longest);

} // namespace strategy
