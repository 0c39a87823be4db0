// What a strategy costs over values of its fields.

#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/cost_flags.h"
#include "engine/cli/cost_options.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/interval_text.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/output.h"
#include "engine/cli/report_units.h"
#include "engine/cli/strategy_input.h"
#include "engine/options/values.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/search/sweep.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace cli {
namespace {

struct SweepFlags {
    ModelFile input;
    std::vector<std::string> fields; // each as KEY=VALUE,VALUE
    std::string format;
    std::string out;
};

using nlohmann::ordered_json;
using Fields = std::vector<strategy::SweptField>;
using Rows = std::vector<strategy::SweepRow>;

std::optional<Fields> fieldsOf(const std::vector<std::string>& words)
{
    Fields fields;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
            complain("--field takes KEY=VALUE,VALUE as batch.micro=1,2,4, not '"
                     + strategy::shown(word) + '\'');
            return std::nullopt;
        }
        // Whether there is such a field, and what its values may be, is told by the sweep.
        fields.push_back({word.substr(0, equals), splitAtCommas(word.substr(equals + 1))});
    }
    return fields;
}

std::string lineOf(const strategy::Problem& problem)
{
    return problem.key.empty() ? problem.sentence : problem.key + ' ' + problem.sentence;
}

// The one of most tokens per second that fits, and what is equal to it.
std::string bestText(const Fields& fields, const Rows& rows)
{
    const strategy::SweepRow* const best = strategy::bestOf(rows);
    if (best == nullptr)
        return "\nnone of them fits\n";
    std::string text = "\nthe most tokens/s of those that fit:";
    for (std::size_t i = 0; i < fields.size(); ++i)
        text += fmt::format("{} {} {}", i > 0 ? "," : "", fields[i].key, best->values[i]);
    const auto fitting = std::count_if(
        rows.begin(), rows.end(), [](const auto& row) { return row.numbers && row.numbers->fits; });
    return text + '\n' + equalLegend(strategy::equalRules(rows), "the best")
        + equalCount(strategy::countEqual(rows), fmt::format("{} that fit", fitting));
}

std::string tableOf(const Fields& fields, const Rows& rows, const ComparedCosts& costs)
{
    std::string text;
    for (const strategy::SweptField& field : fields)
        text += fmt::format("{:>24} ", field.key);
    text += fmt::format("{:>10} {:>{}} {:>8} {:>10} {:>7} {:>9}  {}\n", "step s", "80 % interval",
                        kIntervalWidth, "bubble", "tokens/s", "MFU %", "peak GiB", "fits");
    const strategy::SweepRow* const best = strategy::bestOf(rows);
    for (const strategy::SweepRow& row : rows) {
        for (const std::string& value : row.values)
            text += fmt::format("{:>24} ", value);
        if (const auto& numbers = row.numbers)
            text += fmt::format("{}{:>9.4g} {:>{}} {:>7.2f}% {:>10.0f} {:>7.2f} {:>9.2f}  {}\n",
                                isEqualToBest(row, best) ? '=' : ' ', numbers->stepSeconds,
                                intervalText(numbers->interval), kIntervalWidth,
                                100 * numbers->bubbleFraction, numbers->tokensPerSecond,
                                100 * numbers->mfu, gibibytes(numbers->peakBytes),
                                numbers->fits ? "yes" : "no");
        else
            text += lineOf(row.whyNot) + '\n';
    }
    text += bestText(fields, rows);
    std::vector<std::string> said;
    for (const strategy::SweepRow& row : rows)
        for (const strategy::Problem& note : row.notes)
            if (const std::string sentence = lineOf(note);
                std::find(said.begin(), said.end(), sentence) == said.end())
                said.push_back(sentence);
    for (const std::string& sentence : said)
        text += "note: " + sentence + '\n';
    return text + "\ncosts: " + comparedCostsText(costs) + '\n';
}

std::string jsonOf(const Fields& fields, const Rows& rows, const ComparedCosts& costs)
{
    ordered_json json = ordered_json::array();
    const strategy::SweepRow* const best = strategy::bestOf(rows);
    for (const strategy::SweepRow& row : rows) {
        ordered_json one{{"values", ordered_json::object()}};
        for (std::size_t i = 0; i < fields.size(); ++i)
            one["values"][fields[i].key] = row.values[i];
        if (const auto& numbers = row.numbers) {
            one["step_seconds"] = numbers->stepSeconds;
            one["bubble_fraction"] = numbers->bubbleFraction;
            one["tokens_per_second"] = numbers->tokensPerSecond;
            one["mfu"] = numbers->mfu;
            one["peak_bytes"] = std::llround(numbers->peakBytes);
            one["fits"] = numbers->fits;
            if (numbers->interval)
                one["interval_seconds"] = {numbers->interval->low, numbers->interval->high};
        } else {
            one["why_not"] = lineOf(row.whyNot);
        }
        if (!row.notes.empty())
            one["notes"] = ordered_json::array();
        for (const strategy::Problem& note : row.notes)
            one["notes"].push_back({{"key", note.key}, {"sentence", note.sentence}});
        one["equals_best"] = isEqualToBest(row, best);
        one["costs_of"] = plan::toText(costs.given);
        one["costs_from"] = strategy::wordOf(costs.origin.kind);
        one["rank_shares_kept"] = costs.kept == plan::CostBasis::Rank;
        json.push_back(std::move(one));
    }
    return textOf(json);
}

std::string csvOf(const Fields& fields, const Rows& rows, const ComparedCosts& costs)
{
    std::string text;
    for (const strategy::SweptField& field : fields)
        text += csvCell(field.key) + ',';
    text += "step_seconds,bubble_fraction,tokens_per_second,mfu,peak_bytes,fits,costs_of,"
            "rank_shares_kept,why_not,interval_low_seconds,interval_high_seconds\n";
    const std::string of
        = fmt::format("{},{}", plan::toText(costs.given), costs.kept == plan::CostBasis::Rank);
    for (const strategy::SweepRow& row : rows) {
        for (const std::string& value : row.values)
            text += csvCell(value) + ',';
        if (const auto& numbers = row.numbers)
            text += fmt::format("{:.9g},{:.6g},{:.9g},{:.6g},{:.0f},{},{},,{}\n",
                                numbers->stepSeconds, numbers->bubbleFraction,
                                numbers->tokensPerSecond, numbers->mfu, numbers->peakBytes,
                                numbers->fits, of, intervalCells(numbers->interval));
        else
            // As many cells as a row with numbers has, so that the columns stay in place.
            text += fmt::format(",,,,,,{},", of) + csvCell(lineOf(row.whyNot)) + ','
                + intervalCells({}) + '\n';
    }
    return text;
}

int printSweep(const SweepFlags& flags)
{
    const ModelFile& input = flags.input;
    const std::string& format = flags.format;
    const auto swept = fieldsOf(flags.fields);
    auto strategy = loadStrategy(input.file, input.profile);
    // Two bases: what the costs are of, and what of them is kept when a value changes the stages.
    const plan::CostBasis given = basisOf(input.costsOf, plan::CostBasis::Stage);
    if (!swept || !strategy || !takeCostsOf(input.file, given, *strategy))
        return kBadInput;
    // Ctrl+C ends the sweep, not the program: rows that were computed are worth printing.
    const InterruptNoted interrupt;
    const plan::CostBasis basis = basisOf(input.costsOf, plan::CostBasis::Rank);
    const auto rows = strategy::sweep(
        *strategy, *swept, [&interrupt] { return interrupt.interrupted(); }, {}, basis);
    if (!rows) {
        complain(input.file + ": " + rows.error().message);
        return kBadInput;
    }
    if (interrupt.interrupted())
        complain("the sweep was stopped; these are the rows so far");
    const ComparedCosts costs{strategy::costOriginOf(*strategy), given, basis};
    return deliver(format == "json"      ? jsonOf(*swept, *rows, costs)
                       : format == "csv" ? csvOf(*swept, *rows, costs)
                                         : tableOf(*swept, *rows, costs),
                   flags.out);
}

} // namespace

void addSweepCommand(Commands& commands)
{
    const auto flags = std::make_shared<SweepFlags>();
    CLI::App& command = addCommand(
        commands, "sweep", "estimates a strategy for several values of one or two of its fields",
        flags, printSweep);
    addModelFile(command, flags->input);
    command
        .add_option("--field", flags->fields,
                    "field and its values, such as batch.microbatches=8,16,32; given once or twice")
        ->type_name("KEY=V,V")
        ->required()
        ->take_all();
    addCostsOf(command, flags->input.costsOf, plan::CostBasis::Rank);
    options::addWord(command, "--format", flags->format, {"table", "json", "csv"});
    addOutput(command, flags->out);
}

} // namespace cli
