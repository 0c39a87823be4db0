// Frames in, the run's report out: the same for a live run and for a recording.

#pragma once

#include "engine/launch/report.h"
#include "telemetry/codec.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace launch {

class RunReading {
public:
    void add(const telemetry::Frame& frame);

    // No more frames will come.
    void close();

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

    // Ranks that said Bye, and the first reason among them that is not "finished".
    std::size_t finishedRanks() const;
    std::string unusualBye() const;

private:
    struct Rank {
        std::uint64_t received = 0;
        std::uint64_t dropped = 0;
        std::uint64_t nextSequence = 0;
        std::uint64_t missing = 0; // frames
        std::optional<telemetry::Bye> bye;
        std::optional<telemetry::SpanRecord> lastOp;
    };

    void addWarnings(std::uint32_t rank, const std::vector<telemetry::LogLine>& lines);

    measured::StepAssembler m_assembler;
    std::vector<std::string> m_warnings;
    std::size_t m_warningsTaken = 0;
    std::map<std::uint32_t, Rank> m_ranks;
};

} // namespace launch
