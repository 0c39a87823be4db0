#include "engine/launch/remote_description.h"

#include "engine/strategy/strict_json.h"
#include "telemetry/endpoint.h"

#include <nlohmann/json.hpp>

namespace launch {

namespace {

constexpr const char* kVersionKey = "bubblescope_description";
constexpr int kVersion = 1;
constexpr std::size_t kMostStrategy = std::size_t{1} << 20;
constexpr const char* kCurveKey = "viewer_keys";

plan::Error damaged() { return {"is damaged: a field of it is missing or out of range"}; }

std::optional<telemetry::CurveClient> curveFrom(const nlohmann::json& object)
{
    const auto server = strategy::textIn(object, "server");
    const auto publicKey = strategy::textIn(object, "public");
    const auto secret = strategy::textIn(object, "secret");
    if (!server || !publicKey || !secret)
        return std::nullopt;
    telemetry::CurveClient curve{*server, {*publicKey, *secret}};
    if (!telemetry::isCurveKey(curve.serverKey) || !telemetry::isCurvePair(curve.own))
        return std::nullopt;
    return curve;
}

} // namespace

std::string toJson(const RemoteDescription& description)
{
    nlohmann::ordered_json keys = nullptr;
    if (const auto& curve = description.curve)
        keys = {{"server", curve->serverKey},
                {"public", curve->own.publicKey},
                {"secret", curve->own.secretKey}};
    const nlohmann::ordered_json json = {{kVersionKey, kVersion},
                                         {"record", toJson(description.record)},
                                         {"directory", description.record.directory.string()},
                                         {"strategy", description.strategy},
                                         {kCurveKey, keys}};
    return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

plan::Result<RemoteDescription> parseRemoteDescription(std::string_view text)
{
    const auto json = strategy::parseStrictJson(text);
    if (!json)
        return plan::Error{"is no description of a run: it " + json.error().message};
    const auto version = strategy::naturalIn(*json, kVersionKey, 1'000'000);
    if (!version)
        return plan::Error{"is no description of a run"};
    if (*version != kVersion)
        return plan::Error{"is of another version; install the same version on both machines"};
    const auto record = strategy::textIn(*json, "record");
    const auto directory = strategy::textIn(*json, "directory");
    auto strategy = strategy::textIn(*json, "strategy");
    const nlohmann::json* const keys = strategy::memberOf(*json, kCurveKey);
    if (!record || !directory || !strategy || strategy->size() > kMostStrategy || keys == nullptr)
        return damaged();
    auto parsed = parseRunRecord(*record);
    if (!parsed)
        return plan::Error{"has a record that " + parsed.error().message};
    RemoteDescription description{.record = *std::move(parsed), .strategy = *std::move(strategy)};
    description.record.directory = *directory;
    if (!keys->is_null()) {
        description.curve = curveFrom(*keys);
        if (!description.curve)
            return damaged();
    }
    if (telemetry::checkEndpoint(description.record.viewerEndpoint)
        || telemetry::checkKeys(description.record.viewerEndpoint, description.curve))
        return plan::Error{"has no endpoint that viewers can use"};
    return description;
}

} // namespace launch
