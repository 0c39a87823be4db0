// How a run ended: one value, made once by its supervisor and carried as it is through run.json,
// the event log, the report and the catalogue to everybody who tells of the run.

#pragma once

#include "telemetry/wire.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace launch {

// How a run stands. The words of textOf() are in files and must not change.
enum class RunState {
    Running,
    Completed,
    Stopped, // somebody asked for it
    Failed,
    Lost, // its supervisor is gone without a report; never written, only found
};

std::string_view textOf(RunState state);

// What is known of the end, as judge() found it from what the processes left; see judgement.h.
struct Ending {
    RunState state = RunState::Failed; // any but Running
    // Why; of Failed and Lost, and of a run that Slurm stopped. At most kMostSentenceBytes.
    std::string sentence{};

    // Whose end ended the run, as far as one rank's did and as far as it is known.
    std::optional<int> rank{};     // of the world
    std::string host{};            // it ran on
    std::optional<int> signal{};   // that ended its process
    std::optional<int> exitCode{}; // of its process
    std::optional<int> step{};     // it was in
    std::string op{};              // that it had ended last there, "1W0"

    // "completed", "stopped", "failed: SENTENCE" or "lost: SENTENCE", as the report has it.
    std::string outcome() const;

    bool operator==(const Ending&) const = default;
};

inline constexpr std::size_t kMostSentenceBytes = sizeof(telemetry::RunEnd::text) - 1;

// Of a run whose supervisor is gone without having said how the run ended.
Ending lostEnding();

// As the last frame of the event log has it; texts that do not fit their field are cut. `ending` is
// not Lost, for which the wire has no word; `at`: when it ended.
telemetry::RunEnd toWire(const Ending& ending, std::chrono::system_clock::time_point at);
// The reverse: what the record leaves open, -1 or a signal of 0, is none.
Ending endingOf(const telemetry::RunEnd& end);

} // namespace launch
