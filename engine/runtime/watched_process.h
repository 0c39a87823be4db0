// Another process: held by a handle of the kernel's, as its number may come to mean another one,
// or, on another host, known by the endpoint that it listens at.

#pragma once

#include "engine/strategy/file_descriptor.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

class WatchedProcess {
public:
    // None that could be looked at.
    WatchedProcess() = default;

    // `name`: PID@BOOT-ID. Where that is of another host, `endpoint` (tcp://ADDRESS:PORT) is looked
    // at in its place.
    explicit WatchedProcess(std::string_view name, std::string endpoint = {});

    bool canBeLookedAt() const { return m_handle || m_hadEnded; } // by its number

    // A process that is held by a stop signal has not ended. nullopt: it cannot be told, as the
    // process is on a host that does not answer. Knocks at an endpoint twice a second at most, and
    // then takes up to a quarter of a second.
    std::optional<bool> hasEnded();

private:
    void knock();

    std::string m_endpoint;
    int m_refused = 0; // in a row
    std::optional<bool> m_ended;
    std::chrono::steady_clock::time_point m_lastKnock{};
    strategy::FileDescriptor m_handle;
    bool m_hadEnded = false; // before this object was made
};

} // namespace engine
