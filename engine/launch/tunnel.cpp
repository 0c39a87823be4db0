#include "engine/launch/tunnel.h"

#include "engine/launch/list_entry.h"
#include "engine/launch/private_file.h"
#include "engine/launch/run_name.h"
#include "telemetry/endpoint.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

plan::Result<std::unique_ptr<TunnelFolder>> TunnelFolder::make(const Places& places,
                                                               const std::string& ssh,
                                                               const RemoteRun& remote,
                                                               const RemoteDescription& description)
{
    std::unique_ptr<TunnelFolder> folder(new TunnelFolder);
    const std::string name = fmt::format("tunnel-{:08x}", randomNumber() & 0xffffffffU);
    auto session = makeSessionDirectories(places, name, folder->m_locks);
    if (!session)
        return session.error();
    folder->m_session = *std::move(session);
    if (const auto filled = folder->fill(ssh, remote, description); !filled)
        return filled.error();
    return folder;
}

TunnelFolder::~TunnelFolder() { removeSessionDirectories(m_session); }

plan::Outcome TunnelFolder::fill(const std::string& ssh, const RemoteRun& remote,
                                 const RemoteDescription& description)
{
    auto command
        = tunnelCommand(ssh, remote.host, socket().string(), description.record.viewerEndpoint);
    if (!command)
        return command.error();
    m_command = *std::move(command);
    RunRecord here = description.record;
    here.directory = path();
    here.viewerEndpoint = "ipc://" + socket().string();
    if (const auto problem = telemetry::checkEndpoint(here.viewerEndpoint))
        return plan::Error{problem->message};
    if (const auto written = writeAtomically(here.strategyCopy(), description.strategy); !written)
        return written;
    if (description.curve) {
        telemetry::Connection connection;
        connection.run = here.session;
        connection.viewerEndpoint = here.viewerEndpoint;
        connection.serverKey = description.curve->serverKey;
        connection.viewer = description.curve->own;
        const auto file = path() / telemetry::kConnectionFileName;
        if (const auto problem = telemetry::writeConnection(file.string(), connection))
            return plan::Error{problem->message};
    }
    nlohmann::ordered_json entry = listEntryOf(here);
    entry["remote"] = remote.host;
    entry["remote_directory"] = description.record.directory.string();
    m_announcement = entry.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
    return writeAtomically(path() / kTunnelFileName, m_announcement + "\n");
}

} // namespace launch
