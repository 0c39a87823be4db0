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

    // Records that fit no step or lie outside of the run's shape.
    std::uint64_t rejected() const { return m_assembler.rejected(); }

    // Of those that have said anything, by number.
    std::vector<int> ranksWithoutBye() const;

    // Ranks in the order in which they said Bye.
    const std::vector<int>& byes() const { return m_byes; }
    const std::string& hostOf(int rank) const; // empty where unknown

private:
    struct Rank {
        std::uint64_t received = 0;
        std::uint64_t dropped = 0;
        std::optional<telemetry::Bye> bye;
        std::string host;
        std::optional<telemetry::SpanRecord> lastOp;
    };

    void addWarnings(std::uint32_t rank, const std::vector<telemetry::LogLine>& lines);

    void addData(const telemetry::Frame& frame);

    measured::StepAssembler m_assembler;
    telemetry::GapCounter m_gaps{true};
    std::vector<std::string> m_warnings;
    std::size_t m_warningsTaken = 0;
    std::map<std::uint32_t, Rank> m_ranks;
    std::vector<int> m_byes;
    std::optional<Ending> m_ending;
};

} // namespace launch
