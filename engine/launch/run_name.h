// Names of runs: 20260131-235959-1a2b, the time in UTC and four random digits.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace launch {

// True for 1 to 64 of [A-Za-z0-9._-], the first no dot or dash: safe as a file name, an
// argument and a word for a person.
bool isRunName(std::string_view name);

std::string runName(std::chrono::system_clock::time_point started, std::uint16_t random);

// 2026-01-31T23:59:59Z
std::string utcText(std::chrono::system_clock::time_point time);

// From the kernel's random source.
std::uint64_t randomNumber();

} // namespace launch
