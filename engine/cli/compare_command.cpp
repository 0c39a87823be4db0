#include "engine/cli/commands.h"

#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/plan/compare.h"
#include "engine/plan/zb_auto/search.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/names.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace cli {
namespace {

using plan::ComparisonRow;

constexpr int kChunks = 2; // of a schedule that takes any number, where none is given

struct Request {
    plan::ComparedModel model;
    plan::ScheduleOptions options; // of those that take them
    int chunks = kChunks;          // likewise
};

std::optional<Request> requestFromFile(const std::string& file)
{
    const strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        fmt::print(stderr, "{}\n", strategy::toText(file, problem));
    if (!read.strategy)
        return std::nullopt;
    plan::Shape shape = strategy::shapeOf(*read.strategy);
    if (read.strategy->schedule.name == strategy::kCustomSchedule) { // its file says more
        const auto schedule = strategy::customSchedule(*read.strategy);
        if (!schedule) {
            fmt::print(stderr, "{}\n", schedule.error().message);
            return std::nullopt;
        }
        shape = schedule->shape;
    }
    const plan::Costs costs = strategy::costsOf(*read.strategy);
    if (shape.stages() != shape.ranks && (costs.stages.size() > 1 || !costs.hops.empty())) {
        fmt::print(stderr,
                   "{}: costs: are given for {} stages on {} ranks; to compare schedules give one "
                   "number, or one a rank\n",
                   file, shape.stages(), shape.ranks);
        return std::nullopt;
    }
    return Request{{shape.ranks, shape.microbatches, costs},
                   read.strategy->schedule.options,
                   std::max(kChunks, shape.stages() / shape.ranks)};
}

std::optional<Request> requestFromFlags(const SourceFlags& flags)
{
    FlagReader reader;
    if (flags.ranks.empty() || flags.microbatches.empty())
        reader.fail("--ranks and --microbatches, or a strategy FILE, are needed to compare");
    Request request;
    plan::ComparedModel& model = request.model;
    model.ranks = reader.value("--ranks", flags.ranks, 1, positiveInteger);
    model.microbatches = reader.value("--microbatches", flags.microbatches, 1, positiveInteger);
    request.chunks = reader.value("--chunks", flags.chunks, kChunks, positiveInteger);
    request.options.group
        = reader.value("--group", flags.group, std::optional<int>{}, positiveInteger);
    request.options.maxInFlight = reader.value("--max-in-flight", flags.maxInFlight,
                                               std::optional<int>{}, positiveInteger);
    model.costs = costsFrom(flags.costs, {model.ranks, 1, model.microbatches}, reader);
    return reader.good() ? std::optional(std::move(request)) : std::nullopt;
}

// Whether the schedule's chunks are free to choose.
bool takesAnyChunks(const plan::CatalogEntry& entry, const Request& request)
{
    const auto fits = [&](int chunks) {
        return bool(plan::checkConditions(
            entry.name,
            plan::shapeOf(entry.name, request.model.ranks, chunks, request.model.microbatches)));
    };
    return fits(1) && fits(2);
}

plan::ComparedSchedule compared(const plan::CatalogEntry& entry, std::optional<int> chunks,
                                const Request& request)
{
    plan::ComparedSchedule schedule{std::string(entry.name), chunks, {}};
    if (!chunks && takesAnyChunks(entry, request))
        schedule.chunks = request.chunks;
    if (entry.takesGroup)
        schedule.options.group = request.options.group;
    if (entry.takesMaxInFlight)
        schedule.options.maxInFlight = request.options.maxInFlight;
    return schedule;
}

// All of the catalogue; the searched one with a single chunk too.
std::vector<plan::ComparedSchedule> everySchedule(const Request& request)
{
    std::vector<plan::ComparedSchedule> schedules;
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        if (entry->name == plan::kAutoName && request.chunks != 1)
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
        if (const plan::CatalogEntry* entry = plan::findSchedule(name))
            schedules.push_back(compared(*entry, chunks, request));
        else
            reader.fail(fmt::format("--names: there is no schedule named '{}'; the nearest is '{}'",
                                    strategy::shown(name), plan::nearestScheduleName(name)));
    }
    return reader.good() ? std::optional(std::move(schedules)) : std::nullopt;
}

constexpr std::array<const char*, 11> kColumns{
    "schedule",        "chunks",    "makespan_us",          "bubble_fraction",
    "bubble_overhead", "span_bubble_fraction", "max_in_flight", "max_activations",
    "transfers",       "weights_factor",       "why_not"};

using Cells = std::array<std::string, kColumns.size()>;

Cells cellsOf(const ComparisonRow& row)
{
    Cells cells{row.name, std::to_string(row.shape.chunks)};
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

// `text` with `escape` before each `what`.
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

std::string csvText(const std::vector<ComparisonRow>& rows)
{
    std::string text = fmt::format("{}\n", fmt::join(kColumns, ","));
    for (const ComparisonRow& row : rows) {
        Cells cells = cellsOf(row);
        if (!row.whyNot.empty())
            cells.back() = '"' + escaped(row.whyNot, "\"", '"') + '"';
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

std::string markdownText(const std::vector<ComparisonRow>& rows)
{
    std::string text = fmt::format("| {} |\n| --- ", fmt::join(kColumns, " | "));
    for (std::size_t i = 2; i < kColumns.size(); ++i)
        text += "| --: ";
    text += "| --- |\n";
    for (const ComparisonRow& row : rows) {
        Cells cells = cellsOf(row);
        cells.back() = escaped(row.whyNot, "|", '\\');
        text += fmt::format("| {} |\n", fmt::join(cells, " | "));
    }
    return text;
}

std::string tableText(const std::vector<ComparisonRow>& rows)
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
        const Cells cells = cellsOf(row);
        const auto percent = [](double share) { return fmt::format("{:.2f} %", 100 * share); };
        fmt::format_to(out, "{:<22}{:>6}{:>18}{:>9}{:>9}{:>9}{:>10}{:>12.2f}{:>11}{:>8}\n", row.name,
                       cells[1], cells[2], percent(row.bubbleFraction),
                       percent(row.bubbleOverhead), percent(row.spanBubbleFraction),
                       row.maxInFlight, row.maxActivations, row.transfers, row.weightsFactor);
    }
    return text
        + "\nbubble: idle / all time; overhead: idle / busy; span: idle within the longest span of a "
          "rank\nin flight: most (microbatch, stage) pairs on a rank; activations: the same in p-ths "
          "of the model\nweights: copies of the model over all ranks\n";
}

std::string jsonText(const Request& request, const std::vector<ComparisonRow>& rows)
{
    std::string text = fmt::format("{{\n \"ranks\": {},\n \"microbatches\": {},\n \"schedules\": [",
                                   request.model.ranks, request.model.microbatches);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ComparisonRow& row = rows[i];
        text += fmt::format("{}\n  {{\"schedule\": \"{}\"", i == 0 ? "" : ",", row.name);
        if (row.whyNot.empty()) {
            const Cells cells = cellsOf(row);
            for (std::size_t column = 1; column + 1 < cells.size(); ++column)
                text += fmt::format(", \"{}\": {}", kColumns[column], cells[column]);
            text += fmt::format(", \"peak_in_flight\": [{}]}}", fmt::join(row.peakInFlight, ", "));
        } else {
            text += fmt::format(", \"why_not\": \"{}\"}}", escaped(row.whyNot, "\"\\", '\\'));
        }
    }
    return text + "\n ]\n}\n";
}

} // namespace

int printComparison(const SourceFlags& flags, const std::string& names, const std::string& format,
                    const std::string& out)
{
    if (!flags.file.empty()
        && (!flags.ranks.empty() || !flags.microbatches.empty() || !flags.maxInFlight.empty()
            || !flags.chunks.empty() || !flags.group.empty() || flags.costs.any())) {
        fmt::print(stderr, "give either a strategy FILE or flags, not both\n");
        return kBadInput;
    }
    const auto request
        = flags.file.empty() ? requestFromFlags(flags) : requestFromFile(flags.file);
    if (!request)
        return kBadInput;
    const auto schedules = schedulesFrom(names, *request);
    if (!schedules)
        return kBadInput;
    const auto rows = plan::compareSchedules(request->model, *schedules);
    if (format == "json")
        return deliver(jsonText(*request, rows), out);
    if (format == "csv")
        return deliver(csvText(rows), out);
    return deliver(format == "markdown" ? markdownText(rows) : tableText(rows), out);
}

} // namespace cli
