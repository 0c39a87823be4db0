#include "engine/launch/prediction.h"

#include "engine/strategy/estimate/time_scale.h"

#include <nlohmann/json.hpp>

namespace launch {

namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

} // namespace

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
    const auto unscaled = json.find("unscaled_step_seconds");
    if (unscaled == json.end() || unscaled->is_null())
        return true;
    if (!unscaled->is_number())
        return false;
    predicted.unscaledSeconds = unscaled->get<double>();
    return true;
}

} // namespace launch
