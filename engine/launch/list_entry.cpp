#include "engine/launch/list_entry.h"

#include "engine/launch/ending_json.h"
#include "engine/launch/slurm/job_words.h"

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

nlohmann::ordered_json orNull(std::string_view word)
{
    if (word.empty())
        return nullptr;
    return word;
}

} // namespace

nlohmann::ordered_json listEntryOf(const RunRecord& run)
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

nlohmann::ordered_json listEntryOf(const QueuedRun& run)
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
    nlohmann::ordered_json json = listEntryOf(record);
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

} // namespace launch
