// What launchers write about the end of what they started, as far as it is known here. Their texts
// are other people's: whatever does not fit a form below says nothing.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace launch {

// A rank that ended the job: of mpirun "... process rank 2 with PID 0 on node x exited on signal 9
// (Killed).", of srun "srun: error: n2: task 2: Killed".
struct RankVerdict {
    int rank = 0;
    int signal = 0;   // 0: it exited by itself
    int exitCode = 0; // where signal is 0

    bool operator==(const RankVerdict&) const = default;
};

// The first such rank. Nothing where ranks ended because Slurm had ended their step before.
std::optional<RankVerdict> verdictIn(std::string_view launcherOutput);

// Why Slurm ended the job, or a step of it.
enum class JobEnd {
    Cancelled, // by scancel, of its owner or of an administrator
    TimeLimit,
    Preempted,
    NodeFailed,
};

struct JobVerdict {
    JobEnd how = JobEnd::Cancelled;
    std::string step{}; // "9.0", or of a whole job "9"; empty: not said
    std::string node{}; // of NodeFailed; empty: not said

    // "was cancelled", "reached its time limit", "was preempted by another job", "lost its node n2"
    std::string words() const;

    bool operator==(const JobVerdict&) const = default;
};

// From srun's "*** STEP 9.0 ON n1 CANCELLED AT 2026-01-31T23:59:59 DUE TO PREEMPTION ***" and
// "srun: error: Node failure on n2". A cancelled step that followed a rank's own end says nothing.
std::optional<JobVerdict> jobVerdictIn(std::string_view launcherOutput);

// A host that mpirun does not reach, or not any more, in ssh's words.
struct HostVerdict {
    std::string host{};
    std::string words{}; // "Connection to h2 closed by remote host."

    bool operator==(const HostVerdict&) const = default;
};

std::optional<HostVerdict> hostVerdictIn(std::string_view launcherOutput);

} // namespace launch
