// Strict JSON made of maps and lists of numbers, as measuring programs write it: a tree that
// remembers where each value stands.
//
// Keys given twice, NaN and infinities, numbers beyond a double's range, nesting beyond
// kMaxDepth and more than kMaxTreeKeys keys are problems. What stands in a list beside
// numbers is walked over; the list says where the first of it is.

#pragma once

#include "engine/strategy/problem.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// Of all maps together.
inline constexpr std::size_t kMaxTreeKeys = 200'000;

struct JsonMember;

struct JsonNode {
    enum class Kind { Null, Bool, Number, Text, List, Map };

    Kind kind = Kind::Null;
    std::size_t offset = 0;          // bytes before its end, or before the end of its '[' or '{'
    double number = 0;               // finite
    std::vector<double> numbers;     // of a list, up to the first item that is none
    bool onlyNumbers = true;         // of a list
    std::vector<JsonMember> members; // of a map, as in the file; keys differ

    // nullptr where the map has no such key, or it is no map.
    const JsonNode* find(std::string_view key) const;
};

struct JsonMember {
    std::string key;
    JsonNode node;
};

struct ParsedJson {
    JsonNode root;
    std::optional<Problem> problem; // the first; then the root means nothing
};

// Linear in the text, apart from the keys: n log n.
ParsedJson parseJson(std::string_view text);

// "is text", "is a list" …: what a value is that should be something else.
const char* whatItIs(JsonNode::Kind kind);

// The line, from 1, of that byte of the text; and of an item of a list of numbers.
int lineOf(std::string_view text, std::size_t offset);
int lineOfItem(std::string_view text, const JsonNode& list, std::size_t item);

} // namespace strategy
