// Values replaced in a mapping in flow style, "{a: 1, b: {c: 2}}", around which everything else
// stays: comments, order, spaces. JSON is such a mapping, too. Internal to keep_text.h.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace strategy {

// Where the mapping begins that is the whole text, behind comments and blank lines; npos: the text
// begins with something else.
std::size_t flowRoot(std::string_view text);

// Where the mapping begins that is the value of that key of a block mapping; npos: the key has
// another value, or there is none.
std::size_t flowSection(std::string_view text, std::string_view section);

// The text with `key` of the mapping at `brace` set to `value`, or without it where there is no
// value. A key that is new comes last. Empty where the mapping cannot be followed, or a comment
// would go.
std::optional<std::string> setInFlow(std::string_view text, std::size_t brace, std::string_view key,
                                     const std::optional<std::string>& value);

// The mapping that is the value of `key` there; npos: the key has another value, or there is none.
std::size_t flowWithin(std::string_view text, std::size_t brace, std::string_view key);

// Whether the mapping is written as JSON is: its first key stands in quotes.
bool isJsonFlow(std::string_view text, std::size_t brace);

// A value in the words of JSON: texts and keys in quotes.
std::string jsonValue(std::string_view value);

} // namespace strategy
