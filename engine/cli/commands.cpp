#include "engine/cli/commands.h"
#include "engine/cli/arguments.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/svg_export.h"
#include "engine/strategy/trace_export.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>

namespace cli {
namespace {

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

} // namespace

int checkFile(const std::string& file)
{
    const strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        complain(strategy::toText(file, problem));
    for (const auto& warning : read.warnings)
        complain("warning: " + strategy::toText(file, warning));
    if (!read.strategy)
        return kBadInput;
    if (const auto schedule = strategy::scheduleOf(*read.strategy); !schedule) {
        complain(strategy::toText(file,
                                  {read.lineOf("schedule"), "schedule", schedule.error().message}));
        return kBadInput;
    }
    return 0;
}

int printSchedule(const SourceFlags& flags, const std::string& format, const std::string& out)
{
    const auto source = loadSource(flags);
    if (!source)
        return kBadInput;
    if (format == "json")
        return deliver([&](const TextSink& sink) { writeScheduleJson(*source, sink); }, out);
    if (format == "text")
        return deliver(plan::toText(source->schedule), out);
    const auto form
        = format == "torch-csv" ? strategy::CsvForm::ComputeOnly : strategy::CsvForm::Lowered;
    const std::string csv = strategy::toTorchCsv(source->schedule, form);
    if (csv.size() > strategy::kMaxCsvBytes)
        complain(fmt::format("warning: the schedule takes {} bytes; a strategy reads files of at "
                             "most {}",
                             csv.size(), strategy::kMaxCsvBytes));
    return deliver(csv, out);
}

int printSimulation(const SourceFlags& flags, const std::string& format, const std::string& out)
{
    const auto result = simulated(flags);
    if (!result)
        return kBadInput;
    const Source& source = result->source;
    const Simulation& simulation = result->simulation;
    if (format == "chrome")
        return deliver(
            [&](const TextSink& sink) {
                strategy::writeChromeTrace({{"predicted", &source.schedule, &simulation.timeline}},
                                           sink);
            },
            out);
    if (format == "svg")
        return deliver(strategy::svgPicture(
                           source.title, {{"predicted", &source.schedule, &simulation.timeline}}),
                       out);
    if (format == "json")
        return deliver([&](const TextSink& sink) { writeSimulationJson(source, simulation, sink); },
                       out);
    return deliver(simulationTable(source, simulation), out);
}

int printExplanation(const SourceFlags& flags, const std::string& format, const std::string& out)
{
    const auto result = simulated(flags);
    if (!result)
        return kBadInput;
    const Source& source = result->source;
    const Simulation& simulation = result->simulation;
    const auto write = format == "json" ? writeExplanationJson : writeExplanation;
    return deliver([&](const TextSink& sink) { write(source, simulation, sink); }, out);
}

} // namespace cli
