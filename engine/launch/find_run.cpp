#include "engine/launch/find_run.h"

#include "engine/launch/catalogue.h"
#include "engine/launch/progress.h"
#include "engine/launch/run_name.h"

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
    if (wanted == "last") {
        if (runs.empty())
            return plan::Error{"there is no run yet; start one with `bubblescope-run FILE`"};
        return runs.front();
    }
    const RunRecord* found = nullptr;
    int matches = 0;
    for (const RunRecord& run : runs) {
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

plan::Result<RunRecord> findRun(const Places& places, std::string_view wanted)
{
    if (meansPath(wanted))
        return loadRunRecord(std::filesystem::path(wanted).lexically_normal());
    std::vector<std::string> notices;
    const std::vector<RunRecord> runs = allRuns(places, notices);
    for (const std::string& notice : notices)
        sayToStderr(notice);
    return chooseRun(runs, wanted);
}

plan::Result<Recording> findRecording(const Places& places, std::string_view wanted)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path path(wanted);
    if (meansPath(wanted) && fs::is_directory(path, ignored)) {
        auto record = loadRunRecord(path);
        const fs::path events = path / "events.bslog";
        if (record)
            return Recording{*std::move(record), events};
        if (fs::exists(events, ignored))
            return Recording{std::nullopt, events};
        return record.error();
    }
    if (fs::is_regular_file(path, ignored)) {
        Recording recording{std::nullopt, path};
        if (auto record = loadRunRecord(path.parent_path().empty() ? "." : path.parent_path()))
            recording.record = *std::move(record);
        return recording;
    }
    auto record = findRun(places, wanted);
    if (!record)
        return record.error();
    const fs::path events = record->events();
    return Recording{*std::move(record), events};
}

} // namespace launch
