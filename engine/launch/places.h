// Where runs, the catalogue and sockets live, by the XDG Base Directory Specification.

#pragma once

#include "engine/launch/environment.h"
#include "engine/plan/result.h"

#include <filesystem>
#include <string>

namespace launch {

struct Places {
    std::filesystem::path state;     // ${XDG_STATE_HOME:-~/.local/state}/bubblescope
    std::filesystem::path runs;      // state/runs: one directory a run
    std::filesystem::path catalogue; // state/catalogue.sqlite
    std::filesystem::path sockets; // ${XDG_RUNTIME_DIR:-/tmp}/bubblescope-UID: one directory a run
};

// Fails where neither XDG_STATE_HOME nor HOME names an absolute path. Makes nothing.
// A relative XDG_ path is ignored, as its specification asks.
plan::Result<Places> placesFor(const Environment& environment);

// Makes `directory` and the missing ones above it, for this user only.
plan::Outcome makeDirectories(const std::filesystem::path& directory);

} // namespace launch
