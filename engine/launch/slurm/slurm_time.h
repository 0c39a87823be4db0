// Durations as Slurm writes and takes them.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace launch {

// A year: more than any partition allows, and far from what could overflow.
inline constexpr std::chrono::seconds kMostJobTime = std::chrono::hours(24 * 366);

// "90" (minutes), "1:30" (minutes:seconds), "1:30:00", "2-12" (days-hours), "2-12:30",
// "2-12:30:00"; from one second to kMostJobTime. nullopt for anything else, "UNLIMITED" too.
std::optional<std::chrono::seconds> parseSlurmTime(std::string_view text);

// As Slurm takes it: "0-01:30:00". Digits, colons and a dash only. Precondition: not negative.
std::string toSlurmTime(std::chrono::seconds time);

// For a sentence: "1 h 30 min", "2 d 12 h", "45 s".
std::string toText(std::chrono::seconds time);

} // namespace launch
