// A measured pipeline, read from the dumps of its ranks: its ledger, phases and bubbles, as
// `simulate` prints them of a prediction.

#include "engine/cli/commands.h"

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/cli/trace_report.h"
#include "engine/cli/traced_run.h"
#include "engine/options/values.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/svg_export.h"
#include "engine/strategy/trace_export.h"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

// A measured pipeline, from the folder of its ranks' dumps.
struct TraceFlags {
    std::string folder;
    std::string iteration; // as typed; empty: that of the median time
    std::string format;
    std::string out;
};

using measured::IterationFit;

// The one asked for; else that of the median time behind the warm-up.
std::optional<std::size_t> chosen(const TracedRun& run, const std::vector<IterationFit>& fits,
                                  std::optional<int> asked)
{
    for (std::size_t i = 0; asked && i < fits.size(); ++i)
        if (fits[i].number == *asked)
            return i;
    if (asked) {
        complain(fmt::format("--iteration: {} was not dumped; {} to {} were, {} in all", *asked,
                             run.steps.front().step.number, run.steps.back().step.number,
                             run.steps.size()));
        return std::nullopt;
    }
    std::vector<bool> isWarmUp;
    isWarmUp.reserve(fits.size());
    for (const IterationFit& fit : fits)
        isWarmUp.push_back(fit.warmUp);
    return measured::typicalStep(run, isWarmUp);
}

Source sourceOf(const TracedRun& run, const IterationFit& fit)
{
    Source source;
    source.title = fmt::format("{}, iteration {}", strategy::shown(run.title), fit.number);
    source.scheduleName = run.order.name;
    source.costs = fit.costs;
    source.schedule = run.order.schedule;
    return source;
}

std::string memoryLine(const TracedRun& run, int number)
{
    // Iterations that ran another order than most have no step.
    const auto iteration
        = std::find_if(run.dump.iterations.begin(), run.dump.iterations.end(),
                       [number](const auto& each) { return each.number == number; });
    std::string text;
    for (const strategy::DumpedRank& rank : iteration->ranks)
        if (rank.memoryGb)
            text += fmt::format("{}{:.2f}",
                                text.empty() ? "\nmemory of the ranks, GB, as they said: " : ", ",
                                *rank.memoryGb);
    return text.empty() ? text : text + '\n';
}

int printTimelines(const Source& source, const plan::Timeline& ran, const std::string& format,
                   const std::string& out)
{
    const auto predicted = plan::simulate(source.schedule, source.costs);
    if (!predicted) {
        complain(predicted.error().message);
        return 1;
    }
    if (format == "svg")
        return deliver(strategy::svgPicture(source.title,
                                            {{"measured", &source.schedule, &ran},
                                             {"predicted", &source.schedule, &*predicted}}),
                       out);
    return deliver(
        [&](const TextSink& sink) {
            strategy::writeChromeTrace({{"measured", &source.schedule, &ran},
                                        {"predicted", &source.schedule, &*predicted}},
                                       sink);
        },
        out);
}

int printTrace(const TraceFlags& flags)
{
    const std::string& format = flags.format;
    const std::string& out = flags.out;
    FlagReader reader;
    const auto asked
        = reader.value("--iteration", flags.iteration, std::optional<int>{}, wholeNumber);
    if (!reader.good())
        return kBadInput;
    const auto run = loadTracedRun(flags.folder);
    if (!run)
        return kBadInput;
    const auto fits = measured::fitEach(run->order.schedule, run->plainSteps());
    if (!fits) {
        complain(flags.folder + ": " + fits.error().message);
        return kBadInput;
    }
    const auto at = chosen(*run, *fits, asked);
    if (!at)
        return kBadInput;
    const std::vector<std::string> assumptions = assumptionsOf(*run);
    for (const std::string& sentence : assumptions)
        // On stderr, whatever the format: a number without its assumptions would be quoted without
        // them.
        complain("assumed: " + sentence);

    const IterationFit& fit = (*fits)[*at];
    const plan::Timeline& timeline = run->steps[*at].step.timeline;
    const Source source = sourceOf(*run, fit);
    if (format == "chrome" || format == "svg")
        return printTimelines(source, timeline, format, out);
    Simulation measured{timeline, plan::account(source.schedule, timeline, source.costs),
                        "measured"};
    if (format == "table")
        return deliver(iterationTable(*fits) + '\n' + simulationTable(source, measured)
                           + memoryLine(*run, fit.number) + clockTable(*run, run->steps[*at]),
                       out);
    measured.further
        = {{"iteration", fit.number},
           {"iterations", iterationsJson(*fits)},
           {"clocks", clocksJson(*run, run->steps[*at])},
           {"contradiction_us", double(run->steps[*at].clocks.contradiction.count()) / 1e3},
           {"assumed", assumptions}};
    return deliver([&](const TextSink& sink) { writeSimulationJson(source, measured, sink); }, out);
}

} // namespace

void addTraceCommand(Commands& commands)
{
    const auto flags = std::make_shared<TraceFlags>();
    CLI::App& command = addCommand(
        commands, "trace",
        "shows where the time of a measured pipeline went, from the dumps of its ranks", flags,
        printTrace);
    options::addText(command, "folder", "FOLDER", flags->folder,
                     "folder with config.json and a pp_rank_R.json per rank")
        ->required();
    options::addText(command, "--iteration", "N", flags->iteration,
                     "number of the iteration to show (default: the one with the median time)");
    options::addWord(command, "--format", flags->format, {"table", "json", "chrome", "svg"});
    addOutput(command, flags->out);
}

} // namespace cli
