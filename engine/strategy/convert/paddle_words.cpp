#include "engine/strategy/convert/paddle_words.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

struct PaddleSchedule {
    std::string_view name; // theirs
    std::string_view ours;
};

constexpr std::array kPaddleSchedules = std::to_array<PaddleSchedule>({
    {"1F1B", "1f1b"},
    {"VPP", "interleaved"},
    {"FThenB", "gpipe"},
    {"F-then-B", "gpipe"},
    {"Eager1F1B", "eager-1f1b"},
    {"ZBH1", "zb-h1"},
});

} // namespace

std::optional<bool> paddleFlag(Importing& importing, std::string_view key)
{
    const Setting* setting = importing.take(key);
    if (setting != nullptr && setting->value.plain
        && (setting->value.text == "0" || setting->value.text == "1"))
        return setting->value.text == "1";
    return importing.boolean(key);
}

std::optional<int> paddleDegree(Importing& importing, std::string_view key)
{
    const auto degree = importing.whole(key, {-1, kMaxDevices});
    if (degree && *degree == -1)
        return 0;
    if (degree && *degree == 0) {
        importing.problem(key, "must be -1 or at least 1, not 0");
        return std::nullopt;
    }
    return degree;
}

void readPaddleSchedule(Importing& importing, std::string_view key)
{
    const auto name = importing.text(key);
    if (!name)
        return;
    importing.standsFor("schedule.name", key);
    for (const PaddleSchedule& schedule : kPaddleSchedules)
        if (schedule.name == *name) {
            importing.strategy.schedule.name = schedule.ours;
            return;
        }
    importing.problem(
        key, "must be one of 1F1B, VPP, FThenB, Eager1F1B, ZBH1, not '" + shown(*name) + "'");
}

std::string paddleSchedule(Exporting& out, std::span<const std::string_view> words)
{
    const std::string& name = out.strategy.schedule.name;
    for (const PaddleSchedule& schedule : kPaddleSchedules)
        if (schedule.ours == name
            && std::find(words.begin(), words.end(), schedule.name) != words.end())
            return std::string(schedule.name);
    out.remark("schedule.name",
               "is '" + name + "', which this format does not have; 1F1B is written");
    return "1F1B";
}

} // namespace strategy
