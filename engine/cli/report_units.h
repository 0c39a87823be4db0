// Times and bytes in the units of the reports. As doubles they are for calculating and for rounded
// text; what must be exact goes by usText().

#pragma once

#include "engine/plan/costs.h"

#include <string>

namespace cli {

// Microseconds; seconds; GiB, which is 2^30 bytes.
inline double us(plan::Nanoseconds time) { return double(time.count()) / 1e3; }
inline double seconds(plan::Nanoseconds time) { return double(time.count()) / 1e9; }
inline double gibibytes(double bytes) { return bytes / (1024.0 * 1024 * 1024); }

// Microseconds, exactly and as short as that goes: "33", "1.5".
void appendUs(std::string& text, plan::Nanoseconds time);
std::string usText(plan::Nanoseconds time);

// As a cell of CSV: one that holds commas or quotes stands in quotes.
std::string csvCell(const std::string& text);

} // namespace cli
