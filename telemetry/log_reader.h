// Reads an event log, also one that is still being written, was cut off at any
// byte, or has damaged bytes. Gives every frame whose own checksum holds and says
// what was lost and where. Memory stays under 3 MiB whatever the file claims.
//
// Not thread-safe; a reader and the writer of the same file need no lock.

#pragma once

#include "telemetry/event_log.h"

#include <vector>

namespace telemetry {

// A stretch of the file that gave no frame.
struct LogLoss {
    std::uint64_t offset = 0; // byte in the file
    std::uint64_t bytes = 0;  // 0: cut off between two frames
    std::string reason;       // a sentence
};

// Owns the open file, which stays readable also when it is renamed or removed meanwhile.
class LogReader {
public:
    // The error says why the file is not a readable event log. An empty file, or one whose header
    // is not there in full yet, is taken for one that is still being made.
    static Result<LogReader> open(const std::string& path);

    LogReader(LogReader&& other) noexcept;
    LogReader& operator=(LogReader&& other) noexcept;
    ~LogReader();

    // The frames of the next chunk: views that hold until the next call. Empty: no
    // whole chunk there yet (call again later to follow a growing file), or only
    // damage, which offset() has then moved past.
    std::vector<ByteView> nextChunk();

    // The file will not grow any more: makes nextChunk() give what can be saved from a
    // cut-off end too, and losses() name the rest.
    void finish() { m_finished = true; }

    // After finish(): true once nothing is left.
    bool atEnd() const;

    // Where the next chunk begins; a position for seek().
    std::uint64_t offset() const { return m_offset; }
    // To a position that offset() had in the same file, in any reader.
    void seek(std::uint64_t offset);

    std::uint64_t run() const { return m_run; }                     // 0: the file header is damaged
    std::uint64_t fileBytes() const;                                // now
    const std::vector<LogLoss>& losses() const { return m_losses; } // the first 1000
    std::uint64_t lostBytes() const { return m_lostBytes; }

private:
    LogReader() = default;
    std::optional<Error> readHeader();
    std::size_t readAt(std::uint64_t offset, std::size_t bytes); // into m_buffer
    std::vector<ByteView> takeChunk(const ChunkHeader& header);
    std::vector<ByteView> recover();
    std::vector<ByteView> salvage(std::size_t used, std::size_t limit, std::string_view reason);
    void lose(std::uint64_t offset, std::uint64_t bytes, std::string_view reason);
    void checkSequence(const ChunkHeader& header);

    std::string m_path;
    int m_file = -1;
    std::uint64_t m_offset = 0;
    std::uint64_t m_run = 0;
    std::optional<std::uint64_t> m_sequence = 0; // of the chunk expected next, where known
    bool m_headerRead = false;
    bool m_finished = false;
    Bytes m_buffer;
    std::vector<LogLoss> m_losses;
    std::uint64_t m_lostBytes = 0;
};

} // namespace telemetry
