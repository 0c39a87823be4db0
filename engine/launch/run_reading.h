// Frames in, the run's report out: the same for a live run and for a recording.

#pragma once

#include "engine/launch/ending.h"
#include "engine/launch/report.h"
#include "telemetry/gap_counter.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace launch {

// Not thread-safe. Memory: the steps that are not finished yet, and a little for each rank.
class RunReading {
public:
    // Takes the frames in the order of the log. A frame that came before is left out.
    void add(const telemetry::Frame& frame);

    // No more frames will come: what has begun of a step is finished, and may not be whole.
    void close();

    // Into a report, whatever it is of: the warnings, what devices counted, the kernels and what
    // memory was taken.
    void tell(Report& report) const;

    // Steps finished since the last call, in order.
    std::vector<StepReport> takeFinished();

    // What ranks have warned of, the first kMostWarnings: "rank 2: …"; and those of them that
    // came since the last call.
    const std::vector<std::string>& warnings() const { return m_warnings; }
    std::span<const std::string> takeWarnings();

    // What the ranks' Hello frames say; empty until one has come.
    const std::optional<measured::RunInfo>& info() const { return m_assembler.info(); }

    // Counted from the frames: `sent` as the ranks said in their Bye, or what came of a
    // rank that said none; `logged` what came; `dropped` as each rank last said.
    TelemetryReport telemetry() const;

    // The compute op that `rank` did last, as far as is known.
    std::optional<telemetry::SpanRecord> lastOp(int rank) const;

    // How the run ended, as its supervisor said; empty until it has, and of a recording that
    // is older than that or whose supervisor was lost.
    const std::optional<Ending>& ending() const { return m_ending; }

    // What of that can be told by the ranks' own words: "failed: rank 2: …" of the first that
    // failed, else "recording read", and whether it is whole.
    std::string outcomeByWords() const;

    // What the devices of the ranks counted, as far as steps are done.
    DeviceReport devices() const;

    // What the ranks took of memory, as far as steps are done.
    MemoryReport memory() const { return {m_memory.taken()}; }

    // Where the time of their kernels went, likewise.
    KernelReport kernels() const { return {m_kernels.uses()}; }

    // Records that fit no step or lie outside of the run's shape.
    std::uint64_t rejected() const { return m_assembler.rejected(); }

    // Of those that have said anything, by number.
    std::vector<int> ranksWithoutBye() const;

    // Ranks in the order in which they said Bye.
    const std::vector<int>& byes() const { return m_byes; }
    const std::string& hostOf(int rank) const; // empty where unknown
    // "GPU 1 (NVIDIA H200)"; empty where it computes on none, or has not said so.
    std::string gpuOf(int rank) const;
    // Why it failed, in full where the goodbye has room for a part only; empty: it did not.
    std::string failureOf(int rank) const;

private:
    struct Rank {
        std::uint64_t received = 0;
        std::uint64_t dropped = 0;
        std::optional<telemetry::Bye> bye;
        std::string host;
        std::optional<telemetry::SpanRecord> lastOp;
        // The last line that told of an error: the rank's own if it takes its leave with it, else
        // of its device, and a warning.
        std::string error;
    };

    void addLines(std::uint32_t number, Rank& rank, const std::vector<telemetry::LogLine>& lines);
    void addWarning(std::uint32_t number, const std::string& text);

    void addData(const telemetry::Frame& frame);

    void takeDevices();

    measured::StepAssembler m_assembler;
    measured::DeviceSteps m_devices;
    measured::KernelUses m_kernels;
    measured::MemoryTakings m_memory;
    std::map<int, StepDevices> m_deviceSteps;
    telemetry::GapCounter m_gaps{true};
    std::vector<std::string> m_warnings;
    std::size_t m_warningsTaken = 0;
    std::map<std::uint32_t, Rank> m_ranks;
    std::vector<int> m_byes;
    std::optional<Ending> m_ending;
};

} // namespace launch
