// bubblescope-plan: check, list, print and simulate schedules without a window.

#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/trace_export.h"
#include "engine/strategy/yaml.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace cli {
namespace {

constexpr int kBadInput = 2;

void addSource(CLI::App& command, SourceFlags& flags)
{
    command.add_option("file", flags.file, "a strategy file")->type_name("FILE");
    command.add_option("--name", flags.name, "schedule, as `bubblescope-plan schedules` lists them");
    command.add_option("--ranks", flags.ranks, "devices along the pipeline");
    command.add_option("--microbatches", flags.microbatches, "microbatches a step");
    command.add_option("--chunks", flags.chunks, "model chunks a rank");
    command.add_option("--group", flags.group, "interleaved: microbatches that cross a chunk together");
}

void addCosts(CLI::App& command, SourceFlags& flags)
{
    command.add_option("--forward", flags.forward, "microseconds of a stage's forward");
    command.add_option("--input-grad", flags.inputGrad, "microseconds of its input gradient");
    command.add_option("--weight-grad", flags.weightGrad, "microseconds of its weight gradient");
    command.add_option("--transfer", flags.transfer, "microseconds of a hop between two ranks");
}

int checkFile(const std::string& file)
{
    const strategy::ReadResult read = strategy::readStrategyFile(file);
    for (const auto& problem : read.problems)
        fmt::print(stderr, "{}\n", strategy::toText(file, problem));
    for (const auto& warning : read.warnings)
        fmt::print(stderr, "warning: {}\n", strategy::toText(file, warning));
    if (!read.strategy)
        return kBadInput;
    if (const auto schedule = strategy::scheduleOf(*read.strategy); !schedule) {
        fmt::print(stderr, "{}\n",
                   strategy::toText(file, {read.lineOf("schedule"), "schedule",
                                           schedule.error().message}));
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
        return deliver(scheduleJson(*source), out);
    return deliver(format == "torch-csv" ? scheduleTorchCsv(*source) : scheduleText(*source), out);
}

int printSimulation(const SourceFlags& flags, const std::string& format, const std::string& out)
{
    const auto source = loadSource(flags);
    if (!source)
        return kBadInput;
    auto timeline = plan::simulate(source->schedule, source->costs);
    if (!timeline) {
        fmt::print(stderr, "{}\n", timeline.error().message);
        return kBadInput;
    }
    if (format == "chrome")
        return deliver(strategy::chromeTrace({{"predicted", &source->schedule, &*timeline}}), out);

    Simulation simulation{.timeline = *std::move(timeline), .ledger = {}};
    simulation.ledger
        = plan::account(source->schedule, simulation.timeline, source->costs);
    return deliver(format == "json" ? simulationJson(*source, simulation)
                                    : simulationTable(*source, simulation),
                   out);
}

int run(int argc, char** argv)
{
    CLI::App app{"Bubblescope's planner: schedules, their timelines and their bubbles"};
    app.require_subcommand(1);
    SourceFlags flags;
    std::string scheduleFormat = "text";
    std::string simulationFormat = "table";
    std::string out;

    CLI::App& check = *app.add_subcommand("check", "says everything that is wrong with a strategy");
    check.add_option("file", flags.file, "a strategy file")->type_name("FILE")->required();
    app.add_subcommand("schedules", "lists the schedules: conditions, closed form, memory");

    CLI::App& schedule = *app.add_subcommand("schedule", "prints the order of every rank's ops");
    addSource(schedule, flags);
    schedule.add_option("--format", scheduleFormat, "text, torch-csv or json")
        ->capture_default_str()
        ->check(CLI::IsMember({"text", "torch-csv", "json"}));
    schedule.add_option("-o,--output", out, "write there instead of stdout")->type_name("OUT");

    CLI::App& simulate = *app.add_subcommand("simulate", "predicts when every op runs, and why not");
    addSource(simulate, flags);
    addCosts(simulate, flags);
    simulate.add_option("--format", simulationFormat, "table, json or chrome")
        ->capture_default_str()
        ->check(CLI::IsMember({"table", "json", "chrome"}));
    simulate.add_option("-o,--output", out, "write there instead of stdout")->type_name("OUT");

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "{}\nbubblescope-plan --help lists the commands\n", error.what());
        return kBadInput;
    }
    if (check.parsed())
        return checkFile(flags.file);
    if (schedule.parsed())
        return printSchedule(flags, scheduleFormat, out);
    if (simulate.parsed())
        return printSimulation(flags, simulationFormat, out);
    return deliver(catalogueTable(), {});
}

} // namespace
} // namespace cli

int main(int argc, char** argv)
{
    try {
        return cli::run(argc, argv);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "there is not enough memory for this; use fewer ranks or microbatches\n");
        return 1;
    }
}
