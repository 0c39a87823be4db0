// The recording of a run: an append-only file of checksummed chunks of whole frames.
// The layout is in telemetry/WIRE.md, the reader in log_reader.h.
//
// A full disk pauses the recording and never ends the run: what could not be written is counted,
// and the log goes on once there is room. Not thread-safe: one thread owns a LogWriter.

#pragma once

#include "telemetry/codec.h"
#include "telemetry/result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace telemetry {

inline constexpr char kEventLogName[] = "events.bslog"; // in the folder of a run

inline constexpr std::uint64_t kLogMagic = 0x0a1a474f4c425542; // "BUBLOG", ctrl-Z, line end
inline constexpr std::uint32_t kLogVersion = 1;
inline constexpr std::uint32_t kChunkMagic = 0x4b4e4843;    // "CHNK"
inline constexpr std::size_t kMaxChunkBytes = 1024 * 1024;  // payload; a reader refuses more
inline constexpr std::size_t kWriteChunkBytes = 256 * 1024; // a writer closes a chunk here

// The first bytes of the file. Its magic number has a line end in it, so that a copy in text mode
// is found out at once.
struct LogFileHeader {
    std::uint64_t magic = kLogMagic;
    std::uint32_t version = kLogVersion;
    std::uint32_t reserved = 0;
    std::uint64_t run = 0;
    std::int64_t unixNs = 0; // when the file was made
    std::uint32_t reserved2 = 0;
    std::uint32_t crc = 0; // of the bytes before it
};

// Stands before the frames of a chunk. It has a checksum of its own, so that `payloadBytes` is
// trusted or not before anybody skips by it.
struct ChunkHeader {
    std::uint32_t magic = kChunkMagic;
    std::uint32_t payloadBytes = 0; // [1, kMaxChunkBytes]
    std::uint64_t sequence = 0;     // from 0, no holes
    std::uint32_t frames = 0;       // whole frames in the payload
    std::uint32_t flags = 0;
    std::uint32_t payloadCrc = 0;
    std::uint32_t headerCrc = 0; // of the bytes before it
};

static_assert(sizeof(LogFileHeader) == 40 && sizeof(ChunkHeader) == 32);
static_assert(std::has_unique_object_representations_v<
                  LogFileHeader> && std::has_unique_object_representations_v<ChunkHeader>);

// Since the file was made; none of them ever falls.
struct LogWriterCounts {
    std::uint64_t frames = 0;         // written
    std::uint64_t records = 0;        // written, as countedRecords()
    std::uint64_t bytes = 0;          // of whole chunks and the file header
    std::uint64_t unloggedFrames = 0; // given to append() and not written
    std::uint64_t unloggedRecords = 0;
    std::uint64_t syncs = 0;
};

// Owns the open file. What append() was given is in the file after flush(), and safe from a loss of
// power after sync().
class LogWriter {
public:
    // Makes a new file, mode 0600. An existing file or symbolic link is refused.
    // `run` goes into the file header.
    static Result<LogWriter> create(const std::string& path, std::uint64_t run);

    LogWriter(LogWriter&& other) noexcept;
    LogWriter& operator=(LogWriter&& other) noexcept;
    ~LogWriter(); // flush() and sync

    // Queues a copy of one whole, valid frame. Written when a chunk is full or at flush(). The
    // caller has checked the frame: its header is believed here.
    void append(ByteView frame);

    // Writes what is queued as one chunk. After a write that did not succeed the file
    // is cut back to its last whole chunk, the queued frames count as unlogged and the
    // log is paused; it tries again with later frames, at most every 100 ms. Frames without
    // which nobody could read the others (Hello, Bye and the like) wait for that.
    void flush();

    // The last flush() and sync(): tries at once what waits.
    void finish();

    // fdatasync when 1 MiB or 1 s has gone by since the last; call it regularly. It waits for the
    // disk, which is why it is not done for every chunk.
    void syncIfDue();
    void sync();

    // While paused: why, for a person. Empty while recording.
    const std::string& problem() const { return m_problem; }
    LogWriterCounts counts() const { return m_counts; }
    const std::string& path() const { return m_path; }

private:
    using Clock = std::chrono::steady_clock;

    LogWriter() = default;
    // At one place of the file, which is cut back there where it does not succeed: a log never has
    // half a chunk.
    bool writeChunk(); // false: paused
    void giveUpRecords();
    void pause(int error);
    std::optional<int> writeAll(ByteView bytes); // errno, or empty

    std::string m_path;
    // Owned; -1 after the writer was moved from.
    int m_file = -1;
    Bytes m_chunk; // header, then queued frames
    std::uint32_t m_queuedFrames = 0;
    std::uint64_t m_queuedRecords = 0;
    std::uint64_t m_sequence = 0;
    std::uint64_t m_unsynced = 0; // bytes
    Clock::time_point m_lastSync{};
    Clock::time_point m_retryAt{};
    std::string m_problem;
    LogWriterCounts m_counts;
};

} // namespace telemetry
