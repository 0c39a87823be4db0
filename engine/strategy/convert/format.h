// The configuration files of other frameworks: read into a strategy, and written from one.
//
// Nothing is lost silently. Every key of a file that did not go into the strategy as it
// stands, and every field of a strategy that a format has no word for, is a remark.
// Importing reads text: it starts no process, opens no socket, and opens no file but those
// that ImportInput::folder allows.

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

// What became of one key or field.
struct Remark {
    enum class Kind {
        Ignored,        // a key that means nothing to a strategy, or nothing where it stands
        Kept,           // known, and no matter of time or memory; kept for the way back
        Unknown,        // a key nobody knows here, so that what it changes is not known either
        Unresolved,     // a value only running the script could tell, as $(nproc)
        Approximated,   // taken, but not with all it means there
        Assumed,        // not in the file and not the same everywhere: the sentence says what for
        NotExpressible, // on the way out: the format has no word for it
    };

    Kind kind = Kind::Ignored;
    int line = 0;    // of the file read, from 1; 0 where there is none
    std::string key; // as the file has it; on the way out, our dotted path
    std::string sentence;

    bool operator==(const Remark&) const = default;
};

// "ignored", "kept", "unknown", "unresolved", "approximated", "assumed", "not expressible".
const char* word(Remark::Kind kind);

// A key that was not taken, with its text, so that the same format can be written with it.
struct KeptKey {
    std::string key; // dotted path, or the flag
    // Of its value, as the format writes it. Empty for a flag that has none, and in a document for
    // each of several keys that say one thing, which the strategy has.
    std::string text;

    bool operator==(const KeptKey&) const = default;
};

struct ImportInput {
    std::string_view text;
    // Where files stand that a file names beside itself; they must lie in it, and scripts that a
    // script sources in its repository. Empty: none are read.
    std::string folder;
};

struct ImportResult {
    std::optional<Strategy> strategy; // set exactly if there is no problem
    std::vector<Problem> problems;    // by line, with the file's own keys
    std::vector<Remark> remarks;      // by line
    std::vector<KeptKey> kept;        // in the order of the file
};

struct ExportResult {
    std::string text;
    std::vector<Remark> remarks;
};

struct Format {
    std::string_view name;  // "megatron-args", on the command line
    std::string_view title; // "Megatron-LM arguments (.sh)"
    std::string_view files; // what such files are called: "*.sh"

    // Takes 2 ms for a usual file and at most about 0.1 s, whatever the text: more than 256 KiB of
    // a script, or 128 KiB of a document, are a problem. The strategy passes check(), or what
    // check() says stands among the problems. nullptr: only written.
    ImportResult (*import)(const ImportInput& input) = nullptr;

    // `kept`: of a file of the same format. nullptr: only read.
    ExportResult (*write)(const Strategy& strategy, std::span<const KeptKey> kept) = nullptr;
};

// In the order of their frameworks' names; our own is the last.
std::span<const Format> formats();

// nullptr for a name of none.
const Format* findFormat(std::string_view name);

} // namespace strategy
