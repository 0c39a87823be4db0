// A run that was given to Slurm and has not begun: what its job says of it.

#pragma once

#include "engine/launch/ending.h"
#include "engine/launch/environment.h"
#include "engine/launch/slurm/job_words.h"
#include "engine/launch/submission.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

struct QueuedRun {
    Submission submission;
    // As Slurm has it; none: it cannot be told.
    std::optional<SlurmJob> job{};
    // Of none: why, as a clause.
    std::string whyUntold = "as Slurm does not answer here";

    bool operator==(const QueuedRun&) const = default;
};

// How long a list waits for Slurm, however many jobs there are.
inline constexpr std::chrono::seconds kListPatience{3};
inline constexpr std::size_t kMostAskedFor = 200; // of the newest; of older ones nothing is told

// Asks Slurm once for the jobs of all, whose order stays.
std::vector<QueuedRun> askForQueued(std::vector<Submission> submissions,
                                    const Environment& environment,
                                    std::chrono::milliseconds patience = kListPatience);

// Its job has ended, so that the run never begins.
bool neverBegins(const QueuedRun& run);

// What became of it: Stopped where somebody cancelled the job, else Failed. Precondition:
// neverBegins().
Ending endingOf(const QueuedRun& run);

// A word or two: "queued", "requeued", "starting", "cancelled", "out of time".
std::string standingOf(const QueuedRun& run);

// A sentence without its end: "job 12 is queued: it waits for nodes to become free",
// "job 12 was cancelled before the run began".
std::string sentenceOf(const QueuedRun& run);

// The same with the run: "run X has not begun: job 12 is queued: …".
std::string whyNotBegun(const QueuedRun& run);

// "turn", "somebody" or "forever", of a job that waits; else empty.
std::string_view waitingWord(const QueuedRun& run);

} // namespace launch
