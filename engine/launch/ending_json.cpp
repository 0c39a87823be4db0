#include "engine/launch/ending_json.h"

#include "telemetry/text.h"

#include <array>
#include <climits>

namespace launch {

namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<int>& number) { return number ? Json(*number) : Json(nullptr); }
Json orNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// What is not there or null is left as it is. False where it is of another kind.
bool takeField(const nlohmann::json& object, const char* key, std::optional<int>& number)
{
    const auto found = object.find(key);
    if (found == object.end() || found->is_null())
        return true;
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > INT_MAX)
        return false;
    number = found->get<int>();
    return true;
}

bool takeField(const nlohmann::json& object, const char* key, std::string& text)
{
    const auto found = object.find(key);
    if (found == object.end() || found->is_null())
        return true;
    if (!found->is_string())
        return false;
    text = telemetry::cleanText(found->get<std::string>(), kMostSentenceBytes);
    return true;
}

} // namespace

nlohmann::ordered_json jsonOf(const std::optional<Ending>& ending)
{
    if (!ending)
        return nullptr;
    return {{"state", textOf(ending->state)},   {"sentence", orNull(ending->sentence)},
            {"rank", orNull(ending->rank)},     {"host", orNull(ending->host)},
            {"signal", orNull(ending->signal)}, {"exit_code", orNull(ending->exitCode)},
            {"step", orNull(ending->step)},     {"op", orNull(ending->op)}};
}

std::optional<Ending> endingFrom(const nlohmann::json& json)
{
    constexpr std::array<RunState, 3> kWritten
        = {RunState::Completed, RunState::Stopped, RunState::Failed};
    std::string state;
    Ending ending;
    if (!json.is_object() || !takeField(json, "state", state)
        || !takeField(json, "sentence", ending.sentence) || !takeField(json, "rank", ending.rank)
        || !takeField(json, "host", ending.host) || !takeField(json, "signal", ending.signal)
        || !takeField(json, "exit_code", ending.exitCode) || !takeField(json, "step", ending.step)
        || !takeField(json, "op", ending.op))
        return std::nullopt;
    for (const RunState known : kWritten) {
        if (state != textOf(known))
            continue;
        ending.state = known;
        return ending;
    }
    return std::nullopt;
}

} // namespace launch
