// A strategy file written anew around what its person wrote: comments, order and layout stay, and
// only the values that changed are replaced.
//
// Understood: mappings in block style, two levels deep, whatever their values look like; sections
// in flow style, and files that are all in it, as JSON is. What cannot be kept so is refused, never
// guessed: the text that is returned has been read back and gives the strategy.

#pragma once

#include "engine/strategy/strategy.h"

#include <optional>
#include <string>
#include <string_view>

namespace strategy {

// `original`: the text of a strategy file in `folder`, whose relative files are looked for there.
// The whole text that gives `after`; empty where that cannot be had by replacing values.
// A comment behind a value that is left out stands on a line of its own; those within a value of
// several lines that changed follow it.
std::optional<std::string> keepText(std::string_view original, const Strategy& after,
                                    const std::string& folder);

// Whether there is anything a person wrote for people.
bool hasComments(std::string_view text);

} // namespace strategy
