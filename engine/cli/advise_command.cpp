// What must change for a strategy to fit, or to be fast enough.

#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/interval_text.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/output.h"
#include "engine/cli/report_units.h"
#include "engine/cli/strategy_input.h"
#include "engine/options/values.h"
#include "engine/strategy/search/advise.h"
#include "engine/strategy/yaml.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

namespace cli {
namespace {

struct AdviceFlags {
    ModelFile input;
    std::string tokensPerSecond; // as typed; empty: only to fit
    std::string format;
    std::string out;
};

using nlohmann::ordered_json;

std::string numbersText(const strategy::AdvisedNumbers& numbers)
{
    return fmt::format("{:>9.4g} s {:>{}} {:>10.0f} tokens/s {:>8.2f} GiB", numbers.stepSeconds,
                       intervalText(numbers.interval), kIntervalWidth, numbers.tokensPerSecond,
                       gibibytes(numbers.peakBytes));
}

// What the interval is, and what the sign means.
std::string legendOf(const strategy::AdviceResult& result)
{
    strategy::EqualRules rules;
    for (const strategy::Advice& advice : result.advice)
        if (advice.equalsNow)
            (advice.isVariant ? rules.variants : rules.intervals) = true;
    return (result.now.interval ? "\nbehind a step stands its 80 % interval, in which four of five "
                                  "like runs lie\n"
                                : "")
        + equalLegend(rules, "the present strategy");
}

std::string tableOf(const strategy::AdviceResult& result, double wanted)
{
    std::string text = ' ' + numbersText(result.now)
        + fmt::format("  now, of {:.2f} GiB per device: {}\n", gibibytes(result.memoryLimit),
                      result.now.fits ? "fits" : "does not fit");
    if (result.isGood)
        return text + "nothing must change\n" + legendOf(result);
    if (result.advice.empty())
        return text
            + fmt::format("none of {} changes of one or two fields does it; `bubblescope-plan "
                          "search` looks at all of them together\n",
                          result.tried)
            + legendOf(result);
    text += wanted > 0 ? fmt::format("what fits and reaches {:.0f} tokens/s:\n", wanted)
                       : "what fits:\n";
    for (const strategy::Advice& advice : result.advice) {
        text += (advice.equalsNow ? '=' : ' ') + numbersText(advice.numbers) + "  ";
        for (std::size_t i = 0; i < advice.changes.size(); ++i) {
            const strategy::FieldChange& change = advice.changes[i];
            text += fmt::format("{}{}: {} -> {}", i > 0 ? ", " : "", change.key, change.from,
                                change.to);
        }
        text += '\n';
    }
    return text + legendOf(result);
}

ordered_json jsonOf(const strategy::AdvisedNumbers& numbers)
{
    ordered_json json{{"step_seconds", numbers.stepSeconds},
                      {"tokens_per_second", numbers.tokensPerSecond},
                      {"peak_bytes", std::llround(numbers.peakBytes)},
                      {"fits", numbers.fits}};
    if (numbers.interval)
        json["interval_seconds"] = {numbers.interval->low, numbers.interval->high};
    return json;
}

std::string jsonOf(const strategy::AdviceResult& result)
{
    ordered_json json{
        {"now", jsonOf(result.now)},     {"memory_limit_bytes", std::llround(result.memoryLimit)},
        {"must_change", !result.isGood}, {"tried", result.tried},
        {"stopped", result.stopped},     {"advice", ordered_json::array()}};
    for (const strategy::Advice& advice : result.advice) {
        ordered_json one{{"changes", ordered_json::array()}};
        for (const strategy::FieldChange& change : advice.changes)
            one["changes"].push_back(
                {{"key", change.key}, {"from", change.from}, {"to", change.to}});
        one.update(jsonOf(advice.numbers));
        one["equals_now"] = advice.equalsNow;
        // Whole, beside the changes: what is advised can be run as it is.
        one["strategy"] = strategy::writeStrategy(advice.strategy);
        json["advice"].push_back(std::move(one));
    }
    return textOf(json);
}

int printAdvice(const AdviceFlags& flags)
{
    const ModelFile& input = flags.input;
    FlagReader reader;
    strategy::AdviceAsked asked;
    asked.tokensPerSecond
        = reader.value("--tokens-per-second", flags.tokensPerSecond, 0.0, throughput);
    // As many as there are cores; one where their number is not known.
    asked.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
    const auto strategy = loadStrategy(input.file, input.profile);
    if (!reader.good() || !strategy)
        return kBadInput;
    sayCostsAreNotTaken(input.file, *strategy);
    const InterruptNoted interrupt;
    asked.stop = [&interrupt] { return interrupt.interrupted(); };
    const auto result = strategy::advise(*strategy, asked);
    if (!result) {
        complain(input.file + ": " + result.error().message);
        return kBadInput;
    }
    if (result->stopped)
        complain("stopped; this is what was found so far");
    return deliver(flags.format == "json" ? jsonOf(*result)
                                          : tableOf(*result, asked.tokensPerSecond),
                   flags.out);
}

} // namespace

void addAdviseCommand(Commands& commands)
{
    const auto flags = std::make_shared<AdviceFlags>();
    CLI::App& command
        = addCommand(commands, "advise",
                     "suggests changes that make a strategy fit into memory or reach a throughput",
                     flags, printAdvice);
    addModelFile(command, flags->input);
    options::addText(command, "--tokens-per-second", "X", flags->tokensPerSecond,
                     "throughput to reach, of all devices together");
    options::addWord(command, "--format", flags->format, {"table", "json"});
    addOutput(command, flags->out);
}

} // namespace cli
