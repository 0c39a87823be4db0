#include "engine/launch/slurm/job_words.h"

#include "engine/launch/slurm/slurm_time.h"
#include "engine/plan/counted.h"

#include <fmt/format.h>

namespace launch {

namespace {

// What the job asks that its partition does not give, in the partition's own numbers.
std::optional<std::string> beyondPartition(const SlurmJob& job)
{
    if (!job.asksOf)
        return std::nullopt;
    // Of no account: who may use it is not what a job that waits is told by its partition.
    Partition partition = *job.asksOf;
    partition.state = "UP";
    partition.accounts.clear();
    partition.deniedAccounts.clear();
    return whyNoPartition({partition},
                          {.partitions = {partition.name},
                           .nodes = job.nodeCount,
                           .time = job.timeLimit ? *job.timeLimit : kMostJobTime});
}

// Slurm has one word for two things: too much is asked for, and too much is down.
bool isOfPartition(const SlurmJob& job)
{
    return job.reason == "PartitionNodeLimit" || job.reason == "PartitionConfig"
        || job.reason == "PartitionTimeLimit";
}

std::string againOf(const SlurmJob& job)
{
    return job.restarts == 0 ? std::string()
                             : fmt::format(", begun again {}", plan::counted(job.restarts, "time"));
}

std::string withNumber(std::string step, const std::string& job)
{
    constexpr std::string_view kPlace = "JOB";
    if (const std::size_t place = step.find(kPlace); place != std::string::npos)
        step.replace(place, kPlace.size(), job);
    return step;
}

bool waits(const SlurmJob& job)
{
    return job.state == JobState::Queued || job.state == JobState::Requeued;
}

std::string waitingWords(const SlurmJob& job)
{
    const std::string why = whyItWaits(job);
    if (waitingOf(job) == Waiting::ForEver)
        return "will never start as it is: " + why;
    return fmt::format("{}: {}", job.state == JobState::Requeued ? "requeued" : "queued", why);
}

std::string failedWords(const SlurmJob& job)
{
    if (job.slurmState == "OUT_OF_MEMORY" || job.reason == "OutOfMemory")
        return "a process took more memory than the job has; ask for more with --mem";
    if (job.signal != 0)
        return fmt::format("ended by signal {}", job.signal);
    if (job.reason == "BadConstraints")
        return "Slurm found no node that is as the job asks for";
    if (job.exitCode != 0 && !job.batchHost.empty())
        return fmt::format("ended with exit code {}", job.exitCode);
    return job.reason.empty() ? "failed" : "failed: Slurm says " + job.reason;
}

} // namespace

std::string_view toText(JobState state)
{
    switch (state) {
    case JobState::Queued:
        return "queued";
    case JobState::Running:
        return "running";
    case JobState::Suspended:
        return "suspended";
    case JobState::Completing:
        return "completing";
    case JobState::Requeued:
        return "requeued";
    case JobState::Preempted:
        return "preempted";
    case JobState::OutOfTime:
        return "out of time";
    case JobState::NodeFailed:
        return "node failed";
    case JobState::Cancelled:
        return "cancelled";
    case JobState::Failed:
        return "failed";
    case JobState::Completed:
        return "completed";
    case JobState::Unknown:
        break;
    }
    return "unknown";
}

bool hasEnded(JobState state)
{
    switch (state) {
    case JobState::Queued:
    case JobState::Running:
    case JobState::Suspended:
    case JobState::Completing:
    case JobState::Requeued:
    case JobState::Unknown:
        return false;
    default:
        return true;
    }
}

Waiting waitingOf(const SlurmJob& job)
{
    if (isOfPartition(job) && job.asksOf && !beyondPartition(job))
        return Waiting::Somebody;
    return explainReason(job.reason).waiting;
}

std::string whyItWaits(const SlurmJob& job)
{
    if (!waits(job))
        return {};
    WaitReason why = explainReason(job.reason);
    if (const Waiting waiting = waitingOf(job); waiting == Waiting::ForEver) {
        if (auto beyond = isOfPartition(job) ? beyondPartition(job) : std::nullopt)
            why = {waiting, *beyond, ""};
        return fmt::format("{}; cancel it with scancel {}{}", why.words, job.id,
                           why.step.empty() ? "" : " and " + why.step);
    }
    if (isOfPartition(job) && job.asksOf)
        why = {Waiting::Somebody, "nodes of its partition are down or reserved"};
    if (job.state == JobState::Requeued && job.reason == "BeginTime")
        why.words = "Slurm holds a job back for two minutes before it begins it again";
    std::string words = why.words;
    if (!why.step.empty())
        words += "; " + withNumber(why.step, job.id);
    if (why.waiting == Waiting::ItsTurn && !job.start.empty())
        words += fmt::format("; Slurm expects it to begin at {} {}", job.start.substr(0, 10),
                             job.start.substr(11, 5));
    return words;
}

std::string wordsOf(const SlurmJob& job)
{
    switch (job.state) {
    case JobState::Queued:
    case JobState::Requeued:
        return waitingWords(job);
    case JobState::Running:
        return fmt::format("runs on {}{}", job.nodes, againOf(job));
    case JobState::Suspended:
        return fmt::format("is suspended on {}", job.nodes);
    case JobState::Completing:
        return fmt::format("has ended; its processes on {} are being ended", job.nodes);
    case JobState::Preempted:
        return "was ended for a job of a higher priority";
    case JobState::OutOfTime:
        return job.timeLimit ? fmt::format("reached its time limit of {}; ask for more with --time",
                                           toText(*job.timeLimit))
                             : "reached its time limit; ask for more with --time";
    case JobState::NodeFailed:
        return job.nodes.empty() ? "a node of it failed"
                                 : fmt::format("one of its nodes {} failed", job.nodes);
    case JobState::Cancelled:
        return "was cancelled";
    case JobState::Failed:
        return failedWords(job);
    case JobState::Completed:
        return "has completed";
    case JobState::Unknown:
        break;
    }
    return job.slurmState.empty() ? "is no longer known to Slurm" : "Slurm says " + job.slurmState;
}

} // namespace launch
