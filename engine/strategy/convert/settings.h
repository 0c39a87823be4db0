// A configuration file as a flat list of settings: what a YAML or JSON document, a shell
// script's arguments and a TOML file have in common once they are parsed. Internal to this
// folder.

#pragma once

#include "engine/strategy/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace strategy {

struct Setting {
    std::string key; // dotted path, "optimizer.params.lr"; or a flag without its dashes
    int line = 0;    // of its key, from 1
    // A scalar, nothing, a list, or an empty map. Without children.
    Node value;
    std::vector<Node> items; // of a list of scalars
    bool nested = false;     // a list that holds lists or maps, and no items
    std::string written;     // the value as both YAML and JSON write it, on one line
    // Where the reader of a format gave the setting a key of its own: what the file calls it.
    // Remarks, problems and kept keys do too.
    std::string name{};

    // A default that whoever runs the script may replace.
    bool assumed = false;

    // The key of an earlier setting that says the same thing under another path.
    std::string again{};

    const std::string& shownName() const { return name.empty() ? key : name; }
};

struct Settings {
    std::vector<Setting> entries;  // in the order of the file, each key once
    std::vector<Problem> problems; // duplicate keys and the like; the file itself under "file"
};

inline constexpr std::size_t kMaxSettings = 20'000;
inline constexpr std::size_t kMaxWrittenBytes = 1u << 20; // of all values together
// Of a document; the parser is done with it in about 0.1 s. Configurations have a few KiB.
inline constexpr std::size_t kMaxConfigurationBytes = 128u << 10;

// Of a YAML or JSON document, whose root must be a map. A key with a point or another odd
// character in it stands in quotes in its path. A merge key (<<) is a problem.
Settings readSettings(std::string_view text);

// The value as both YAML and JSON write it: a plain word, a number, or quoted text.
std::string writtenScalar(const Node& node);
std::string quotedText(std::string_view text);

// A word, a number or the like that stands for itself, as the setting of a flag has it.
Node wordNode(std::string text, int line);

} // namespace strategy
