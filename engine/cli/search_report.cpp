#include "engine/cli/search_report.h"

#include "engine/cli/estimate_report.h"
#include "engine/cli/interval_text.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/report_units.h"
#include "engine/strategy/estimate/equal_estimates.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using nlohmann::ordered_json;
using strategy::FoundStrategy;

double peakOf(const FoundStrategy& one)
{
    return one.estimate.memory[one.estimate.fullestRank].peak();
}

std::string recomputeOf(const strategy::Recompute& recompute)
{
    return strategy::wordOf(recompute.granularity)
        + (recompute.layers > 0 ? '-' + std::to_string(recompute.layers) : "");
}

std::string row(const FoundStrategy& one, const FoundStrategy& first)
{
    const strategy::Parallel& cut = one.strategy.parallel;
    return fmt::format(
        "{}{:>7} {:>4}{} {:>3} {:>3} {:>3} {:>3} {:>5} {:>4} {:>4}  {:<12} {:<10} {}{:>8.4g} "
        "{:>{}} {:>9.0f} "
        "{:>6.2f} {:>6.2f} {:>8.2f}\n",
        one.onFront ? '*' : ' ', one.strategy.cluster.devices, cut.tensor, cut.sequence ? '+' : ' ',
        cut.pipeline, strategy::shapeOf(one.strategy).chunks, cut.context, cut.expert, cut.data,
        one.strategy.batch.micro, cut.zero, one.strategy.schedule.name,
        recomputeOf(one.strategy.recompute), areEqual(one.estimate, first.estimate) ? '=' : ' ',
        one.estimate.stepSeconds, intervalText(one.estimate.interval), kIntervalWidth,
        one.estimate.tokensPerSecond, 100 * one.estimate.mfu, 100 * one.estimate.bubbleFraction,
        gibibytes(peakOf(one)));
}

ordered_json jsonOf(const FoundStrategy& one)
{
    const strategy::Strategy& found = one.strategy;
    const strategy::Parallel& cut = found.parallel;
    ordered_json json = estimateAsJson(found, one.estimate);
    json["peak_bytes"] = std::llround(peakOf(one));
    json["on_front"] = one.onFront;
    json["name"] = found.name;
    json["devices"] = found.cluster.devices;
    json["parallel"] = {{"tensor", cut.tensor},
                        {"pipeline", cut.pipeline},
                        {"chunks", strategy::shapeOf(found).chunks},
                        {"context", cut.context},
                        {"expert", cut.expert},
                        {"data", cut.data},
                        {"sequence", cut.sequence},
                        {"zero", cut.zero},
                        {"layers_per_stage", cut.layersPerStage}};
    json["batch"] = {{"micro", found.batch.micro}, {"global", found.batch.global}};
    json["schedule"] = {{"name", found.schedule.name}};
    json["recompute"] = {{"granularity", strategy::wordOf(found.recompute.granularity)},
                         {"method", strategy::wordOf(found.recompute.method)},
                         {"layers", found.recompute.layers}};
    // The file itself, so that a result can be run without being put together again.
    json["strategy"] = strategy::writeStrategy(found);
    return json;
}

std::string leanestSentence(const strategy::SearchResult& result)
{
    if (!result.leanest)
        return "nothing that could be laid out was found\n";
    const double peak = peakOf(*result.leanest);
    const double limit = result.leanest->estimate.memoryLimit;
    return fmt::format("nothing was found that fits and is fast enough; the least memory, {:.2f} "
                       "GiB of {:.2f}, at {:.0f} tokens/s, takes {}\n",
                       gibibytes(peak), gibibytes(limit), result.leanest->estimate.tokensPerSecond,
                       result.leanest->strategy.name);
}

} // namespace

std::string searchTable(const strategy::SearchResult& result)
{
    std::string text
        = fmt::format("{} configurations looked at, {} simulated{}\n", result.looked,
                      result.simulated, result.stopped ? ", stopped: the best so far" : "");
    // Nothing found is no failure: what comes nearest says which limit to give up.
    if (result.found.empty())
        return text + leanestSentence(result);
    text += fmt::format("\n{:>8} {:>4}  {:>3} {:>3} {:>3} {:>3} {:>5} {:>4} {:>4}  {:<12} {:<10} "
                        "{:>9} {:>{}} {:>9} {:>6} {:>6} {:>8}\n",
                        "devices", "tp", "pp", "v", "cp", "ep", "dp", "mbs", "zero", "schedule",
                        "recompute", "step s", "80 % interval", kIntervalWidth, "tokens/s", "MFU %",
                        "bubble", "peak GiB");
    for (const FoundStrategy& one : result.found)
        text += row(one, result.found.front());
    return text + "\n*  none has less of step time, memory and devices; +  sequence parallel\n"
        + equalLegend({.intervals = result.equal > 1}, "the first")
        + equalCount(result.equal, fmt::format("{} simulated", result.simulated));
}

std::string searchJson(const strategy::SearchResult& result)
{
    ordered_json json{{"looked", result.looked},
                      {"simulated", result.simulated},
                      {"stopped", result.stopped},
                      {"equal_strategies", result.equal},
                      {"results", ordered_json::array()}};
    for (const FoundStrategy& one : result.found) {
        json["results"].push_back(jsonOf(one));
        json["results"].back()["equals_first"]
            = areEqual(one.estimate, result.found.front().estimate);
    }
    if (result.leanest)
        json["leanest"] = jsonOf(*result.leanest);
    return textOf(json);
}

std::string searchCsv(const strategy::SearchResult& result)
{
    // Lists are separated by blanks within their cell, so no cell needs quotes.
    std::string text
        = "devices,tensor,sequence,pipeline,chunks,context,expert,data,micro,zero,"
          "schedule,recompute,recompute_layers,layers_per_stage,step_seconds,"
          "tokens_per_second,mfu,bubble_fraction,peak_bytes,on_front,interval_low_seconds,"
          "interval_high_seconds\n";
    for (const FoundStrategy& one : result.found) {
        const strategy::Strategy& found = one.strategy;
        const strategy::Parallel& cut = found.parallel;
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.9g},{:.9g},{:.6g},{:.6g},"
            "{:.0f},{},{}\n",
            found.cluster.devices, cut.tensor, cut.sequence, cut.pipeline,
            strategy::shapeOf(found).chunks, cut.context, cut.expert, cut.data, found.batch.micro,
            cut.zero, found.schedule.name, strategy::wordOf(found.recompute.granularity),
            found.recompute.layers, fmt::join(cut.layersPerStage, " "), one.estimate.stepSeconds,
            one.estimate.tokensPerSecond, one.estimate.mfu, one.estimate.bubbleFraction,
            peakOf(one), one.onFront, intervalCells(one.estimate.interval));
    }
    return text;
}

} // namespace cli
