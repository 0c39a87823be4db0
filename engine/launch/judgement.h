// Which rank ended a run, and how, from all that is known once it is over.
//
// A rank that dies takes the others with it: the launcher ends them by SIGTERM, then SIGKILL, and
// some say a last word about that. So the culprit is looked for in this order: Slurm, where it says
// that it ended the job for its time limit, for another job or for a lost node; the launcher, where
// a signal ended it; the process that the launcher names as the first to end by a signal, or by an
// exit code without a word; a host that ssh lost; the first rank that said it has failed; the first
// whose process was gone without a word; whoever cancelled the Slurm job; the first rank that was
// told to stop though nobody had asked the run to.

#pragma once

#include "engine/launch/ending.h"
#include "engine/launch/hosts/launcher_words.h"
#include "telemetry/collector.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

struct RankEvidence {
    telemetry::RankState state = telemetry::RankState::Absent; // as it said itself
    std::string words{};                                       // its last ones
    std::string host{};
    std::string gpu{};          // "GPU 1 (NVIDIA H200)"; empty: it has none, or is not known
    std::optional<int> bye{};   // its place among the ranks that said Bye, from 0
    std::optional<int> death{}; // its place among those whose process was found gone; ranks that
                                // went between two looks share one
    std::optional<telemetry::SpanRecord> lastOp{};
};

struct RunEvidence {
    std::string launcher{};              // its name
    std::optional<int> launcherStatus{}; // as wait() gives it
    std::string launcherSaid{};          // the end of its output
    std::string log{};                   // where all of that is
    std::vector<RankEvidence> ranks{};   // by rank
};

// Of a run that nobody stopped and that did not complete.
Ending judge(const RunEvidence& run);

// The ending of a run that ended for what `sentence` says of that rank.
Ending endingAt(const RunEvidence& run, int rank, const std::string& sentence);

// "rank 2", or "rank 2 on node7" where the run has several hosts, or on GPUs "rank 2 on GPU 1
// (NVIDIA H200) of node7".
std::string nameOf(const RunEvidence& run, int rank);

// "was killed by signal 9", "ended with exit code 3", or "ended without a word".
std::string howItEnded(const std::optional<RankVerdict>& verdict);

// " in step 4 after 1F3", or " before its first op".
std::string whereItWas(const std::optional<telemetry::SpanRecord>& lastOp);

// The last `bytes` of a file; empty where it cannot be read.
std::string tailOf(const std::filesystem::path& file, std::size_t bytes);

} // namespace launch
