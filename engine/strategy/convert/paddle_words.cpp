#include "engine/strategy/convert/paddle_words.h"

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/convert/schedule_names.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace strategy {
std::optional<bool> paddleFlag(Importing& importing, std::string_view key)
{
    const Setting* setting = importing.take(key);
    if (setting != nullptr
        && setting->value.plain
        // Paddle's own examples write numbers for flags.
        && (setting->value.text == "0" || setting->value.text == "1"))
        return setting->value.text == "1";
    return importing.boolean(key);
}

std::optional<int> paddleDegree(Importing& importing, std::string_view key)
{
    const auto degree = importing.whole(key, {-1, kMaxDevices});
    // -1 is "from the other degrees" there, which 0 is in a strategy.
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
    // Two vocabularies in one framework, the trainer's and Fleet's.
    for (const plan::Framework words :
         {plan::Framework::PaddleTrainer, plan::Framework::PaddleFleet})
        if (const plan::CatalogEntry* schedule = findForeign(words, *name)) {
            importing.strategy.schedule.name = schedule->name;
            return;
        }
    importing.problem(key, wordSentence(foreignNames(plan::Framework::PaddleTrainer), *name));
}

bool readDualPipeV(Importing& importing, std::string_view key)
{
    if (!paddleFlag(importing, key).value_or(false))
        return false;
    importing.strategy.schedule.name = plan::kDualpipeV.name;
    importing.strategy.parallel.chunks = 0;
    importing.standsFor("schedule.name", key);
    return true;
}

std::vector<std::string> paddleWords(std::string written)
{
    constexpr std::string_view kMarks = "\"',[]";
    std::replace_if(
        written.begin(), written.end(),
        [&](char c) { return kMarks.find(c) != std::string_view::npos; }, ' ');
    std::istringstream stream(written);
    return {std::istream_iterator<std::string>(stream), {}};
}

bool writeDualPipeV(Exporting& out, std::string_view key)
{
    if (out.strategy.schedule.name != plan::kDualpipeV.name)
        return false;
    out.setFlag(key, true);
    return true;
}

std::string paddleSchedule(Exporting& out, plan::Framework words)
{
    const std::string& name = out.strategy.schedule.name;
    const plan::CatalogEntry* schedule = plan::findSchedule(name);
    if (schedule == nullptr || nameIn(words, *schedule).empty())
        out.remark("schedule.name",
                   "is '" + name + "', which this format does not have; 1F1B is written");
    return std::string(foreignOr1F1B(words, name));
}

} // namespace strategy
