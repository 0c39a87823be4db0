#include "engine/lesson/progress.h"

#include "engine/strategy/strict_json.h"

#include <cmath>

namespace lesson {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::uint64_t kMostTimes = 1'000'000; // tries, hints, practices
constexpr std::uint64_t kMostDays = 10'000'000;
constexpr std::uint64_t kLongestStep = 1'000'000'000'000'000'000; // nanoseconds

json jsonOf(const StepProgress& step)
{
    json object{{"tries", step.tries}, {"hints", step.hints}, {"passed", step.passed}};
    if (step.passed)
        object["day"] = step.day;
    if (step.practices > 0)
        object["practices"] = step.practices;
    if (!step.best.empty()) {
        object["best"] = step.best;
        object["best_ns"] = step.bestMakespan.count();
    }
    return object;
}

// What is missing or out of range is as if it had not been done.
StepProgress stepOf(const json& object)
{
    const auto natural = [&object](const char* key, std::uint64_t most) {
        return static_cast<int>(strategy::naturalIn(object, key, most).value_or(0));
    };
    StepProgress step;
    step.tries = natural("tries", kMostTimes);
    step.hints = natural("hints", kMostTimes);
    const json* passed = strategy::memberOf(object, "passed");
    step.passed = passed && passed->is_boolean() && passed->get<bool>();
    step.day = step.passed ? natural("day", kMostDays) : 0;
    step.practices = natural("practices", kMostTimes);
    step.best = strategy::textIn(object, "best").value_or("");
    if (!step.best.empty())
        step.bestMakespan = plan::Nanoseconds{static_cast<plan::Nanoseconds::rep>(
            strategy::naturalIn(object, "best_ns", kLongestStep).value_or(0))};
    return step;
}

std::optional<Guess> guessOf(const json& pair)
{
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_number())
        return std::nullopt;
    const Guess guess{pair[0].get<double>(), pair[1].get<double>()};
    return std::isfinite(guess.guessed) && std::isfinite(guess.truth) ? std::optional(guess)
                                                                      : std::nullopt;
}

} // namespace

std::string toJson(const Progress& progress)
{
    json lessons = json::object();
    for (const auto& [lesson, steps] : progress.lessons)
        for (const auto& [step, own] : steps)
            lessons[lesson][step] = jsonOf(own);
    json guesses = json::array();
    for (const Guess& guess : progress.guesses)
        guesses.push_back({guess.guessed, guess.truth});
    return json{{"bubblescope_progress", kVersion}, {"lessons", lessons}, {"guesses", guesses}}
               .dump(1, ' ', false, json::error_handler_t::replace)
        + '\n';
}

plan::Result<Progress> progressOf(std::string_view text)
{
    if (text.size() > kMaxProgressBytes)
        return plan::Error{"is larger than 4 MiB"};
    const auto object = strategy::parseStrictJson(text);
    if (!object)
        return object.error();
    const auto version = strategy::naturalIn(*object, "bubblescope_progress", 1'000);
    if (!version)
        return plan::Error{"holds no progress of lessons"};
    if (*version != kVersion)
        return plan::Error{"was written by a newer program"};
    Progress progress;
    if (const json* lessons = strategy::memberOf(*object, "lessons");
        lessons && lessons->is_object())
        for (const auto& [lesson, steps] : lessons->items())
            if (steps.is_object())
                for (const auto& [step, own] : steps.items())
                    progress.lessons[lesson][step] = stepOf(own);
    if (const json* guesses = strategy::memberOf(*object, "guesses");
        guesses && guesses->is_array())
        for (const json& pair : *guesses)
            if (const auto guess = guessOf(pair))
                progress.guesses.push_back(*guess);
    return progress;
}

} // namespace lesson
