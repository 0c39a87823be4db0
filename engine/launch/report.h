// What a run has shown, in numbers: the report at its end. The same functions make it from a live
// run and from a recording, so that both say the same. Times are seconds, fractions lie in [0, 1].

#pragma once

#include "engine/launch/device_report.h"
#include "engine/launch/ending.h"
#include "engine/launch/kernel_report.h"
#include "engine/launch/memory_report.h"
#include "engine/launch/prediction.h"
#include "engine/measured/step_assembler.h"
#include "engine/plan/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace launch {

// An op that came out different when it was run twice.
struct Difference {
    int rank = 0; // of the world
    int step = 0;
    std::string op; // "2F0"

    bool operator==(const Difference&) const = default;
};

inline constexpr std::size_t kMostDifferences = 1000; // that a report names
inline constexpr std::size_t kMostWarnings = 100;

// What came of running ops a second time in bubbles. A difference is a fault of the hardware or of
// the program, as an op is deterministic.
struct Checks {
    std::uint64_t compared = 0; // ops
    std::uint64_t different = 0;
    std::vector<Difference> differences{}; // the first kMostDifferences

    // Adds the counts, and the differences as far as there is room.
    void add(const Checks& more);
    bool operator==(const Checks&) const = default;
};

// One measured step. Numbers that the run does not have are none, never 0.
struct StepReport {
    int step = 0;                        // from 0, as on the wire
    double seconds = 0;                  // measured makespan
    double bubbleFraction = 0;           // idle / (ranks * makespan), [0, 1)
    std::optional<double> loss;          // of a run that trains, where it is a finite number
    std::optional<double> gradientNorm;  // before clipping
    std::optional<std::uint64_t> tokens; // of the whole batch
    Checks checks{};
    std::string swappedTo{};   // schedule that the run had gone over to; empty: as launched
    bool whole = true;         // false: spans are missing, so the numbers are too
    double medianLateness = 0; // seconds; of wall ends against virtual deadlines
    double maxLateness = 0;

    bool operator==(const StepReport&) const = default;
};

// Records, as telemetry::Totals counts them.
struct TelemetryReport {
    std::uint64_t sent = 0;
    std::uint64_t logged = 0;
    std::uint64_t dropped = 0;
    std::uint64_t unlogged = 0;
    std::uint64_t gaps = 0;
    std::uint64_t badFrames = 0;

    bool operator==(const TelemetryReport&) const = default;
};

// The whole report: what was predicted, what was measured, and how the run ended.
struct Report {
    std::string run;
    std::string device;
    int ranks = 0;
    bool takesTurns = false; // of the ranks one worked at a time: times are those of virtual clocks
    std::optional<Prediction> predicted; // unknown for a bare recording
    std::vector<StepReport> steps;
    TelemetryReport telemetry;
    std::string outcome;                 // "completed", "stopped", "failed: why", "lost: why"
    std::optional<Ending> ending{};      // what that is of; none where it is not known
    std::vector<std::string> warnings{}; // of ranks, the first kMostWarnings: "rank 2: …"
    DeviceReport devices{};              // empty where no device counts
    KernelReport kernels{};              // empty where nobody looked at them
    MemoryReport memory{};               // empty where ranks count none of their own
    // [StepReport::swappedTo][pipeline rank], as Prediction::memory has it of what was launched.
    std::map<std::string, std::vector<PredictedMemory>> swappedMemory{};

    bool operator==(const Report&) const = default;
};

// Fills `swappedMemory`, of a report whose memory was predicted. `launched`: what the run was
// started with.
void predictSwapped(Report& report, const strategy::Strategy& launched);

// Tokens of the step over its makespan; none unless the step is whole and tells its tokens.
std::optional<double> tokensPerSecond(const StepReport& step);

// The numbers of one measured step, by the plan's own metrics.
StepReport reportOf(const measured::Step& step);

// Measured over predicted, minus 1; nullopt where nothing was predicted.
std::optional<double> stepError(const Report& report, const StepReport& step);

// Of the whole steps: the median of seconds; nullopt where there is none.
std::optional<double> medianSeconds(const Report& report);

// False of a whole step of an emulated run that took longer, or lost more of its busy time, than
// measured::kMostPaceLoss.
bool keptPace(const StepReport& step, const Prediction& predicted);

// "the emulation could not keep up: …", or nothing where it did, where nothing was predicted or
// the device is a real one.
std::string paceWarningOf(const Report& report);

// As report.json has it; keys are only ever added.
std::string toJson(const Report& report);

// Several lines for a person, the last with its line end.
std::string summaryOf(const Report& report);

} // namespace launch
