// The strategy file: YAML, or JSON, which is YAML too.
//
// Reading is strict: unknown keys, keys given twice, numbers in other notations and
// values out of range are problems, all of them told at once. Comments are read over
// and are not kept when a strategy is written.

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace strategy {

struct ReadResult {
    std::optional<Strategy> strategy; // set exactly if there is no problem
    Strategy draft;                   // what could be read, defaults elsewhere: for an editor
    std::vector<Problem> problems;    // by line; of a great many, the first and how many more
    std::vector<Problem> warnings;    // by line
    std::map<std::string, int> lines; // key path -> line, of every known key in the file

    // Of the key, or of the nearest section around it that the file has; else 1.
    int lineOf(const std::string& key) const;
};

// Takes at most about 1.5 s and 150 MB, whatever the text.
// A custom schedule's file that is not absolute is looked for in `folder`; the strategy
// then holds its whole path.
ReadResult readStrategy(std::string_view text, const std::string& folder = {});

// A file that is missing, no regular file, too large or unreadable is one problem
// with key "file". Never waits on a pipe or a device.
ReadResult readStrategyFile(const std::string& path);

// The canonical text: what differs from the defaults, and name, parallel, batch and
// schedule always. readStrategy() gives the same strategy back if check() accepts it.
std::string writeStrategy(const Strategy& strategy);

// Writes the canonical text with replaceFile() (file.h). A custom schedule's file in the
// same folder, or below it, is written relative to it.
plan::Outcome saveStrategyFile(const std::string& path, const Strategy& strategy);

} // namespace strategy
