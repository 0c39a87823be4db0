// How a run ended, in a sentence.

#pragma once

#include "engine/launch/run_record.h"
#include "telemetry/collector.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace launch {

struct Ending {
    RunState state = RunState::Failed; // Completed, Stopped or Failed
    std::string sentence;              // why; only of Failed

    // "completed", "stopped" or "failed: SENTENCE", as the report has it.
    std::string outcome() const;
};

// What mpirun wrote about the rank that ended the job: "... process rank 2 with PID 0 on node x
// exited on signal 9 (Killed)."
struct RankVerdict {
    int rank = 0;
    int signal = 0;   // 0: it exited by itself
    int exitCode = 0; // where signal is 0
};

std::optional<RankVerdict> verdictIn(std::string_view mpirunOutput);

// "was killed by signal 9", "ended with exit code 3", or "ended" where neither is known.
std::string howItEnded(const std::optional<RankVerdict>& verdict, std::optional<int> waitStatus);

// " in step 4 after 1F3", or " before its first op".
std::string whereItWas(const std::optional<telemetry::SpanRecord>& lastOp);

// The last `bytes` of a file; empty where it cannot be read.
std::string tailOf(const std::filesystem::path& file, std::size_t bytes);

} // namespace launch
