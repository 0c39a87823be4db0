#include "engine/launch/restart.h"

#include "engine/launch/checkpoint_folder.h"
#include "engine/launch/run_record.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

std::filesystem::path folderOf(const std::filesystem::path& first, int restart)
{
    if (restart == 0)
        return first;
    const auto whole = first.has_filename() ? first : first.parent_path();
    return whole.string() + fmt::format("-restart-{}", restart);
}

} // namespace

plan::Outcome resumeRestarted(RunRequest& request, const std::optional<Allocation>& job,
                              std::vector<std::string>& remarks)
{
    if (!request.requeue || !job || job->restarts == 0 || request.record.empty())
        return plan::done();
    // A folder whose start was ended before it recorded anything is still free.
    if (!hasRunRecord(request.record))
        return plan::done();
    const std::filesystem::path first = request.record;
    int begun = 0; // steps that were done before the first start
    if (!request.resume.empty()) {
        const auto checkpoint = findCheckpoint(request.resume);
        const auto done
            = checkpoint ? stepsDone(*checkpoint) : plan::Result<int>(checkpoint.error());
        if (!done)
            return plan::Error{"--resume " + done.error().message};
        begun = *done;
    }
    request.record = folderOf(first, job->restarts);
    for (int start = job->restarts - 1; start >= 0; --start) {
        const auto checkpoint = findCheckpoint(folderOf(first, start));
        const auto done
            = checkpoint ? stepsDone(*checkpoint) : plan::Result<int>(checkpoint.error());
        if (!done)
            continue;
        const std::int64_t left = request.steps - (*done - begun);
        if (left <= 0)
            return plan::Error{fmt::format("all {} steps were done before the job's restart {}, so "
                                           "there is nothing left to run",
                                           request.steps, job->restarts)};
        request.resume = *checkpoint;
        request.steps = left;
        remarks.push_back(fmt::format("restart {} of job {}: goes on from {}, with {} steps left",
                                      job->restarts, job->job, checkpoint->string(), left));
        return plan::done();
    }
    remarks.push_back(fmt::format("restart {} of job {}: there is no checkpoint, so the run begins "
                                  "anew",
                                  job->restarts, job->job));
    return plan::done();
}

} // namespace launch
