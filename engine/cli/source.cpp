#include "engine/cli/source.h"

#include "engine/cli/arguments.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

#include <cstdio>

namespace cli {
namespace {

void complain(const std::string& sentence) { fmt::print(stderr, "{}\n", sentence); }

std::optional<Source> fromFile(const std::string& file)
{
    const strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        complain(strategy::toText(file, problem));
    if (!read.strategy)
        return std::nullopt;
    for (const auto& warning : read.warnings)
        complain("warning: " + strategy::toText(file, warning));

    const strategy::Strategy& chosen = *read.strategy;
    auto schedule = strategy::scheduleOf(chosen);
    if (!schedule) {
        complain(strategy::toText(file, {read.lineOf("schedule"), "schedule",
                                         schedule.error().message}));
        return std::nullopt;
    }
    return Source{.title = chosen.name.empty() ? file : chosen.name,
                  .scheduleName = chosen.schedule.name,
                  .options = chosen.schedule.options,
                  .costs = strategy::costsOf(chosen),
                  .schedule = *std::move(schedule)};
}

// Reads flags one after the other and keeps every complaint.
class FlagReader {
public:
    int count(const std::string& flag, const std::string& word, int otherwise)
    {
        if (word.empty())
            return otherwise;
        return taken(positiveInteger(flag, word), otherwise);
    }

    plan::Nanoseconds time(const std::string& flag, const std::string& word,
                           plan::Nanoseconds otherwise)
    {
        if (word.empty())
            return otherwise;
        return taken(microseconds(flag, word), otherwise);
    }

    void require(const std::string& flag, const std::string& word)
    {
        if (word.empty())
            fail(flag + ": is missing; give a strategy FILE, or --name, --ranks and --microbatches");
    }

    void fail(const std::string& sentence)
    {
        complain(sentence);
        m_good = false;
    }

    bool good() const { return m_good; }

private:
    template <class T>
    T taken(const plan::Result<T>& value, T otherwise)
    {
        if (value)
            return *value;
        fail(value.error().message);
        return otherwise;
    }

    bool m_good = true;
};

std::optional<Source> fromFlags(const SourceFlags& flags)
{
    FlagReader reader;
    reader.require("--name", flags.name);
    reader.require("--ranks", flags.ranks);
    reader.require("--microbatches", flags.microbatches);
    const plan::Shape shape{.ranks = reader.count("--ranks", flags.ranks, 1),
                            .chunks = reader.count("--chunks", flags.chunks, 1),
                            .microbatches
                            = reader.count("--microbatches", flags.microbatches, 1)};
    Source source;
    source.title = flags.name;
    source.scheduleName = flags.name;
    if (!flags.group.empty())
        source.options.group = reader.count("--group", flags.group, 1);

    source.costs = plan::Costs::unit();
    plan::StageCosts& stage = source.costs.stages.front();
    stage.forward = reader.time("--forward", flags.forward, stage.forward);
    stage.inputGrad = reader.time("--input-grad", flags.inputGrad, stage.inputGrad);
    stage.weightGrad = reader.time("--weight-grad", flags.weightGrad, stage.weightGrad);
    source.costs.transfer = reader.time("--transfer", flags.transfer, {});
    if (!reader.good())
        return std::nullopt;

    auto schedule = plan::makeSchedule(flags.name, shape, source.options);
    if (!schedule) {
        complain(schedule.error().message);
        return std::nullopt;
    }
    source.schedule = *std::move(schedule);
    return source;
}

} // namespace

std::optional<Source> loadSource(const SourceFlags& flags)
{
    if (flags.file.empty())
        return fromFlags(flags);
    const bool both = !flags.name.empty() || !flags.ranks.empty() || !flags.microbatches.empty()
        || !flags.chunks.empty() || !flags.group.empty() || !flags.forward.empty()
        || !flags.inputGrad.empty() || !flags.weightGrad.empty() || !flags.transfer.empty();
    if (both) {
        complain("give either a strategy FILE or the schedule's flags, not both");
        return std::nullopt;
    }
    return fromFile(flags.file);
}

} // namespace cli
