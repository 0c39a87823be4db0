// A YAML (or JSON) text as a tree that remembers its lines: what the reader of
// strategies walks. Within the limits of text_limits.h, whatever the text.
//
// The tree holds text only. What a scalar means depends on the field it stands for, so it is
// turned into a number or a word where that is known (scalars.h); YAML's own guesses, by which "no"
// is false and "010" eight, are never made.

#pragma once

#include "engine/strategy/problem.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

struct Node {
    enum class Kind : std::uint8_t { Null, Scalar, List, Map };

    Kind kind = Kind::Null;
    bool plain = false; // a scalar written without quotes: only that can be a number
    int line = 0;       // from 1
    std::string text;   // of a scalar
    // Indices into Document::nodes. A map's are key, value, key, value. An alias is
    // the index of what it stands for, so the tree may share parts, but never loops.
    std::vector<int> children;
};

struct Document {
    std::vector<Node> nodes; // the first is the root

    const Node& root() const { return nodes.front(); }
    const Node& at(int index) const { return nodes[static_cast<std::size_t>(index)]; }
};

struct ParsedDocument {
    Document document;              // empty if there is a problem
    std::optional<Problem> problem; // the first: what follows broken YAML means nothing
};

// What a problem says of a text that holds no document; a reader adds what its files begin with.
inline constexpr std::string_view kIsEmpty = "is empty";

// A problem, with key "file": what breaks a limit, is no YAML, has tags or an anchor that contains
// itself, or holds no document or more than one. A byte order mark is read over. The document
// refers to nothing of `text`.
ParsedDocument parseDocument(std::string_view text);

} // namespace strategy
