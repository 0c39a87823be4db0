// From what a person types for a run to the run.

#pragma once

#include "engine/launch/places.h"
#include "engine/launch/run_record.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace launch {

// `wanted`: "last" (the newest), a name, or the beginning of exactly one name. A `wanted`
// with a slash, or "." or "..", is not looked for here. `runs`: newest first.
plan::Result<RunRecord> chooseRun(std::span<const RunRecord> runs, std::string_view wanted);

// True for a `wanted` that means a path rather than a name.
bool meansPath(std::string_view wanted);

// The same among all runs there are, and paths of run directories. What a person should know
// of the catalogue goes to stderr.
plan::Result<RunRecord> findRun(const Places& places, std::string_view wanted);

// A recording to read: of a run, or a bare event log.
struct Recording {
    std::optional<RunRecord> record; // empty: the log alone is known
    std::string damage{};            // why, where there is a record: a sentence with its file
    std::filesystem::path events;
};

// `wanted`: as for findRun(), or a path: of the folder of a run or of an event log, also one
// without a slash. Where it is both, a whole name goes before a path, a path before the
// beginning of a name, and stderr says which is taken.
plan::Result<Recording> findRecording(const Places& places, std::string_view wanted);

} // namespace launch
