#include "engine/launch/list_command.h"

#include "engine/launch/catalogue.h"
#include "engine/launch/list_entry.h"
#include "engine/launch/progress.h"
#include "engine/launch/rank_command.h"
#include "engine/launch/report_file.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/time_scale.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

namespace {

std::string jsonOf(const std::vector<RunRecord>& runs)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const RunRecord& run : runs)
        list.push_back(listEntryOf(run));
    return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string tableOf(const std::vector<RunRecord>& runs)
{
    std::string table;
    for (const RunRecord& run : runs) {
        table += fmt::format("{:22} {:10} {:>5} ranks {:>8} steps  {}\n", run.run, standingOf(run),
                             run.ranks, run.steps, run.strategyName);
        if (run.outcome != textOf(run.state))
            table += run.outcome.empty() ? "" : fmt::format("  {}\n", run.outcome);
        if (const std::string scale = strategy::toText(run.predicted.timeScale); !scale.empty())
            table += fmt::format("  {}, {}\n", run.device, scale);
        if (!run.paceWarning.empty())
            table += fmt::format("  {}\n", run.paceWarning);
        if (run.unlogged > 0)
            table += fmt::format("  the disk was full, and {} records were not recorded\n",
                                 run.unlogged);
    }
    return table;
}

} // namespace

ExitCode listRuns(const ListRequest& request, const Places& places)
{
    std::vector<std::string> notices;
    const std::vector<RunRecord> runs = allRuns(places, notices);
    for (const std::string& notice : notices)
        sayToStderr(notice);
    if (runs.empty() && !request.json)
        sayToStderr("there is no run yet; start one with `bubblescope-run FILE`");
    const auto written = writeReport("-", request.json ? jsonOf(runs) : tableOf(runs));
    if (!written) {
        sayToStderr(written.error().message);
        return ExitCode::WorkFailed;
    }
    return ExitCode::Good;
}

void addListCommand(Commands& commands)
{
    const auto request = std::make_shared<ListRequest>();
    CLI::App& list
        = addCommand(commands, "list", "lists all runs, newest first", request, listRuns);
    options::addFlag(list, "--json", request->json, "prints the list as JSON");
    options::addText(list, "--host", "HOST", request->host,
                     "lists the runs of another machine, which ssh reaches as HOST");
}

} // namespace launch
