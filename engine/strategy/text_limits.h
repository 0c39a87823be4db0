// What a file may hold at all, checked on its bytes before anything parses it.

#pragma once

#include "engine/strategy/problem.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace strategy {

inline constexpr std::size_t kMaxFileBytes = 8u << 20; // the parser reads about 6 MB/s at worst
inline constexpr std::size_t kMaxScalarBytes = 64u << 10;
inline constexpr int kMaxDepth = 64;
inline constexpr std::size_t kMaxNodes = 10'000'000; // with what aliases repeat
// Characters that may begin, end or part items. The parser holds a whole flow
// mapping in memory at up to 350 bytes for each, so this bounds its memory.
inline constexpr std::size_t kMaxMarks = 400'000;

// Bytes of the first character of `text`: 1 to 4. 0 if it is not UTF-8 or is a
// control character other than a tab or a line end, or a bidirectional override.
std::size_t characterLength(std::string_view text);

// True if every character is printable and none ends a line.
bool isOneLine(std::string_view text);

// The first thing that keeps the text from being a strategy, or nothing. Linear in
// the text, without memory of its own.
std::optional<Problem> firstLimitBroken(std::string_view text);

} // namespace strategy
