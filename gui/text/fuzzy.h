// How well typed letters fit a name: for finding a command by a part of its words.

#pragma once

#include <QString>

#include <optional>

namespace gui {

// Whether the letters of `typed` stand in `name` in that order, upper and lower case alike, blanks
// left out; and how well they do: larger is better. Beginnings of words and letters that follow
// each other count most, and an early place and a short name decide between equals. An empty
// `typed` fits every name equally well. Nothing: it does not fit.
std::optional<int> fuzzyScore(const QString& typed, const QString& name);

} // namespace gui
