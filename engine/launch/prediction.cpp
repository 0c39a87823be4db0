#include "engine/launch/prediction.h"

#include "engine/plan/cost/message_size.h"
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

// All but those of kOtherBytes, which older records lack.
constexpr std::pair<const char*, std::uint64_t PredictedMemory::*> kMemoryKeys[]
    = {{"weights_bytes", &PredictedMemory::weights},
       {"gradients_bytes", &PredictedMemory::gradients},
       {"optimizer_bytes", &PredictedMemory::optimizer},
       {"activations_bytes", &PredictedMemory::activations},
       {"buffers_bytes", &PredictedMemory::buffers},
       {"other_bytes", &PredictedMemory::other},
       {"peak_bytes", &PredictedMemory::peak}};

// In the order of plan::kOtherMemory, whose keys they have.
constexpr std::uint64_t PredictedMemory::*kOtherBytes[]
    = {&PredictedMemory::buffers, &PredictedMemory::fragmented, &PredictedMemory::framework,
       &PredictedMemory::communicators, &PredictedMemory::buckets};
static_assert(std::size(kOtherBytes) == std::size(plan::kOtherMemory));

std::string otherKey(std::size_t part)
{
    return std::string(plan::kOtherMemory[part].key) + "_bytes";
}

std::uint64_t wholeBytes(double bytes)
{
    return static_cast<std::uint64_t>(std::max(0LL, std::llround(bytes)));
}

constexpr auto kMostCounted = std::uint64_t{1} << 62;

bool readMemory(const nlohmann::json& list, std::vector<PredictedMemory>& memory)
{
    if (!list.is_array())
        return false;
    for (const nlohmann::json& json : list) {
        PredictedMemory& one = memory.emplace_back();
        for (const auto& [key, field] : kMemoryKeys) {
            const auto number = strategy::naturalIn(json, key, kMostCounted);
            if (!number)
                return false;
            one.*field = *number;
        }
        for (std::size_t part = 0; part < std::size(kOtherBytes); ++part) {
            if (!json.contains(otherKey(part)))
                continue;
            const auto number = strategy::naturalIn(json, otherKey(part).c_str(), kMostCounted);
            if (!number)
                return false;
            one.*kOtherBytes[part] = *number;
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
    for (const plan::RankMemory& rank : strategy::memoryOf(*planned)) {
        PredictedMemory& one
            = all.emplace_back(PredictedMemory{.weights = wholeBytes(rank.weights),
                                               .gradients = wholeBytes(rank.gradients),
                                               .optimizer = wholeBytes(rank.optimizer),
                                               .activations = wholeBytes(rank.activations),
                                               .other = wholeBytes(rank.other()),
                                               .peak = wholeBytes(rank.peak())});
        for (std::size_t part = 0; part < std::size(kOtherBytes); ++part)
            one.*kOtherBytes[part] = wholeBytes(rank.*plan::kOtherMemory[part].bytes);
        if (rank.peakOp)
            one.peakOp = plan::toText(*rank.peakOp);
    }
    return all;
}

std::uint64_t predictMessage(const strategy::Strategy& strategy, const plan::Schedule& schedule)
{
    if (schedule.shape.stages() < 2)
        return 0;
    return wholeBytes(plan::messageSize(strategy::jobOf(strategy)).sent());
}

nlohmann::ordered_json jsonOf(const PredictedMemory& memory)
{
    Json json = Json::object();
    for (const auto& [key, field] : kMemoryKeys)
        json[key] = memory.*field;
    for (std::size_t part = 0; part < std::size(kOtherBytes); ++part)
        json[otherKey(part)] = memory.*kOtherBytes[part];
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
        const auto bytes = strategy::naturalIn(json, "message_bytes", kMostCounted);
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
