// The frames of a recording: good, of its run, each once; and what is wrong with the rest. The
// one way in which replay, export, the window and calibration read an event log, so that all
// of them count the same.
//
// Damage never ends the reading: it is left out, counted, and told by damage(). Not thread-safe.
// Memory: that of LogReader and GapCounter.

#pragma once

#include "telemetry/gap_counter.h"
#include "telemetry/log_reader.h"

namespace telemetry {

// What is wrong with a recording, as far as it was read. All zero for a whole one.
struct RecordingDamage {
    std::uint64_t lostBytes = 0;   // of the file, that no good frame was found in
    std::vector<LogLoss> losses{}; // the first 1000
    std::uint64_t badFrames = 0;   // of no kind that is recorded, or of another run
    std::uint64_t repeated = 0;    // frames that came again and are left out
    std::uint64_t missing = 0;     // frames
    std::vector<FrameGap> gaps{};  // which

    bool any() const { return !losses.empty() || badFrames > 0 || repeated > 0 || missing > 0; }
};

// A sentence for each kind of damage, and for each of the first 20 gaps and losses; empty where
// there is none.
std::vector<std::string> sentencesOf(const RecordingDamage& damage);

// Reads from the beginning of the file to its end, also while the file still grows.
class RecordingReader {
public:
    // The error says why the file is no readable recording.
    static Result<RecordingReader> open(const std::string& path);

    struct Read {
        Frame frame;
        ByteView bytes; // hold until the next call of nextChunk()
    };
    // Empty: as LogReader::nextChunk(), or nothing new was in the chunk.
    std::vector<Read> nextChunk();

    // As LogReader's.
    void finish() { m_log.finish(); }
    bool atEnd() const { return m_log.atEnd(); }
    const LogReader& log() const { return m_log; }

    std::uint64_t badFrames() const { return m_badFrames; }
    std::uint64_t missing() const { return m_gaps.gaps(); } // frames
    // Of what was read so far; before finish() the end of a growing file is not judged.
    RecordingDamage damage() const;

private:
    // Owns the open log.
    explicit RecordingReader(LogReader log)
        : m_log(std::move(log))
    {
    }

    LogReader m_log;
    GapCounter m_gaps{true};
    std::uint64_t m_badFrames = 0;
    std::uint64_t m_repeatedEnds = 0;
    bool m_hasEnd = false; // the supervisor's last word
};

} // namespace telemetry
