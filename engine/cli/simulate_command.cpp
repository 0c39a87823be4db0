// When every op of a schedule runs, and why not sooner.

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/cost_options.h"
#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/options/values.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/svg_export.h"
#include "engine/strategy/trace_export.h"

namespace cli {
namespace {

struct SimulationFlags {
    SourceFlags source;
    std::string format;
    std::string out;
};

struct Simulated {
    Source source;
    Simulation simulation;
};

std::optional<Simulated> simulated(const SourceFlags& flags)
{
    auto source = loadSource(flags);
    if (!source)
        return std::nullopt;
    auto timeline = plan::simulate(source->schedule, source->costs);
    if (!timeline) {
        complain(timeline.error().message);
        return std::nullopt;
    }
    Simulated result{*std::move(source), {*std::move(timeline), {}}};
    result.simulation.ledger
        = plan::account(result.source.schedule, result.simulation.timeline, result.source.costs);
    return result;
}

int printSimulation(const SimulationFlags& flags)
{
    const auto result = simulated(flags.source);
    if (!result)
        return kBadInput;
    const Source& source = result->source;
    const Simulation& simulation = result->simulation;
    if (flags.format == "chrome")
        return deliver(
            [&](const TextSink& sink) {
                strategy::writeChromeTrace({{"predicted", &source.schedule, &simulation.timeline}},
                                           sink);
            },
            flags.out);
    if (flags.format == "svg")
        return deliver(strategy::svgPicture(
                           source.title, {{"predicted", &source.schedule, &simulation.timeline}}),
                       flags.out);
    if (flags.format == "json")
        return deliver([&](const TextSink& sink) { writeSimulationJson(source, simulation, sink); },
                       flags.out);
    return deliver(simulationTable(source, simulation), flags.out);
}

int printExplanation(const SimulationFlags& flags)
{
    const auto result = simulated(flags.source);
    if (!result)
        return kBadInput;
    const auto write = flags.format == "json" ? writeExplanationJson : writeExplanation;
    return deliver([&](const TextSink& sink) { write(result->source, result->simulation, sink); },
                   flags.out);
}

// Both take the same.
void add(Commands& commands, const std::string& name, const std::string& about,
         const std::vector<std::string>& formats, int (*act)(const SimulationFlags&))
{
    const auto flags = std::make_shared<SimulationFlags>();
    CLI::App& command = addCommand(commands, name, about, flags, act);
    addSource(command, flags->source);
    addCosts(command, flags->source.costs);
    options::addWord(command, "--format", flags->format, formats);
    addOutput(command, flags->out);
}

} // namespace

void addSimulateCommand(Commands& commands)
{
    add(commands, "simulate", "predicts when every op runs and why a rank is idle",
        {"table", "json", "chrome", "svg"}, printSimulation);
}

void addExplainCommand(Commands& commands)
{
    add(commands, "explain", "explains what every bubble waits for", {"text", "json"},
        printExplanation);
}

} // namespace cli
