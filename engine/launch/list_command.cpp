#include "engine/launch/list_command.h"

#include "engine/launch/catalogue.h"
#include "engine/launch/list_entry.h"
#include "engine/launch/progress.h"
#include "engine/launch/queued_run.h"
#include "engine/launch/rank_command.h"
#include "engine/launch/remote_call.h"
#include "engine/launch/report_file.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/time_scale.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

namespace {

std::string lineOf(const std::string& run, const std::string& standing, int ranks,
                   std::int64_t steps, const std::string& strategy)
{
    return fmt::format("{:22} {:10} {:>5} ranks {:>8} steps  {}\n", run, standing, ranks, steps,
                       strategy);
}

std::string textOf(const RunRecord& run)
{
    std::string text = lineOf(run.run, standingOf(run), run.ranks, run.steps, run.strategyName);
    if (run.outcome != textOf(run.state))
        text += run.outcome.empty() ? "" : fmt::format("  {}\n", run.outcome);
    if (const std::string scale = strategy::toText(run.predicted.timeScale); !scale.empty())
        text += fmt::format("  {}, {}\n", run.device, scale);
    if (!run.paceWarning.empty())
        text += fmt::format("  {}\n", run.paceWarning);
    if (run.unlogged > 0)
        text
            += fmt::format("  the disk was full, and {} records were not recorded\n", run.unlogged);
    return text;
}

std::string textOf(const QueuedRun& run)
{
    const Submission& of = run.submission;
    return lineOf(of.run, standingOf(run), of.ranks, of.steps, of.strategyName)
        + fmt::format("  {}\n  {}, submitted {}, in {}\n", sentenceOf(run), of.device, of.submitted,
                      of.folder.string());
}

// Both, each newest first, as one list in that order.
template <class Take>
void inOrder(const std::vector<RunRecord>& begun, const std::vector<QueuedRun>& waiting,
             const Take& take)
{
    auto next = waiting.begin();
    for (const RunRecord& run : begun) {
        for (; next != waiting.end() && next->submission.submitted >= run.started; ++next)
            take(*next);
        take(run);
    }
    for (; next != waiting.end(); ++next)
        take(*next);
}

ExitCode listThere(const ListRequest& request)
{
    if (!isSshHost(request.host))
        return refuse(fmt::format("--host: must be a host as ssh takes one, such as user@login, "
                                  "not {}",
                                  options::inQuotes(request.host)),
                      ExitCode::BadInput);
    ForwardedCommand command{.host = request.host, .words = {"list"}};
    if (request.json)
        command.words.emplace_back("--json");
    return forward(command, processEnvironment());
}

} // namespace

ExitCode listRuns(const ListRequest& request, const Places& places)
{
    if (!request.host.empty())
        return listThere(request);
    std::vector<std::string> notices;
    KnownRuns known = knownRuns(places, notices);
    for (const std::string& notice : notices)
        sayToStderr(notice);
    const std::vector<QueuedRun> waiting
        = askForQueued(std::move(known.waiting), processEnvironment());
    if (known.begun.empty() && waiting.empty() && !request.json)
        sayToStderr("there is no run yet; start one with `bubblescope-run FILE`");
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::string table;
    inOrder(known.begun, waiting, [&](const auto& run) {
        if (request.json)
            list.push_back(listEntryOf(run));
        else
            table += textOf(run);
    });
    if (request.json)
        table = list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    const auto written = writeReport("-", table);
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
