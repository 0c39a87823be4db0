// A YAML (or JSON) text as a tree that remembers its lines: what the reader of
// strategies walks. Within the limits of text_limits.h, whatever the text.

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
    bool plain = false; // a scalar written without quotes
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

ParsedDocument parseDocument(std::string_view text);

} // namespace strategy
