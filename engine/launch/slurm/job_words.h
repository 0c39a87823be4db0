// What a person is told of a job of Slurm.

#pragma once

#include "engine/launch/slurm/job.h"
#include "engine/launch/slurm/reason.h"

namespace launch {

// The word of a state, as a list has it: "queued", "out of time".
std::string_view toText(JobState state);

// Whether it has ended: what is said of it stays as it is.
bool hasEnded(JobState state);

// Of a job that waits: whether that passes. Where SlurmJob::asksOf is known, a limit of the
// partition that the job keeps to means that nodes are down, and not that it never starts.
Waiting waitingOf(const SlurmJob& job);

// Why a job that waits does so, without how it stands: "it waits for nodes to become free; Slurm
// expects it to begin at 2026-11-28 06:29"; empty of one that does not wait.
std::string whyItWaits(const SlurmJob& job);

// One sentence without its end, with the step to take where there is one: "queued: it waits for
// nodes to become free; Slurm expects it to begin at 2026-11-28 06:29",
// "will never start as it is: partition main has 2 nodes, and the job asks for 9; ...".
std::string wordsOf(const SlurmJob& job);

} // namespace launch
