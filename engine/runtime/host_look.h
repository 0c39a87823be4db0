// What a host is like, before ranks are started on it: whether it sees the folder of the run and
// reaches its supervisor, and which program and which time it has.

#pragma once

#include <string>

namespace engine {

// One line of JSON that begins with {"bubblescope_host":
//   host, version    of this host and of this program
//   connection       empty, or why the connection file cannot be used: a sentence
//   reaches          "open", "refused" or "no answer": the supervisor's endpoint, knocked at
//   unix_ns          the time of day
// Asks nobody else, and takes a few seconds at most. `connectionFile`: see
// telemetry/connection_file.h.
std::string lookAtHost(const std::string& connectionFile);

} // namespace engine
