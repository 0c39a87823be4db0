#include "engine/cli/commands.h"

#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/plan/compare.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace cli {
namespace {

using plan::ComparisonRow;

struct Request {
    plan::ComparedModel model;
    plan::ScheduleOptions options; // of those that take them
};

std::optional<Request> requestFromFile(const std::string& file)
{
    const strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        fmt::print(stderr, "{}\n", strategy::toText(file, problem));
    if (!read.strategy)
        return std::nullopt;
    const plan::Shape shape = strategy::shapeOf(*read.strategy);
    const plan::Costs costs = strategy::costsOf(*read.strategy);
    if (shape.chunks != 1 && (costs.stages.size() > 1 || !costs.hops.empty())) {
        fmt::print(stderr,
                   "{}: costs: are one a stage of {} chunks a rank; to compare schedules give one "
                   "number, or one a rank\n",
                   file, shape.chunks);
        return std::nullopt;
    }
    return Request{{shape.ranks, shape.microbatches, costs}, read.strategy->schedule.options};
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
    request.options.maxInFlight = reader.value("--max-in-flight", flags.maxInFlight,
                                               std::optional<int>{}, positiveInteger);
    model.costs = costsFrom(flags.costs, {model.ranks, 1, model.microbatches}, reader);
    return reader.good() ? std::optional(std::move(request)) : std::nullopt;
}

std::optional<std::vector<plan::ComparedSchedule>> schedulesFrom(const std::string& names,
                                                                 const Request& request)
{
    std::vector<plan::ComparedSchedule> schedules;
    if (names.empty()) {
        for (const plan::CatalogEntry* entry : plan::catalog())
            schedules.push_back({std::string(entry->name), {}, request.options});
        return schedules;
    }
    FlagReader reader;
    for (const std::string& name : splitAtCommas(names)) {
        if (plan::findSchedule(name) == nullptr)
            reader.fail(fmt::format("--names: there is no schedule named '{}'; the nearest is '{}'",
                                    strategy::shown(name), plan::nearestScheduleName(name)));
        schedules.push_back({name, {}, request.options});
    }
    return reader.good() ? std::optional(std::move(schedules)) : std::nullopt;
}

constexpr std::array<const char*, 10> kColumns{
    "schedule",           "chunks",        "makespan_us",     "bubble_fraction", "bubble_overhead",
    "span_bubble_fraction", "max_in_flight", "max_activations", "transfers",       "weights_factor"};

using Cells = std::array<std::string, kColumns.size()>;

Cells cellsOf(const ComparisonRow& row)
{
    std::string makespan;
    appendUs(makespan, row.makespan);
    const auto number = [](double value) { return fmt::format("{:.6g}", value); };
    return {row.name,
            std::to_string(row.shape.chunks),
            makespan,
            number(row.bubbleFraction),
            number(row.bubbleOverhead),
            number(row.spanBubbleFraction),
            std::to_string(row.maxInFlight),
            number(row.maxActivations),
            std::to_string(row.transfers),
            std::to_string(row.weightsFactor)};
}

// Cells joined by `between`; a schedule that there is not says why.
std::string separated(const std::vector<ComparisonRow>& rows, const std::string& before,
                      const char* between, const std::string& after, const std::string& rule,
                      const std::function<std::string(const ComparisonRow&)>& whyNot)
{
    std::string text = before + fmt::format("{}", fmt::join(kColumns, between)) + after + rule;
    for (const ComparisonRow& row : rows)
        text += row.whyNot.empty()
            ? before + fmt::format("{}", fmt::join(cellsOf(row), between)) + after
            : whyNot(row);
    return text;
}

std::string csvText(const std::vector<ComparisonRow>& rows)
{
    return separated(rows, "", ",", "\n", "", [](const ComparisonRow& row) {
        std::string why = row.whyNot;
        for (std::size_t at = why.find('"'); at != std::string::npos; at = why.find('"', at + 2))
            why.insert(at, 1, '"');
        return fmt::format("{},\"{}\"{}\n", row.name, why, std::string(kColumns.size() - 2, ','));
    });
}

std::string markdownText(const std::vector<ComparisonRow>& rows)
{
    std::string rule = "| --- ";
    for (std::size_t i = 1; i < kColumns.size(); ++i)
        rule += "| --: ";
    return separated(rows, "| ", " | ", " |\n", rule + "|\n", [](const ComparisonRow& row) {
        std::string why = row.whyNot;
        for (std::size_t at = why.find('|'); at != std::string::npos; at = why.find('|', at + 2))
            why.insert(at, 1, '\\');
        std::string text = "| " + row.name + " | " + why + ' ';
        for (std::size_t i = 2; i < kColumns.size(); ++i)
            text += "| ";
        return text + "|\n";
    });
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

// A sentence as JSON holds it.
std::string escaped(const std::string& sentence)
{
    std::string text;
    for (const char c : sentence) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return text;
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
            for (std::size_t column = 1; column < cells.size(); ++column)
                text += fmt::format(", \"{}\": {}", kColumns[column], cells[column]);
            text += fmt::format(", \"peak_in_flight\": [{}]}}", fmt::join(row.peakInFlight, ", "));
        } else {
            text += fmt::format(", \"why_not\": \"{}\"}}", escaped(row.whyNot));
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
            || flags.costs.any())) {
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
