#include "engine/launch/prediction.h"

#include "engine/strategy/estimate/planned_job.h"
#include "engine/strategy/estimate/time_scale.h"
#include "engine/strategy/strict_json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace launch {

namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

constexpr std::pair<const char*, std::uint64_t PredictedMemory::*> kMemoryKeys[]
    = {{"weights_bytes", &PredictedMemory::weights},
       {"gradients_bytes", &PredictedMemory::gradients},
       {"optimizer_bytes", &PredictedMemory::optimizer},
       {"activations_bytes", &PredictedMemory::activations},
       {"buffers_bytes", &PredictedMemory::buffers},
       {"other_bytes", &PredictedMemory::other},
       {"peak_bytes", &PredictedMemory::peak}};

bool readMemory(const nlohmann::json& list, std::vector<PredictedMemory>& memory)
{
    if (!list.is_array())
        return false;
    for (const nlohmann::json& json : list) {
        PredictedMemory& one = memory.emplace_back();
        for (const auto& [key, field] : kMemoryKeys) {
            const auto number = strategy::naturalIn(json, key, std::uint64_t{1} << 62);
            if (!number)
                return false;
            one.*field = *number;
        }
        if (const auto op = json.find("peak_op"); op != json.end()) {
            if (!op->is_string())
                return false;
            one.peakOp = op->get<std::string>();
        }
    }
    return true;
}

} // namespace

std::vector<PredictedMemory> predictMemory(const strategy::Strategy& strategy,
                                           const plan::Schedule& schedule)
{
    std::vector<PredictedMemory> all;
    const auto planned = strategy::planJob(strategy, schedule);
    if (!planned)
        return all;
    const auto whole = [](double bytes) {
        return static_cast<std::uint64_t>(std::max(0LL, std::llround(bytes)));
    };
    for (const plan::RankMemory& rank : strategy::memoryOf(*planned))
        all.push_back({.weights = whole(rank.weights),
                       .gradients = whole(rank.gradients),
                       .optimizer = whole(rank.optimizer),
                       .activations = whole(rank.activations),
                       .buffers = whole(rank.buffers),
                       .other = whole(rank.other()),
                       .peak = whole(rank.peak()),
                       .peakOp = rank.peakOp ? plan::toText(*rank.peakOp) : std::string()});
    return all;
}

nlohmann::ordered_json jsonOf(const PredictedMemory& memory)
{
    Json json = Json::object();
    for (const auto& [key, field] : kMemoryKeys)
        json[key] = memory.*field;
    if (!memory.peakOp.empty())
        json["peak_op"] = memory.peakOp;
    return json;
}

nlohmann::ordered_json jsonOf(const Prediction& predicted)
{
    Json json = {{"step_seconds", orNull(predicted.stepSeconds)},
                 {"bubble_fraction", predicted.bubbleFraction}};
    if (!predicted.source.empty())
        json["source"] = predicted.source;
    if (predicted.paced) {
        json["time_scale"] = std::stod(strategy::digitsOf(predicted.timeScale)); // as it is said
        json["unscaled_step_seconds"] = orNull(predicted.unscaledSeconds);
    }
    if (predicted.messageBytes > 0)
        json["message_bytes"] = predicted.messageBytes;
    for (std::size_t rank = 0; rank < predicted.memory.size(); ++rank) {
        Json one = {{"pipeline_rank", rank}};
        one.update(jsonOf(predicted.memory[rank]));
        json["memory"].push_back(std::move(one));
    }
    return json;
}

// Fields that came later than the record's first version may be missing; those that are there must
// be right.
bool readMore(const nlohmann::json& json, Prediction& predicted)
{
    if (const auto source = json.find("source"); source != json.end()) {
        if (!source->is_string())
            return false;
        predicted.source = source->get<std::string>();
    }
    if (const auto scale = json.find("time_scale"); scale != json.end()) {
        if (!scale->is_number() || !(scale->get<float>() >= strategy::kLeastTimeScale)
            || scale->get<float>() > strategy::kMostTimeScale)
            return false;
        predicted.timeScale = scale->get<float>();
    }
    if (const auto memory = json.find("memory");
        memory != json.end() && !readMemory(*memory, predicted.memory))
        return false;
    if (json.contains("message_bytes")) {
        const auto bytes = strategy::naturalIn(json, "message_bytes", std::uint64_t{1} << 62);
        if (!bytes)
            return false;
        predicted.messageBytes = *bytes;
    }
    const auto unscaled = json.find("unscaled_step_seconds");
    if (unscaled == json.end() || unscaled->is_null())
        return true;
    if (!unscaled->is_number())
        return false;
    predicted.unscaledSeconds = unscaled->get<double>();
    return true;
}

} // namespace launch
