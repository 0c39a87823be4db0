#include "engine/launch/list_command.h"

#include "engine/launch/catalogue.h"
#include "engine/launch/ending_json.h"
#include "engine/launch/progress.h"
#include "engine/launch/queued_run.h"
#include "engine/launch/rank_command.h"
#include "engine/launch/report_file.h"
#include "engine/options/values.h"
#include "engine/strategy/estimate/time_scale.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

namespace {

// A stop signal holds its supervisor, and with it the ranks.
bool isHeldNow(const RunRecord& run)
{
    return run.state == RunState::Running && !run.elsewhere && isHeld(run.supervisor);
}

nlohmann::ordered_json wordOf(const std::optional<Elsewhere>& elsewhere)
{
    if (!elsewhere)
        return nullptr;
    return *elsewhere == Elsewhere::Lives ? "lives" : "silent";
}

nlohmann::ordered_json jsonOf(const RunRecord& run)
{
    return {{"run", run.run},
            {"state", textOf(run.state)},
            {"held", isHeldNow(run)},
            {"paused", run.paused},
            {"standing", standingOf(run)},
            {"elsewhere", wordOf(run.elsewhere)},
            {"place", jsonOf(run.place)},
            {"outcome", run.outcome},
            {"ending", jsonOf(run.ending)},
            {"predicted", jsonOf(run.predicted)},
            {"pace_warning", run.paceWarning},
            {"unlogged", run.unlogged},
            {"strategy", run.strategy},
            {"strategy_name", run.strategyName},
            {"started", run.started},
            {"ended", run.ended},
            {"ranks", run.ranks},
            {"steps", run.steps},
            {"device", run.device},
            {"directory", run.directory.string()},
            {"session", sessionText(run.session)},
            {"viewer_endpoint", run.viewerEndpoint},
            {"log", run.log().string()},
            {"events", run.events().string()},
            {"job", nullptr}};
}

nlohmann::ordered_json orNull(std::string_view word)
{
    if (word.empty())
        return nullptr;
    return word;
}

// As that of a run, as far as one that has not begun has all this; what its job says stands under
// "job". One that never will is told as a run that has ended.
nlohmann::ordered_json jsonOf(const QueuedRun& run)
{
    const Submission& of = run.submission;
    RunRecord record;
    record.run = of.run;
    record.state = RunState::Stopped;
    if (neverBegins(run))
        record.end(endingOf(run));
    record.strategy = of.strategy;
    record.strategyName = of.strategyName;
    record.ranks = of.ranks;
    record.steps = of.steps;
    record.device = of.device;
    record.directory = of.folder;
    record.place.job = of.job;
    record.place.cluster = of.cluster;
    nlohmann::ordered_json json = jsonOf(record);
    if (!neverBegins(run))
        json["state"] = "queued";
    json["standing"] = standingOf(run);
    json["log"] = of.output().string();
    json["job"] = {{"id", of.job},
                   {"cluster", of.cluster},
                   {"state", orNull(run.job ? toText(run.job->state) : std::string_view())},
                   {"reason", run.job ? run.job->reason : ""},
                   {"words", sentenceOf(run)},
                   {"why", run.job ? whyItWaits(*run.job) : ""},
                   {"waiting", orNull(waitingWord(run))},
                   {"submitted", of.submitted}};
    return json;
}

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

} // namespace

ExitCode listRuns(const ListRequest& request, const Places& places)
{
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
            list.push_back(jsonOf(run));
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
}

} // namespace launch
