// What is asked of Slurm, and the one thing that is asked for: every program of Slurm that
// bubblescope-run starts, but for srun, is started here. None for longer than its patience, and
// each with an environment in which no setting of the user's changes what it prints.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/slurm/job.h"
#include "engine/plan/result.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace launch {

// A controller that is busy lets its clients wait for this long before they give up by themselves.
inline constexpr std::chrono::seconds kSlurmPatience{30};

// What a program of Slurm prints for these arguments. The error is a sentence, where there are any
// in the program's own words.
plan::Result<std::string> askSlurm(std::string_view program,
                                   const std::vector<std::string>& arguments,
                                   const Environment& environment,
                                   std::chrono::milliseconds patience = kSlurmPatience);

// How a job stands. JobState::Unknown where Slurm knows of none: it forgets a job some minutes
// after its end (MinJobAge). Of one that waits for more than its partition gives, SlurmJob::asksOf
// is that partition. nullopt: cannot be told, as there is no Slurm here or it does not answer.
std::optional<SlurmJob> askForJob(std::string_view id, const Environment& environment,
                                  std::chrono::milliseconds patience = kSlurmPatience);

// The same of several, in their order, by one question: it takes no longer than for one.
std::optional<std::vector<SlurmJob>>
askForJobs(const std::vector<std::string>& ids, const Environment& environment,
           std::chrono::milliseconds patience = kSlurmPatience);

// All partitions that there are, those that are hidden, too. The error says why they cannot be
// told.
plan::Result<std::vector<Partition>> askForPartitions(const Environment& environment,
                                                      std::chrono::milliseconds patience
                                                      = kSlurmPatience);

// sbatch, in PATH; else a sentence that says what to do without.
plan::Result<std::filesystem::path> findSbatch(const Environment& environment);

struct SubmittedJob {
    std::string id;
    std::string cluster; // where there are several; else empty
};

struct SubmitFailure {
    enum class Kind {
        Refused,    // Slurm does not take such a job
        NotReached, // there is no job, as nobody answered
        Unsure,     // there may be one
    };
    Kind kind = Kind::Refused;
    std::string message; // a sentence, where there are any in sbatch's own words
};

// Has sbatch take a script. `jobEnvironment`: all that the job gets from here.
std::variant<SubmittedJob, SubmitFailure>
submitScript(const std::filesystem::path& sbatch, const std::filesystem::path& script,
             const Environment& jobEnvironment,
             std::chrono::milliseconds patience = kSlurmPatience);

// What sbatch --parsable has printed: "12" or "12;cluster" as a line of its own, the last there is.
std::optional<SubmittedJob> parseSubmitted(std::string_view output);

// What a job inherits: what ranks do, but for what holds on the submitting machine only.
Environment jobEnvironment(const Environment& own);

} // namespace launch
