#include "engine/launch/find_run.h"

#include "engine/launch/catalogue.h"
#include "engine/launch/progress.h"
#include "engine/launch/queued_run.h"
#include "engine/launch/run_name.h"
#include "telemetry/event_log.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

bool meansPath(std::string_view wanted)
{
    return wanted == "." || wanted == ".." || wanted.find('/') != std::string_view::npos;
}

plan::Result<RunRecord> chooseRun(std::span<const RunRecord> runs, std::string_view wanted)
{
    if (!isRunName(wanted))
        return plan::Error{"a run is named by letters, digits, '.', '_' and '-'; "
                           "`bubblescope-run list` shows them"};
    // Runs come newest first.
    if (wanted == "last") {
        if (runs.empty())
            return plan::Error{"there is no run yet; start one with `bubblescope-run FILE`"};
        return runs.front();
    }
    const RunRecord* found = nullptr;
    int matches = 0;
    for (const RunRecord& run : runs) {
        // A whole name wins over any number of runs that it begins.
        if (run.run == wanted)
            return run;
        if (run.run.starts_with(wanted)) {
            found = &run;
            ++matches;
        }
    }
    if (matches == 1)
        return *found;
    if (matches > 1)
        return plan::Error{std::to_string(matches) + " runs begin with " + std::string(wanted)
                           + "; give more of the name"};
    return plan::Error{"there is no run " + std::string(wanted)
                       + "; `bubblescope-run list` shows those there are"};
}

namespace {

KnownRuns tellAndKnow(const Places& places)
{
    std::vector<std::string> notices;
    KnownRuns runs = knownRuns(places, notices);
    for (const std::string& notice : notices)
        sayToStderr(notice);
    return runs;
}

} // namespace

plan::Result<FoundRun> findAnyRun(const Places& places, std::string_view wanted)
{
    if (meansPath(wanted)) {
        const auto folder = std::filesystem::path(wanted).lexically_normal();
        if (!hasRunRecord(folder) && hasSubmission(folder)) {
            auto submission = loadSubmission(folder);
            if (!submission)
                return submission.error();
            return FoundRun(*std::move(submission));
        }
        auto record = loadRunRecord(folder);
        if (!record)
            return record.error();
        return FoundRun(*std::move(record));
    }
    KnownRuns known = tellAndKnow(places);
    // By names all are alike, and by their times, too.
    std::vector<RunRecord> all = known.begun;
    for (const Submission& submission : known.waiting) {
        RunRecord stand;
        stand.run = submission.run;
        stand.started = submission.submitted;
        stand.directory = submission.folder;
        all.push_back(std::move(stand));
    }
    std::stable_sort(all.begin(), all.end(), [](const RunRecord& one, const RunRecord& other) {
        return one.started > other.started;
    });
    auto chosen = chooseRun(all, wanted);
    if (!chosen)
        return chosen.error();
    for (Submission& submission : known.waiting)
        if (submission.folder == chosen->directory)
            return FoundRun(std::move(submission));
    return FoundRun(*std::move(chosen));
}

plan::Result<RunRecord> findRun(const Places& places, std::string_view wanted)
{
    auto found = findAnyRun(places, wanted);
    if (!found)
        return found.error();
    if (auto* const submission = std::get_if<Submission>(&*found))
        return plan::Error{
            whyNotBegun(askForQueued({std::move(*submission)}, processEnvironment()).front())};
    return std::get<RunRecord>(*std::move(found));
}

namespace {

namespace fs = std::filesystem;

// What lies at a path: the folder of a run, or an event log; nothing where it is neither.
std::optional<Recording> recordingAt(const fs::path& path)
{
    std::error_code ignored;
    const bool folder = fs::is_directory(path, ignored);
    const fs::path events = folder ? path / telemetry::kEventLogName : path;
    const fs::path directory = folder ? path
        : path.parent_path().empty()  ? fs::path(".")
                                      : path.parent_path();
    if (!folder && !fs::is_regular_file(path, ignored))
        return std::nullopt;
    Recording recording{.record = std::nullopt, .damage = {}, .events = events};
    if (auto record = loadRunRecord(directory))
        recording.record = *std::move(record);
    else if (hasRunRecord(directory))
        recording.damage = record.error().message;
    if (folder && !recording.record && !fs::exists(events, ignored))
        return std::nullopt;
    return recording;
}

} // namespace

plan::Result<Recording> findRecording(const Places& places, std::string_view wanted)
{
    const fs::path path(wanted);
    auto there = recordingAt(path);
    if (meansPath(wanted)) {
        if (there)
            return *std::move(there);
        return plan::Error{path.string() + ": is neither the folder of a run nor an event log"};
    }
    auto run
        = wanted == "last" ? chooseRun(tellAndKnow(places).begun, wanted) : findRun(places, wanted);
    // A run whose record cannot be read has its folder still.
    if (!run && !there && isRunName(wanted) && hasRunRecord(places.runs / path))
        there = recordingAt(places.runs / path);
    if (!run && !there)
        return run.error();
    // The beginning of a name is a weaker wish than a path that is there as it was typed.
    const bool named = run && (wanted == "last" || run->run == wanted);
    std::error_code ignored;
    const bool same = there && run
        && fs::equivalent(fs::absolute(there->events).parent_path(), run->directory, ignored);
    if (there && run && !same)
        sayToStderr(named ? fmt::format("{0} is a run and also a path here; the run is taken, "
                                        "./{0} means the path",
                                        wanted)
                          : fmt::format("{} is a path here and also begins the name of run {}; the "
                                        "path is taken",
                                        wanted, run->run));
    if (there && !named)
        return *std::move(there);
    const fs::path events = run->events();
    return Recording{.record = *std::move(run), .damage = {}, .events = events};
}

} // namespace launch
