#include "engine/launch/meeting.h"

#include "telemetry/endpoint.h"
#include "telemetry/own_address.h"

#include <algorithm>

namespace launch {

namespace {

constexpr const char* kRanksSocket = "ranks";
constexpr const char* kViewersSocket = "viewers";

std::string socketIn(const Underway& run, const char* name)
{
    return "ipc://" + (run.session.sockets / name).string();
}

// By which the other hosts of the run reach this one.
plan::Result<std::string> chooseAddress(const Underway& run)
{
    const std::string named = telemetry::addressIn(run.request.listen);
    if (!named.empty() && !telemetry::isEveryAddress(named))
        return named;
    const Hosts& hosts = run.plan.hosts.hosts;
    const auto other = std::find_if(hosts.begin(), hosts.end(),
                                    [](const Host& host) { return !isThisMachine(host.name); });
    auto address = telemetry::ownAddress(other == hosts.end() ? std::string() : other->name);
    if (!address)
        return plan::Error{address.error().message};
    return *std::move(address);
}

bool isOnNetwork(const RunRecord& record)
{
    return !record.place.hosts.empty() || telemetry::isTcp(record.viewerEndpoint);
}

} // namespace

std::filesystem::path connectionFile(const RunRecord& record, const Places& places)
{
    const std::filesystem::path folder
        = isOnNetwork(record) ? record.directory : sessionDirectoriesOf(places, record.run).sockets;
    return folder / telemetry::kConnectionFileName;
}

plan::Result<telemetry::Connection> connectionOf(const RunRecord& record, const Places& places)
{
    auto connection = telemetry::readConnection(connectionFile(record, places).string());
    if (!connection)
        return plan::Error{connection.error().message};
    return *std::move(connection);
}

plan::Outcome chooseEndpoints(Underway& run)
{
    auto keys = telemetry::makeRunKeys();
    if (!keys)
        return plan::Error{keys.error().message};
    run.keys = *std::move(keys);
    telemetry::Connection& connection = run.keys.connection;
    connection.run = run.record.session;
    if (run.plan.hosts.isRemote()) {
        auto address = chooseAddress(run);
        if (!address)
            return address.error();
        run.address = *std::move(address);
    }
    // Whoever watches a run of a Slurm job is hardly ever on its node.
    std::string listen = run.request.listen;
    if (listen.empty() && run.address.empty() && run.plan.hosts.allocation)
        if (const auto address = chooseAddress(run))
            listen = telemetry::tcpEndpoint(*address);
    const auto endpoint = [&run](const char* name) {
        return run.address.empty() ? socketIn(run, name) : telemetry::tcpEndpoint(run.address);
    };
    connection.rankEndpoint = endpoint(kRanksSocket);
    connection.viewerEndpoint = listen.empty() ? endpoint(kViewersSocket) : listen;
    if (run.plan.device->takesCommands)
        connection.controlEndpoint = endpoint(telemetry::kControlSocketName);
    for (const std::string& chosen : {connection.rankEndpoint, connection.viewerEndpoint}) {
        if (const auto problem = telemetry::checkEndpoint(chosen, telemetry::EndpointUse::Bind))
            return plan::Error{problem->message};
    }
    run.record.viewerEndpoint = connection.viewerEndpoint;
    return plan::done();
}

namespace {

// Where to connect to what listens at all addresses of this host; one that has none but its own
// loopback is reached by that.
std::string toConnect(const std::string& bound, const Underway& run)
{
    if (!telemetry::isEveryAddress(telemetry::addressIn(bound)))
        return bound;
    const auto address = chooseAddress(run);
    return telemetry::tcpEndpoint(address ? *address : "127.0.0.1", telemetry::portIn(bound));
}

} // namespace

plan::Result<Meeting> openMeeting(Underway& run)
{
    telemetry::Connection& connection = run.keys.connection;
    Meeting meeting;
    auto collector
        = telemetry::Collector::start({.run = run.record.session,
                                       .ranks = static_cast<std::uint32_t>(run.record.ranks),
                                       .rankEndpoint = connection.rankEndpoint,
                                       .viewerEndpoint = connection.viewerEndpoint,
                                       .rankCurve = run.keys.forRanks(),
                                       .viewerCurve = run.keys.forViewers(),
                                       .logPath = run.record.events().string()});
    if (!collector)
        return plan::Error{collector.error().message};
    meeting.collector = *std::move(collector);
    connection.rankEndpoint = meeting.collector->rankEndpoint();
    connection.viewerEndpoint = toConnect(meeting.collector->viewerEndpoint(), run);
    if (!connection.controlEndpoint.empty()) {
        auto control = telemetry::ControlServer::start({.run = run.record.session,
                                                        .endpoint = connection.controlEndpoint,
                                                        .key = connection.controlKey,
                                                        .curve = run.keys.forControl()});
        if (!control)
            return plan::Error{control.error().message};
        meeting.control = *std::move(control);
        connection.controlEndpoint = meeting.control->endpoint();
    }
    run.record.viewerEndpoint = connection.viewerEndpoint;
    const auto file = connectionFile(run.record, run.plan.places).string();
    if (const auto problem = telemetry::writeConnection(file, connection))
        return plan::Error{problem->message};
    return meeting;
}

} // namespace launch
