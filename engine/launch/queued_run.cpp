#include "engine/launch/queued_run.h"

#include "engine/launch/slurm_query.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

bool isWaiting(const QueuedRun& run)
{
    return run.job && (run.job->state == JobState::Queued || run.job->state == JobState::Requeued);
}

// Slurm forgets a job some minutes after its end.
bool isForgotten(const SlurmJob& job)
{
    return job.state == JobState::Unknown && job.slurmState.empty();
}

std::string endedSentence(const SlurmJob& job, const Submission& submission)
{
    const std::string output = submission.output().string();
    if (job.state == JobState::Cancelled)
        return fmt::format("job {} was cancelled before the run began", job.id);
    if (isForgotten(job))
        return fmt::format("Slurm here does not know job {} any more, and the run never began; see "
                           "{}",
                           job.id, output);
    if (job.state == JobState::Completed)
        return fmt::format("job {} ended before the run began; see {}", job.id, output);
    return fmt::format("job {} never began the run: it {}; see {}", job.id, wordsOf(job), output);
}

// Two clusters may share a home, and each counts its jobs.
bool isOf(const SlurmJob& job, const Submission& submission)
{
    std::error_code ignored;
    return job.folder.empty() || job.folder == submission.folder
        || std::filesystem::equivalent(job.folder, submission.folder, ignored);
}

} // namespace

std::vector<QueuedRun> askForQueued(std::vector<Submission> submissions,
                                    const Environment& environment,
                                    std::chrono::milliseconds patience)
{
    std::vector<std::string> ids;
    for (const Submission& submission : submissions)
        if (ids.size() < kMostAskedFor)
            ids.push_back(submission.job);
    const auto jobs = askForJobs(ids, environment, patience);
    std::vector<QueuedRun> runs;
    for (Submission& submission : submissions) {
        const std::size_t place = runs.size();
        runs.push_back({std::move(submission)});
        QueuedRun& run = runs.back();
        if (place >= ids.size())
            run.whyUntold = fmt::format("as Slurm is asked for the newest {} alone", kMostAskedFor);
        else if (jobs && isOf((*jobs)[place], run.submission))
            run.job = (*jobs)[place];
        else if (jobs)
            run.whyUntold
                = fmt::format("as job {} of this cluster is another one", run.submission.job);
    }
    return runs;
}

bool neverBegins(const QueuedRun& run)
{
    return run.job && (hasEnded(run.job->state) || isForgotten(*run.job));
}

Ending endingOf(const QueuedRun& run)
{
    const bool isCancelled = run.job->state == JobState::Cancelled;
    return {.state = isCancelled ? RunState::Stopped : RunState::Failed,
            .sentence = sentenceOf(run)};
}

std::string standingOf(const QueuedRun& run)
{
    if (!run.job)
        return "queued";
    if (isForgotten(*run.job))
        return "ended";
    if (run.job->state == JobState::Running)
        return "starting";
    return std::string(toText(run.job->state));
}

std::string sentenceOf(const QueuedRun& run)
{
    const std::string& id = run.submission.job;
    if (!run.job)
        return fmt::format("how job {} stands cannot be told, {}", id, run.whyUntold);
    if (neverBegins(run))
        return endedSentence(*run.job, run.submission);
    if (isWaiting(run))
        return waitingOf(*run.job) == Waiting::ForEver
            ? fmt::format("job {} {}", id, wordsOf(*run.job))
            : fmt::format("job {} is {}", id, wordsOf(*run.job));
    if (run.job->state == JobState::Running)
        return fmt::format("job {} runs on {}, and the run is about to begin", id, run.job->nodes);
    return fmt::format("job {} {}", id, wordsOf(*run.job)); // "is suspended on n1"
}

std::string whyNotBegun(const QueuedRun& run)
{
    return fmt::format("run {} has not begun: {}", run.submission.run, sentenceOf(run));
}

std::string_view waitingWord(const QueuedRun& run)
{
    if (!isWaiting(run))
        return {};
    switch (waitingOf(*run.job)) {
    case Waiting::ItsTurn:
        return "turn";
    case Waiting::Somebody:
        return "somebody";
    case Waiting::ForEver:
        return "forever";
    }
    return {};
}

} // namespace launch
