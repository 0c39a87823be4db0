#include "engine/cli/commands.h"

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/cost_options.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/output.h"
#include "engine/cli/report_units.h"
#include "engine/cli/strategy_input.h"
#include "engine/options/values.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/estimate/comparison.h"
#include "engine/strategy/problem.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <iterator>

namespace cli {
namespace {

struct CompareFlags {
    SourceFlags source;
    std::string names; // schedules, with commas between; empty: all
    std::string format;
    std::string out;
};

using plan::ComparisonRow;

constexpr int kChunks = 2; // of a schedule that takes any number, where none is given

struct Request {
    strategy::Strategy strategy;                   // whose step is compared
    plan::Shape shape;                             // of its own schedule
    bool fromFile = false;                         // its own schedule is one of those compared
    plan::ScheduleOptions options;                 // of those that take them
    int chunks = kChunks;                          // likewise
    plan::CostBasis given = plan::CostBasis::Rank; // what its costs are of,
    plan::CostBasis basis = plan::CostBasis::Rank; // and what of them each schedule keeps

    ComparedCosts costs() const { return {strategy::costOriginOf(strategy), given, basis}; }
};

std::optional<Request> requestFromFile(const SourceFlags& flags)
{
    auto read = loadStrategy(flags.file, flags.profile);
    // A file's costs are of a stage of its own schedule, unless it is said that they are shares.
    const plan::CostBasis given = basisOf(flags.costs.of, plan::CostBasis::Stage);
    if (!read || !takeCostsOf(flags.file, given, *read))
        return std::nullopt;
    Request request{.strategy = *std::move(read),
                    .shape = {},
                    .fromFile = true,
                    .options = {},
                    .given = given,
                    .basis = basisOf(flags.costs.of, plan::CostBasis::Rank)};
    request.shape = strategy::shapeOf(request.strategy);
    if (request.strategy.schedule.name == strategy::kCustomSchedule) { // its file says more
        const auto schedule = strategy::customSchedule(request.strategy);
        if (!schedule) {
            complain(schedule.error().message);
            return std::nullopt;
        }
        request.shape = schedule->shape;
    }
    request.options = request.strategy.schedule.options;
    // As many as the file's own schedule has, but no fewer than two, without which several
    // schedules would drop out.
    request.chunks = std::max(kChunks, request.shape.stages() / request.shape.ranks);
    return request;
}

std::optional<Request> requestFromFlags(const SourceFlags& flags)
{
    FlagReader reader;
    if (flags.ranks.empty() || flags.microbatches.empty())
        reader.fail("--ranks and --microbatches, or a strategy FILE, are needed to compare");
    Request request;
    request.given = request.basis = basisOf(flags.costs.of, plan::CostBasis::Rank);
    const int ranks = reader.value("--ranks", flags.ranks, 1, positiveInteger);
    const int microbatches = reader.value("--microbatches", flags.microbatches, 1, positiveInteger);
    request.chunks = reader.value("--chunks", flags.chunks, kChunks, positiveInteger);
    request.options.group
        = reader.value("--group", flags.group, std::optional<int>{}, positiveInteger);
    request.options.maxInFlight
        = reader.value("--max-in-flight", flags.maxInFlight, std::optional<int>{}, positiveInteger);
    // One chunk per rank, so that a stage is a p-th; with costs of stages, each takes them as they
    // are.
    request.shape = {ranks, 1, microbatches};
    request.strategy.parallel.pipeline = ranks;
    request.strategy.parallel.chunks = 1;
    request.strategy.batch.global = microbatches;
    if (flags.costs.any())
        request.strategy.costs = costsFrom(flags.costs,
                                           request.basis == plan::CostBasis::Rank
                                               ? request.shape
                                               : plan::Shape{ranks, request.chunks, microbatches},
                                           reader);
    return reader.good() ? std::optional(std::move(request)) : std::nullopt;
}

// Whether the schedule's chunks are free to choose.
bool takesAnyChunks(const plan::CatalogEntry& entry, const Request& request)
{
    const auto fits = [&](int chunks) {
        return bool(plan::checkConditions(
            entry.name,
            plan::shapeOf(entry.name, request.shape.ranks, chunks, request.shape.microbatches)));
    };
    return fits(1) && fits(2);
}

plan::ComparedSchedule compared(const plan::CatalogEntry& entry, std::optional<int> chunks,
                                const Request& request)
{
    plan::ComparedSchedule schedule{std::string(entry.name), chunks, {}};
    const bool own = request.fromFile && entry.name == request.strategy.schedule.name;
    if (!chunks && own)
        schedule.chunks = request.shape.chunks;
    else if (!chunks && takesAnyChunks(entry, request))
        schedule.chunks = request.chunks;
    // An option means something to few schedules; the others do not take it.
    if (entry.takesGroup)
        schedule.options.group = request.options.group;
    if (entry.takesMaxInFlight)
        schedule.options.maxInFlight = request.options.maxInFlight;
    return schedule;
}

// The one of the strategy's file, where that is by hand.
bool isCustom(const Request& request, const std::string& name)
{
    return name == strategy::kCustomSchedule && request.strategy.schedule.name == name;
}

// All of the catalogue; the searched one with a single chunk too.
std::vector<plan::ComparedSchedule> everySchedule(const Request& request)
{
    std::vector<plan::ComparedSchedule> schedules;
    if (isCustom(request, request.strategy.schedule.name))
        schedules.push_back({request.strategy.schedule.name});
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        // An order that is made for its costs may do better with one chunk or with several: both
        // are shown.
        if (entry->madeForCosts && request.chunks != 1)
            schedules.push_back(compared(*entry, 1, request));
        schedules.push_back(compared(*entry, {}, request));
    }
    return schedules;
}

std::optional<std::vector<plan::ComparedSchedule>> schedulesFrom(const std::string& names,
                                                                 const Request& request)
{
    if (names.empty())
        return everySchedule(request);
    FlagReader reader;
    std::vector<plan::ComparedSchedule> schedules;
    for (const std::string& word : splitAtCommas(names)) {
        const std::size_t colon = word.find(':');
        const std::string name = word.substr(0, colon);
        std::optional<int> chunks;
        if (colon != std::string::npos)
            chunks = reader.value("--names", word.substr(colon + 1), std::optional<int>{},
                                  positiveInteger);
        if (isCustom(request, name))
            schedules.push_back({name});
        else if (const plan::CatalogEntry* entry = plan::findSchedule(name))
            schedules.push_back(compared(*entry, chunks, request));
        else
            reader.fail(fmt::format("--names: there is no schedule named '{}'; the nearest is '{}'",
                                    strategy::shown(name), plan::nearestScheduleName(name)));
    }
    return reader.good() ? std::optional(std::move(schedules)) : std::nullopt;
}

constexpr std::array<const char*, 13> kColumns{
    "schedule",        "chunks",          "makespan_us",
    "bubble_fraction", "bubble_overhead", "span_bubble_fraction",
    "max_in_flight",   "max_activations", "transfers",
    "weights_factor",  "costs_of",        "rank_shares_kept",
    "why_not"};

using Cells = std::array<std::string, kColumns.size()>;

Cells cellsOf(const ComparisonRow& row, const Request& request)
{
    Cells cells{row.name, std::to_string(row.shape.chunks)};
    cells[10] = plan::toText(request.given);
    cells[11] = request.basis == plan::CostBasis::Rank ? "true" : "false";
    cells.back() = row.whyNot;
    if (!row.whyNot.empty())
        return cells;
    const auto number = [](double value) { return fmt::format("{}", value); };
    appendUs(cells[2], row.makespan);
    cells[3] = number(row.bubbleFraction);
    cells[4] = number(row.bubbleOverhead);
    cells[5] = number(row.spanBubbleFraction);
    cells[6] = std::to_string(row.maxInFlight);
    cells[7] = number(row.maxActivations);
    cells[8] = std::to_string(row.transfers);
    cells[9] = std::to_string(row.weightsFactor);
    return cells;
}

// `text` with `escape` before each `what`. In CSV a quote is doubled, in Markdown a bar takes a
// backslash.
std::string escaped(const std::string& text, const std::string& what, char escape)
{
    std::string result;
    for (const char c : text) {
        if (what.find(c) != std::string::npos)
            result += escape;
        result += c;
    }
    return result;
}

std::string csvText(const Request& request, const std::vector<ComparisonRow>& rows)
{
    std::string text = fmt::format("{}\n", fmt::join(kColumns, ","));
    for (const ComparisonRow& row : rows) {
        Cells cells = cellsOf(row, request);
        if (!row.whyNot.empty())
            // The one cell that is a sentence, and may have commas.
            cells.back() = '"' + escaped(row.whyNot, "\"", '"') + '"';
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

std::string markdownText(const Request& request, const std::vector<ComparisonRow>& rows)
{
    std::string text = fmt::format("| {} |\n| --- ", fmt::join(kColumns, " | "));
    for (std::size_t i = 2; i < kColumns.size(); ++i)
        text += "| --: ";
    text += "| --- |\n";
    for (const ComparisonRow& row : rows) {
        Cells cells = cellsOf(row, request);
        cells.back() = escaped(row.whyNot, "|", '\\');
        text += fmt::format("| {} |\n", fmt::join(cells, " | "));
    }
    return text;
}

std::string tableText(const Request& request, const std::vector<ComparisonRow>& rows)
{
    std::string text = fmt::format("{:<22}{:>6}{:>18}{:>9}{:>9}{:>9}{:>10}{:>12}{:>11}{:>8}\n",
                                   "schedule", "chunks", "makespan us", "bubble", "overhead",
                                   "span", "in flight", "activations", "transfers", "weights");
    auto out = std::back_inserter(text);
    for (const ComparisonRow& row : rows) {
        if (!row.whyNot.empty()) {
            fmt::format_to(out, "{:<22}{:>6}  {}\n", row.name, "-", row.whyNot);
            continue;
        }
        const Cells cells = cellsOf(row, request);
        const auto percent = [](double share) { return fmt::format("{:.2f} %", 100 * share); };
        fmt::format_to(out, "{:<22}{:>6}{:>18}{:>9}{:>9}{:>9}{:>10}{:>12.2f}{:>11}{:>8}\n",
                       row.name, cells[1], cells[2], percent(row.bubbleFraction),
                       percent(row.bubbleOverhead), percent(row.spanBubbleFraction),
                       row.maxInFlight, row.maxActivations, row.transfers, row.weightsFactor);
    }
    return text
        + "\nbubble: idle / all time; overhead: idle / busy; span: idle within the longest span of "
          "a "
          "rank\nin flight: most (microbatch, stage) pairs on a rank; activations: the same in "
          "p-ths "
          "of the model\nweights: copies of the model over all ranks\ncosts: "
        + comparedCostsText(request.costs()) + '\n';
}

std::string jsonText(const Request& request, const std::vector<ComparisonRow>& rows)
{
    const ComparedCosts costs = request.costs();
    nlohmann::ordered_json schedules = nlohmann::ordered_json::array();
    for (const ComparisonRow& row : rows) {
        nlohmann::ordered_json one{{"schedule", row.name}};
        if (row.whyNot.empty()) {
            one["chunks"] = row.shape.chunks;
            one["makespan_us"] = usJson(row.makespan);
            one["bubble_fraction"] = row.bubbleFraction;
            one["bubble_overhead"] = row.bubbleOverhead;
            one["span_bubble_fraction"] = row.spanBubbleFraction;
            one["max_in_flight"] = row.maxInFlight;
            one["max_activations"] = row.maxActivations;
            one["transfers"] = row.transfers;
            one["weights_factor"] = row.weightsFactor;
            one["peak_in_flight"] = row.peakInFlight;
        } else {
            one["why_not"] = row.whyNot;
        }
        schedules.push_back(std::move(one));
    }
    return textOf({{"ranks", request.shape.ranks},
                   {"microbatches", request.shape.microbatches},
                   {"costs_of", plan::toText(costs.given)},
                   {"costs_from", strategy::wordOf(costs.origin.kind)},
                   {"rank_shares_kept", costs.kept == plan::CostBasis::Rank},
                   {"schedules", std::move(schedules)}});
}

int printComparison(const CompareFlags& typed)
{
    const SourceFlags& flags = typed.source;
    if (!flags.file.empty()
        && (!flags.ranks.empty() || !flags.microbatches.empty() || !flags.maxInFlight.empty()
            || !flags.chunks.empty() || !flags.group.empty() || flags.costs.any())) {
        complain("give either a strategy FILE or flags, not both");
        return kBadInput;
    }
    if (flags.file.empty() && !flags.profile.empty()) {
        complain("--profile: is for the model of a strategy FILE; leave it out");
        return kBadInput;
    }
    const auto request = flags.file.empty() ? requestFromFlags(flags) : requestFromFile(flags);
    if (!request)
        return kBadInput;
    const auto schedules = schedulesFrom(typed.names, *request);
    if (!schedules)
        return kBadInput;
    // A schedule that cannot be laid out is a row that says why, not an error of the command.
    const auto rows = strategy::compareSchedules(request->strategy, *schedules, request->basis);
    if (typed.format == "json")
        return deliver(jsonText(*request, rows), typed.out);
    if (typed.format == "csv")
        return deliver(csvText(*request, rows), typed.out);
    return deliver(typed.format == "markdown" ? markdownText(*request, rows)
                                              : tableText(*request, rows),
                   typed.out);
}

} // namespace

void addCompareCommand(Commands& commands)
{
    const auto flags = std::make_shared<CompareFlags>();
    CLI::App& command
        = addCommand(commands, "compare", "compares schedules for the same ranks and microbatches",
                     flags, printComparison);
    SourceFlags& source = flags->source;
    addShape(command, source);
    options::addText(command, "--names", "NAME,...", flags->names,
                     "comma-separated schedules, each as NAME or NAME:CHUNKS (default: all)");
    options::addText(command, "--chunks", "N", source.chunks,
                     "number of model chunks per rank, for schedules that take any (default: "
                     "those of the strategy, at least 2)");
    options::addText(command, "--group", "N", source.group,
                     "interleaved: number of microbatches that pass through one chunk before the "
                     "next chunk begins");
    addCosts(command, source.costs, plan::CostBasis::Rank);
    addProfile(command, source.profile);
    options::addWord(command, "--format", flags->format, {"text", "json", "csv", "markdown"});
    addOutput(command, flags->out);
}

} // namespace cli
