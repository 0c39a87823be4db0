// Another process, held by a handle of the kernel's: its number may come to mean another one.

#pragma once

#include "engine/strategy/file_descriptor.h"

#include <optional>
#include <string_view>

namespace engine {

class WatchedProcess {
public:
    // None that could be looked at.
    WatchedProcess() = default;

    // `name`: PID@BOOT-ID. Cannot be looked at where it is of another machine.
    explicit WatchedProcess(std::string_view name);

    bool canBeLookedAt() const { return m_handle || m_hadEnded; }

    // A process that is held by a stop signal has not ended. nullopt: it cannot be looked at.
    std::optional<bool> hasEnded() const;

private:
    strategy::FileDescriptor m_handle;
    bool m_hadEnded = false; // before this object was made
};

} // namespace engine
