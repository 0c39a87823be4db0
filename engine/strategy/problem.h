// What is wrong with a strategy, and where: the line of the file and the field.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// A sentence begins after the key, in the middle of a line, and ends without a full stop: "must be
// at least 1, not 0".
struct Problem {
    int line = 0;    // of the file, from 1; 0 for a strategy that is in no file
    std::string key; // dotted path of the field, "parallel.tensor"; "file" for the file itself
    std::string sentence;

    bool operator==(const Problem&) const = default;
};

// What a check or a reader found: problems stop the work, warnings do not.
struct Findings {
    std::vector<Problem> problems;
    std::vector<Problem> warnings;
};

// FILE:LINE: key.path: sentence; without the line where there is none.
std::string toText(std::string_view file, const Problem& problem);

// A piece of someone's text, fit to stand in a sentence: control characters and
// broken UTF-8 escaped, cut at 60 bytes.
std::string shown(std::string_view text);

// The name nearest in spelling; empty where none is near enough to be what was
// meant (more than a third of the letters differ, and more than two).
std::string_view nearest(std::string_view name, std::span<const std::string_view> names);

// "none, optimizer, all"
std::string listed(std::span<const std::string_view> names);

} // namespace strategy
