// A folder of this machine through which a run of another one is watched: its strategy, the key of
// its viewers, and a socket that ssh leads to the run.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/places.h"
#include "engine/launch/remote/remote_run.h"
#include "engine/launch/remote_description.h"
#include "engine/launch/run_directory.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace launch {

// The folder is made in the one for sockets, for this user only, and goes when this does; what a
// killed program has left of it, the next one removes.
class TunnelFolder {
public:
    // Makes it and writes what `description` says to it. The error is a sentence.
    static plan::Result<std::unique_ptr<TunnelFolder>> make(const Places& places,
                                                            const std::string& ssh,
                                                            const RemoteRun& remote,
                                                            const RemoteDescription& description);

    ~TunnelFolder();
    TunnelFolder(const TunnelFolder&) = delete;
    TunnelFolder& operator=(const TunnelFolder&) = delete;

    const std::filesystem::path& path() const { return m_session.sockets; }
    std::filesystem::path socket() const { return m_session.sockets / "viewers"; }

    // ssh and its arguments; the socket is there once it leads to the run.
    const std::vector<std::string>& command() const { return m_command; }

    // One line of JSON: the run as `list --json` tells it, but with this folder and this endpoint,
    // and with "remote", the host as ssh takes it.
    const std::string& announcement() const { return m_announcement; }

private:
    TunnelFolder() = default;
    plan::Outcome fill(const std::string& ssh, const RemoteRun& remote,
                       const RemoteDescription& description);

    SessionDirectories m_session;
    SessionLocks m_locks;
    std::vector<std::string> m_command;
    std::string m_announcement;
};

// The line, in a tunnel's folder.
inline constexpr const char* kTunnelFileName = "tunnel.json";

} // namespace launch
