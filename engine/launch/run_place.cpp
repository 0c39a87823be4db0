#include "engine/launch/run_place.h"

#include "engine/strategy/strict_json.h"

#include <cstdlib>
#include <limits>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace launch {

namespace {

constexpr auto kMostInt = static_cast<std::uint64_t>(std::numeric_limits<int>::max());

std::optional<Hosts> hostsIn(const nlohmann::json& object)
{
    const nlohmann::json* const list = strategy::memberOf(object, "hosts");
    if (list == nullptr || !list->is_array())
        return std::nullopt;
    Hosts hosts;
    for (const nlohmann::json& item : *list) {
        const auto name = strategy::textIn(item, "name");
        const auto ranks = strategy::naturalIn(item, "ranks", kMostInt);
        if (!name || !isHostName(*name) || !ranks)
            return std::nullopt;
        hosts.push_back({*name, static_cast<int>(*ranks)});
    }
    return hosts;
}

} // namespace

nlohmann::ordered_json jsonOf(const RunPlace& place)
{
    nlohmann::ordered_json hosts = nlohmann::ordered_json::array();
    for (const Host& host : place.hosts)
        hosts.push_back({{"name", host.name}, {"ranks", host.slots}});
    return {{"host", place.host},        {"launcher", place.launcher}, {"hosts", hosts},
            {"job", place.job},          {"cluster", place.cluster},   {"batch", place.batch},
            {"restarts", place.restarts}};
}

std::optional<RunPlace> placeFrom(const nlohmann::json& json)
{
    const auto host = strategy::textIn(json, "host");
    const auto launcher = strategy::textIn(json, "launcher");
    const auto job = strategy::textIn(json, "job");
    const auto cluster = strategy::textIn(json, "cluster");
    const auto restarts = strategy::naturalIn(json, "restarts", kMostInt);
    const nlohmann::json* const batch = strategy::memberOf(json, "batch");
    auto hosts = hostsIn(json);
    if (!host || !launcher || !job || !cluster || !restarts || !hosts || batch == nullptr
        || !batch->is_boolean())
        return std::nullopt;
    return RunPlace{.host = *host,
                    .launcher = *launcher,
                    .hosts = *std::move(hosts),
                    .job = *job,
                    .cluster = *cluster,
                    .batch = batch->get<bool>(),
                    .restarts = static_cast<int>(*restarts)};
}

std::string textOf(const RunPlace& place)
{
    return place.job.empty() ? place.host : place.host + " in job " + place.job;
}

bool isHere(const RunPlace& place, const ProcessIdentity& supervisor)
{
    // Containers and hosts of one kernel share its boot, and not their processes.
    return supervisor.bootId == ownIdentity().bootId
        && (place.host.empty() || place.host == ownHostName());
}

bool wasHere(const RunPlace& place, const ProcessIdentity& supervisor)
{
    return supervisor.bootId != ownIdentity().bootId
        && (place.host.empty() || place.host == ownHostName());
}

Elsewhere lookFromElsewhere(const std::filesystem::path& record)
{
    struct stat status = {};
    if (stat(record.c_str(), &status) != 0)
        return Elsewhere::Silent;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto shown = std::chrono::seconds(status.st_mtim.tv_sec);
    // Clocks of hosts differ, so a time somewhat ahead of ours is a sign of life, too.
    return std::chrono::abs(now - shown) < kLifeFresh ? Elsewhere::Lives : Elsewhere::Silent;
}

} // namespace launch
