// Whether somebody listens at a tcp endpoint, without saying anything there.

#pragma once

#include <chrono>
#include <string>

namespace telemetry {

enum class Knock {
    Open,     // somebody listens, or a process that a stop signal holds does
    Refused,  // the host answers, and nobody listens there
    NoAnswer, // within the patience: no route, a firewall that is silent, or a host that is down
};

// `endpoint`: tcp://ADDRESS:PORT, see checkEndpoint(); for any other the answer is NoAnswer. Takes
// no longer than `patience`.
Knock knockAt(const std::string& endpoint, std::chrono::milliseconds patience);

} // namespace telemetry
