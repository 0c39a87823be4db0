// The strategy file: YAML, or JSON, which is YAML too.
//
// Reading is strict: unknown keys, keys given twice, numbers in other notations and
// values out of range are problems, all of them told at once. Comments are read over;
// saving over the text that was read keeps them (keep_text.h).

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace strategy {

inline constexpr int kFormatVersion = 1; // of the file; other versions are refused

struct ReadResult {
    std::optional<Strategy> strategy; // set exactly if there is no problem
    Strategy draft;                   // what could be read, defaults elsewhere: for an editor
    std::vector<Problem> problems;    // by line; of a great many, the first and how many more
    std::vector<Problem> warnings;    // by line
    std::string text;                 // of the file, by readStrategyFile()
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

// The strategy with the files in that folder, or below it, given relative to it: they can move
// together.
Strategy besideFolder(Strategy strategy, const std::string& folder);

struct SavedText {
    std::string text;          // of the file now
    bool commentsLost = false; // `original` has some, and this text has not
};

// The same over a text that was read from a file, whose comments, order and layout stay
// (keepText()). Where they cannot, the canonical text is written, and `commentsLost` says so.
plan::Result<SavedText> saveStrategyFile(const std::string& path, const Strategy& strategy,
                                         std::string_view original);

// Writes the canonical text with replaceFile() (file.h). A custom schedule's file in the
// same folder, or below it, is written relative to it.
plan::Outcome saveStrategyFile(const std::string& path, const Strategy& strategy);

} // namespace strategy
