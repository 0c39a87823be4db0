// What a viewer on another machine needs to know of a live run: its record, its strategy, and the
// endpoint and key of its viewers. `bubblescope-run describe` writes it, and ssh carries it over.

#pragma once

#include "engine/launch/run_record.h"
#include "telemetry/connection_file.h"

#include <optional>
#include <string>
#include <string_view>

namespace launch {

struct RemoteDescription {
    RunRecord record{};                            // `directory`: over there
    std::string strategy{};                        // the text of its copy
    std::optional<telemetry::CurveClient> curve{}; // none: its viewers' endpoint asks for none
};

// One object of JSON. It holds the viewers' secret key and no other.
std::string toJson(const RemoteDescription& description);

// Of what came over a network, so everything is looked at. The error is half a sentence: "is of
// another version; ...".
plan::Result<RemoteDescription> parseRemoteDescription(std::string_view text);

} // namespace launch
