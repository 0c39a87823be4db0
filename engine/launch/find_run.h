// From what a person types for a run to the run.

#pragma once

#include "engine/launch/places.h"
#include "engine/launch/run_record.h"
#include "engine/launch/submission.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace launch {

// `wanted`: "last" (the newest), a name, or the beginning of exactly one name. A `wanted`
// with a slash, or "." or "..", is not looked for here. `runs`: newest first.
plan::Result<RunRecord> chooseRun(std::span<const RunRecord> runs, std::string_view wanted);

// True for a `wanted` that means a path rather than a name.
bool meansPath(std::string_view wanted);

// The same among all runs there are, those that wait in Slurm's queue too, and paths of run
// directories. What a person should know of the catalogue goes to stderr.
using FoundRun = std::variant<RunRecord, Submission>;
plan::Result<FoundRun> findAnyRun(const Places& places, std::string_view wanted);

// The same; of a run that has not begun the error says how its job stands, for which Slurm is
// asked.
plan::Result<RunRecord> findRun(const Places& places, std::string_view wanted);

// A recording to read: of a run, or a bare event log.
struct Recording {
    std::optional<RunRecord> record; // empty: the log alone is known
    std::string damage{};            // why, where there is a record: a sentence with its file
    std::filesystem::path events;
};

// `wanted`: as for findRun(), but that "last" is the newest that has begun, or a path: of the
// folder of a run or of an event log, also one without a slash. Where it is both, a whole name goes
// before a path, a path before the beginning of a name, and stderr says which is taken.
plan::Result<Recording> findRecording(const Places& places, std::string_view wanted);

} // namespace launch
