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
    if (job.state == JobState::Completed || isForgotten(job))
        return fmt::format("job {} ended before the run began; see {}", job.id, output);
    return fmt::format("job {} ended before the run began: {}; see {}", job.id, wordsOf(job),
                       output);
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
        if (jobs && place < jobs->size())
            runs.back().job = (*jobs)[place];
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
        return fmt::format("how job {} stands cannot be told, as Slurm does not answer here", id);
    if (neverBegins(run))
        return endedSentence(*run.job, run.submission);
    if (isWaiting(run))
        return waitingOf(*run.job) == Waiting::ForEver
            ? fmt::format("job {} {}", id, wordsOf(*run.job))
            : fmt::format("job {} is {}", id, wordsOf(*run.job));
    if (run.job->state == JobState::Running)
        return fmt::format("job {} runs on {}, and the run is about to begin", id, run.job->nodes);
    return fmt::format("job {}: {}", id, wordsOf(*run.job));
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
