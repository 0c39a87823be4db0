// JSON from a file that anybody may have written: bounded before anything is built of it.
//
// For files whose members are few and known by name, such as the records of runs and of
// checkpoints. Large lists of numbers from other programs go through json_tree.h, which remembers
// where each value stands.

#pragma once

#include "engine/plan/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace strategy {

inline constexpr int kMaxJsonDepth = 16; // objects and lists within each other
// Files within both take at most 210 MiB to read.
inline constexpr std::size_t kMaxJsonValues = 1'000'000;
inline constexpr std::size_t kMaxJsonKeys = 400'000; // they take the most time of all
inline constexpr std::size_t kMaxJsonBytes = 32u << 20;

// One object. Refused: what is no JSON or no UTF-8, more depth, values or keys than the limits,
// a key given twice in one object. The error lacks the file: "is no JSON at byte 12".
plan::Result<nlohmann::json> parseStrictJson(std::string_view text);

// The member if it is an integer in [0, most].
std::optional<std::uint64_t> naturalIn(const nlohmann::json& object, const char* key,
                                       std::uint64_t most);

// The member if it is a text.
std::optional<std::string> textIn(const nlohmann::json& object, const char* key);

// The member of one object in a text of which nothing else is asked: refused as parseStrictJson()
// refuses it, at half the time and without building anything. None: it has no such member, or that
// is something else.
plan::Result<std::optional<std::uint64_t>> naturalInText(std::string_view text,
                                                         std::string_view key, std::uint64_t most);

// The member if there is one; nullptr if not, or if `object` is none.
const nlohmann::json* memberOf(const nlohmann::json& object, const char* key);

} // namespace strategy
