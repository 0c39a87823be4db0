#include "telemetry/event_log.h"

#include "telemetry/crc32c.h"

#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace telemetry {
namespace {

constexpr std::uint64_t kSyncBytes = 1024 * 1024;
constexpr std::chrono::seconds kSyncInterval{1};
constexpr std::chrono::milliseconds kRetryInterval{100};
constexpr std::size_t kMostKeptBytes = kWriteChunkBytes / 2; // while the log is paused

template <class Header>
std::uint32_t headerCrc(const Header& header)
{
    return crc32c(
        std::as_bytes(std::span(&header, 1)).first(sizeof header - sizeof(std::uint32_t)));
}

std::int64_t unixNow()
{
    return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

} // namespace

Result<LogWriter> LogWriter::create(const std::string& path, std::uint64_t run)
{
    // O_EXCL and O_NOFOLLOW: nobody can make us write into a file of theirs.
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    LogWriter log;
    log.m_path = path;
    log.m_file = ::open(path.c_str(), flags, 0600);
    if (log.m_file < 0)
        return Error{"event log " + path + " cannot be made: " + std::strerror(errno)
                     + "; choose another directory to record into"};

    LogFileHeader header{.run = run, .unixNs = unixNow()};
    header.crc = headerCrc(header);
    const auto bytes = std::as_bytes(std::span(&header, 1));
    if (const auto error = log.writeAll(bytes)) {
        ::close(std::exchange(log.m_file, -1));
        ::unlink(path.c_str());
        return Error{"event log " + path + " cannot be written: " + std::strerror(*error)
                     + "; free some space or choose another directory"};
    }
    log.m_counts.bytes = bytes.size();
    log.m_chunk.reserve(sizeof(ChunkHeader) + kWriteChunkBytes);
    log.m_chunk.resize(sizeof(ChunkHeader));
    log.m_lastSync = Clock::now();
    return log;
}

LogWriter::LogWriter(LogWriter&& other) noexcept { *this = std::move(other); }

LogWriter& LogWriter::operator=(LogWriter&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_file, other.m_file);
    std::swap(m_chunk, other.m_chunk);
    std::swap(m_queuedFrames, other.m_queuedFrames);
    std::swap(m_queuedRecords, other.m_queuedRecords);
    std::swap(m_sequence, other.m_sequence);
    std::swap(m_unsynced, other.m_unsynced);
    std::swap(m_lastSync, other.m_lastSync);
    std::swap(m_retryAt, other.m_retryAt);
    std::swap(m_problem, other.m_problem);
    std::swap(m_counts, other.m_counts);
    return *this;
}

LogWriter::~LogWriter()
{
    if (m_file < 0)
        return;
    finish();
    ::close(m_file);
}

void LogWriter::append(ByteView frame)
{
    assert(frame.size() >= sizeof(FrameHeader) && frame.size() <= kMaxFrameBytes);
    if (m_chunk.size() + frame.size() > sizeof(ChunkHeader) + kWriteChunkBytes)
        flush();
    FrameHeader header;
    std::memcpy(&header, frame.data(), sizeof header);
    m_chunk.insert(m_chunk.end(), frame.begin(), frame.end());
    ++m_queuedFrames;
    m_queuedRecords += countedRecords(header);
}

void LogWriter::flush()
{
    if (m_queuedFrames == 0)
        return;
    // While the log is paused the disk is not asked at every flush, of which there are many a
    // second.
    const bool waiting = !m_problem.empty() && Clock::now() < m_retryAt;
    if (waiting || !writeChunk()) {
        giveUpRecords();
        return;
    }
    m_chunk.resize(sizeof(ChunkHeader));
    m_queuedFrames = 0;
    m_queuedRecords = 0;
}

// Leaves the frames in the queue that carry no counted records.
void LogWriter::giveUpRecords()
{
    Bytes kept(sizeof(ChunkHeader));
    std::uint32_t frames = 0;
    for (ByteView rest = ByteView(m_chunk).subspan(sizeof(ChunkHeader)); !rest.empty();) {
        FrameHeader header;
        std::memcpy(&header, rest.data(), sizeof header);
        const ByteView frame = rest.first(sizeof header + header.payloadBytes);
        rest = rest.subspan(frame.size());
        if (countedRecords(header) == 0 && kept.size() + frame.size() <= kMostKeptBytes) {
            kept.insert(kept.end(), frame.begin(), frame.end());
            ++frames;
        }
    }
    m_counts.unloggedFrames += m_queuedFrames - frames;
    m_counts.unloggedRecords += m_queuedRecords;
    m_chunk = std::move(kept);
    m_chunk.reserve(sizeof(ChunkHeader) + kWriteChunkBytes);
    m_queuedFrames = frames;
    m_queuedRecords = 0;
}

void LogWriter::finish()
{
    m_retryAt = {};
    flush();
    sync();
}

bool LogWriter::writeChunk()
{
    const auto payload = ByteView(m_chunk).subspan(sizeof(ChunkHeader));
    ChunkHeader header{.payloadBytes = static_cast<std::uint32_t>(payload.size()),
                       .sequence = m_sequence,
                       .frames = m_queuedFrames,
                       .payloadCrc = crc32c(payload)};
    header.headerCrc = headerCrc(header);
    std::memcpy(m_chunk.data(), &header, sizeof header);

    if (const auto error = writeAll(m_chunk)) {
        pause(*error);
        return false;
    }
    m_problem.clear();
    ++m_sequence;
    m_counts.frames += m_queuedFrames;
    m_counts.records += m_queuedRecords;
    m_counts.bytes += m_chunk.size();
    m_unsynced += m_chunk.size();
    return true;
}

// Always at the end of the last whole chunk, so what an earlier try left is written over.
std::optional<int> LogWriter::writeAll(ByteView bytes)
{
    std::uint64_t at = m_counts.bytes;
    while (!bytes.empty()) {
        const auto wrote = ::pwrite(m_file, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return wrote < 0 ? errno : ENOSPC;
        bytes = bytes.subspan(static_cast<std::size_t>(wrote));
        at += static_cast<std::uint64_t>(wrote);
    }
    return {};
}

void LogWriter::pause(int error)
{
    m_problem = "recording to " + m_path + " is paused: " + std::strerror(error)
        + "; it goes on by itself once there is room";
    m_retryAt = Clock::now() + kRetryInterval;
    if (::ftruncate(m_file, static_cast<off_t>(m_counts.bytes)) != 0)
        m_problem += " (the unfinished end could not be cut off either)";
}

void LogWriter::syncIfDue()
{
    if (m_unsynced >= kSyncBytes || (m_unsynced > 0 && Clock::now() - m_lastSync >= kSyncInterval))
        sync();
}

void LogWriter::sync()
{
    // EINVAL: a file that cannot be synced where it lies, which is no fault of the disk.
    if (::fdatasync(m_file) != 0 && errno != EINVAL && m_problem.empty())
        m_problem = "the disk reported a fault while keeping " + m_path + ": "
            + std::strerror(errno) + "; the last second of it may be missing";
    m_unsynced = 0;
    m_lastSync = Clock::now();
    ++m_counts.syncs;
}

} // namespace telemetry
