// The order of every rank's ops, and the schedules there are.

#include "engine/cli/arguments.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/cost_options.h"
#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/options/values.h"
#include "engine/plan/schedule_text.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <fmt/format.h>

namespace cli {
namespace {

struct ScheduleFlags {
    SourceFlags source;
    std::string format;
    std::string out;
};

int printSchedule(const ScheduleFlags& flags)
{
    const auto source = loadSource(flags.source);
    if (!source)
        return kBadInput;
    if (flags.format == "json")
        return deliver([&](const TextSink& sink) { writeScheduleJson(*source, sink); }, flags.out);
    if (flags.format == "text")
        return deliver(plan::toText(source->schedule), flags.out);
    const auto form
        = flags.format == "torch-csv" ? strategy::CsvForm::ComputeOnly : strategy::CsvForm::Lowered;
    const std::string csv = strategy::toTorchCsv(source->schedule, form);
    // Written all the same: other programs may read files that a strategy does not.
    if (csv.size() > strategy::kMaxCsvBytes)
        complain(fmt::format("warning: the schedule takes {} bytes; a strategy reads files of at "
                             "most {}",
                             csv.size(), strategy::kMaxCsvBytes));
    return deliver(csv, flags.out);
}

} // namespace

void addScheduleCommand(Commands& commands)
{
    const auto flags = std::make_shared<ScheduleFlags>();
    CLI::App& command = addCommand(
        commands, "schedule", "prints the order of the ops of every rank", flags, printSchedule);
    addSource(command, flags->source);
    addCosts(command, flags->source.costs);
    options::addWord(command, "--format", flags->format,
                     {"text", "torch-csv", "torch-csv-lowered", "json"});
    addOutput(command, flags->out);
}

void addSchedulesCommand(Commands& commands)
{
    commands.add("schedules", "lists the schedules with their conditions, closed forms and memory",
                 [] { return deliver(catalogueTable(), {}); });
}

} // namespace cli
