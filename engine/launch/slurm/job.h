// A job of Slurm as it stands: what squeue says of it, as a value.

#pragma once

#include "engine/launch/slurm/partition.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace launch {

enum class JobState {
    Queued, // has not begun
    Running,
    Suspended,  // Slurm holds its processes
    Completing, // ended; its nodes are not free yet
    Requeued,   // had begun, and waits to begin again
    Preempted,  // ended for a job of a higher priority
    OutOfTime,
    NodeFailed,
    Cancelled,
    Failed,
    Completed,
    Unknown, // Slurm knows it no longer, or says what is not known here
};

struct SlurmJob {
    std::string id; // digits
    JobState state = JobState::Unknown;
    std::string slurmState{}; // Slurm's own word, PENDING; empty: Slurm knows no such job
    std::string reason{};     // likewise, PartitionNodeLimit or a sentence; empty: none
    std::string partition{};
    std::string nodes{};        // as Slurm writes them, n[1-4]; empty: has none
    std::string batchHost{};    // the one of them on which its script runs; empty: none
    std::int64_t nodeCount = 0; // asked for, or given
    std::int64_t restarts = 0;
    std::optional<std::chrono::seconds> timeLimit{}; // none: unlimited
    std::string start{}; // local time, 2026-11-28T06:29:35: began, or Slurm expects; empty: unknown
    int exitCode = 0;    // of its script
    int signal = 0;      // that ended it; 0: none
    std::string folder{};              // in which its script runs; empty: not said
    std::optional<Partition> asksOf{}; // the partition it waits for, where that was asked for

    bool operator==(const SlurmJob&) const = default;
};

// What to ask of squeue, behind --Format. Columns of fixed widths, not --json, which came
// with 21.08 and has been another since with every version, and not the key=value of scontrol, in
// which the name of a job can look like a key: the names of these columns are the same from 15.08
// to 24.11, no text of a column can be taken for another, and a word cut by its width is still that
// word's beginning.
std::string jobColumns();

// Of what squeue has printed for these columns, the line of that job; nullopt where none is.
std::optional<SlurmJob> parseJob(std::string_view output, std::string_view id);

// True for the number of a job: 1 to 10 digits, the first no 0.
bool isJobId(std::string_view id);

} // namespace launch
