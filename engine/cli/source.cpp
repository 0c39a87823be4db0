#include "engine/cli/source.h"

#include "engine/cli/arguments.h"
#include "engine/cli/profile_file.h"
#include "engine/cli/strategy_input.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

#include <cstdio>

namespace cli {
namespace {

constexpr int kMostEffort = 100'000;

bool isSearched(const std::string& name, std::optional<int> effort)
{
    const bool searched = plan::isMadeForCosts(name);
    if (effort && !searched)
        complain("warning: --effort: has no effect on '" + name + "'");
    return searched;
}

std::optional<Source> fromFile(const SourceFlags& flags, std::optional<int> effort)
{
    const std::string& file = flags.file;
    strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        complain(strategy::toText(file, problem));
    if (!read.strategy)
        return std::nullopt;
    for (const auto& warning : read.warnings)
        complain("warning: " + strategy::toText(file, warning));

    const plan::CostBasis basis = basisOf(flags.costs.of, plan::CostBasis::Stage);
    if (!useProfile(flags.profile, *read.strategy) || !takeCostsOf(file, basis, *read.strategy))
        return std::nullopt;
    const strategy::Strategy& chosen = *read.strategy;
    std::optional<Searched> searched;
    auto schedule = isSearched(chosen.schedule.name, effort)
        ? searchWatched(strategy::shapeOf(chosen), chosen.schedule.options,
                        strategy::costsToOrderFor(chosen), effort.value_or(1), searched)
        : strategy::scheduleOf(chosen);
    if (!schedule) {
        complain(strategy::toText(file,
                                  {read.lineOf("schedule"), "schedule", schedule.error().message}));
        return std::nullopt;
    }
    // After the schedule, whose placement says which layers a stage has.
    auto predicted = strategy::predictedCosts(chosen, *schedule);
    if (!predicted) {
        complain(strategy::toText(
            file, {read.lineOf("model"), "model.layers", predicted.error().message}));
        return std::nullopt;
    }
    return Source{.title = chosen.name.empty() ? file : chosen.name,
                  .scheduleName = chosen.schedule.name,
                  .options = chosen.schedule.options,
                  .costs = std::move(predicted->costs),
                  .origin = std::move(predicted->origin),
                  .costsOf = basis,
                  .schedule = *std::move(schedule),
                  .searched = searched};
}

std::optional<int> number(FlagReader& reader, const std::string& flag, const std::string& word)
{
    return reader.value(flag, word, std::optional<int>{}, positiveInteger);
}

std::optional<int> effortOf(const SourceFlags& flags, FlagReader& reader)
{
    const auto effort = number(reader, "--effort", flags.effort);
    if (effort > kMostEffort)
        reader.fail(fmt::format("--effort: is {}, and at most {}", *effort, kMostEffort));
    return effort;
}

void require(FlagReader& reader, const std::string& flag, const std::string& word)
{
    if (word.empty())
        reader.fail(flag
                    + ": is missing; give a strategy FILE, or --name, --ranks and "
                      "--microbatches, or --csv");
}

// A count of the CSV that a flag states too.
void mustAgree(FlagReader& reader, const std::string& flag, std::optional<int> stated, int inFile)
{
    if (stated && *stated != inFile)
        reader.fail(flag + ": is " + std::to_string(*stated) + ", and the CSV has "
                    + std::to_string(inFile) + "; leave the flag out");
}

bool areShares(const CostFlags& flags)
{
    return basisOf(flags.of, plan::CostBasis::Stage) == plan::CostBasis::Rank;
}

// Of the stages, or of p-ths of the model.
plan::Costs givenCosts(const CostFlags& flags, const plan::Shape& shape, FlagReader& reader)
{
    return costsFrom(
        flags, areShares(flags) ? plan::Shape{shape.ranks, 1, shape.microbatches} : shape, reader);
}

// What was given as p-ths of the model becomes that of the schedule's stages; says where the costs
// come from.
bool divide(const CostFlags& flags, Source& source)
{
    using Kind = strategy::CostOrigin::Kind;
    source.costsOf = basisOf(flags.of, plan::CostBasis::Stage);
    source.origin.kind = flags.any() ? Kind::Given : Kind::Unit;
    if (!areShares(flags))
        return true;
    auto costs
        = plan::costsOfStages(source.costs, source.schedule.shape, source.schedule.placement);
    if (!costs) {
        complain(costs.error().message);
        return false;
    }
    source.costs = *std::move(costs);
    return true;
}

// Before there is an order: those that it is searched for.
plan::Costs costsToOrderFor(const CostFlags& flags, const plan::Costs& given,
                            const plan::Shape& shape)
{
    if (!areShares(flags) || !plan::checkShape(shape))
        return given;
    const auto costs = plan::costsOfStages(given, shape, plan::loopedPlacement(shape));
    return costs ? *costs : given;
}

std::optional<Source> fromCsv(const SourceFlags& flags)
{
    strategy::Strategy chosen;
    chosen.schedule.name = strategy::kCustomSchedule;
    chosen.schedule.file = flags.csv;
    chosen.parallel.pipeline = 0; // as the file has it
    auto schedule = strategy::customSchedule(chosen);
    if (!schedule) {
        complain(schedule.error().message);
        return std::nullopt;
    }
    FlagReader reader;
    const plan::Shape& shape = schedule->shape;
    if (!flags.name.empty() && flags.name != strategy::kCustomSchedule)
        reader.fail("--name: must be 'custom' where --csv gives the order; leave it out");
    if (!flags.group.empty() || !flags.maxInFlight.empty() || !flags.effort.empty())
        reader.fail("--group, --max-in-flight and --effort mean nothing where --csv gives the "
                    "order; leave them out");
    // A flag that agrees is allowed: scripts give the shape whatever gives the order.
    mustAgree(reader, "--ranks", number(reader, "--ranks", flags.ranks), shape.ranks);
    mustAgree(reader, "--chunks", number(reader, "--chunks", flags.chunks), shape.chunks);
    mustAgree(reader, "--microbatches", number(reader, "--microbatches", flags.microbatches),
              shape.microbatches);
    Source source;
    source.title = flags.csv;
    source.scheduleName = strategy::kCustomSchedule;
    source.costs = givenCosts(flags.costs, shape, reader);
    source.schedule = *schedule;
    return reader.good() && divide(flags.costs, source) ? std::optional(std::move(source))
                                                        : std::nullopt;
}

std::optional<Source> fromFlags(const SourceFlags& flags)
{
    FlagReader reader;
    require(reader, "--name", flags.name);
    require(reader, "--ranks", flags.ranks);
    require(reader, "--microbatches", flags.microbatches);
    const int ranks = number(reader, "--ranks", flags.ranks).value_or(1);
    const int microbatches = number(reader, "--microbatches", flags.microbatches).value_or(1);
    const auto chunks = number(reader, "--chunks", flags.chunks);
    const plan::Shape shape = plan::shapeOf(flags.name, ranks, chunks, microbatches);
    Source source;
    source.title = flags.name;
    source.scheduleName = flags.name;
    source.options.group = number(reader, "--group", flags.group);
    source.options.maxInFlight = number(reader, "--max-in-flight", flags.maxInFlight);
    source.costs = givenCosts(flags.costs, shape, reader);
    const auto effort = effortOf(flags, reader);
    if (!reader.good())
        return std::nullopt;
    if (plan::findSchedule(flags.name) == nullptr) {
        const auto nearest = plan::nearestScheduleName(flags.name);
        complain(fmt::format("there is no schedule named '{}'; the nearest is '{}'{}",
                             strategy::shown(flags.name), nearest,
                             flags.name == strategy::kCustomSchedule
                                 ? "; a schedule by hand takes --csv FILE"
                                 : ""));
        return std::nullopt;
    }

    // A warning, because the order is right without it.
    if (source.options.maxInFlight && !plan::findSchedule(flags.name)->takesMaxInFlight)
        complain("warning: --max-in-flight: has no effect on '" + flags.name + "'");
    // Orders that are searched for depend on costs, and those of stages exist only once there is an
    // order: the looped placement stands for it meanwhile.
    const plan::Costs costs = costsToOrderFor(flags.costs, source.costs, shape);
    auto schedule = isSearched(flags.name, effort)
        ? searchWatched(shape, source.options, costs, effort.value_or(1), source.searched)
        : plan::makeSchedule(flags.name, shape, source.options, costs);
    if (!schedule) {
        complain(schedule.error().message);
        return std::nullopt;
    }
    source.schedule = *std::move(schedule);
    return divide(flags.costs, source) ? std::optional(std::move(source)) : std::nullopt;
}

} // namespace

std::optional<Source> loadSource(const SourceFlags& flags)
{
    if (flags.file.empty() && !flags.profile.empty()) {
        complain("--profile: is for the model of a strategy FILE; leave it out");
        return std::nullopt;
    }
    if (flags.file.empty())
        return flags.csv.empty() ? fromFlags(flags) : fromCsv(flags);
    // Refused rather than merged: a flag that overrode a file would leave a result that neither
    // describes.
    const bool both = !flags.name.empty() || !flags.csv.empty() || !flags.ranks.empty()
        || !flags.microbatches.empty() || !flags.chunks.empty() || !flags.group.empty()
        || !flags.maxInFlight.empty() || flags.costs.any();
    if (both) {
        complain("give either a strategy FILE or the schedule's flags, not both");
        return std::nullopt;
    }
    FlagReader reader;
    const auto effort = effortOf(flags, reader);
    return reader.good() ? fromFile(flags, effort) : std::nullopt;
}

} // namespace cli
