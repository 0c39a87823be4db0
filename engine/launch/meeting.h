// Where the processes of a run meet: its collector, its desk for commands, and the connection file
// by which ranks, viewers and commands find both.

#pragma once

#include "engine/launch/underway.h"
#include "telemetry/collector.h"
#include "telemetry/control_server.h"

#include <filesystem>
#include <memory>

namespace launch {

// The connection file of a run: in its folder, which its hosts share, where somebody meets it over
// a network; else beside its sockets, where it goes when they do.
std::filesystem::path connectionFile(const RunRecord& record, const Places& places);

// The connection file of a run that is live. The error is a sentence.
plan::Result<telemetry::Connection> connectionOf(const RunRecord& record, const Places& places);

// Which endpoints the run will bind: sockets in a private folder on this machine; where ranks run
// on other hosts, addresses of this one, as --listen names it or as the route to the first of them
// has it. Makes fresh keys. Sets the record's viewer endpoint.
plan::Outcome chooseEndpoints(Underway& run);

struct Meeting {
    std::unique_ptr<telemetry::Collector> collector;
    std::unique_ptr<telemetry::ControlServer> control; // none: the device takes no commands
};

// Binds them, with ports that the system chooses where none was named, and writes the connection
// file. Precondition: chooseEndpoints().
plan::Result<Meeting> openMeeting(Underway& run);

} // namespace launch
