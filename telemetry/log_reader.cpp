#include "telemetry/log_reader.h"

#include "telemetry/crc32c.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace telemetry {
namespace {

constexpr std::size_t kMaxLosses = 1000;
// Checksums tried in vain in one stretch; a file made to cost time is given up there.
constexpr std::size_t kMaxFalseFrames = 4096;
// Holds any chunk, and any frame that starts inside it.
constexpr std::size_t kRecoverBytes = kMaxChunkBytes + kMaxFrameBytes + sizeof(ChunkHeader);

template <class Header>
Header headerAt(ByteView bytes, std::size_t at)
{
    Header header;
    std::memcpy(&header, bytes.data() + at, sizeof header);
    return header;
}

bool trusted(const ChunkHeader& header)
{
    const auto bytes = std::as_bytes(std::span(&header, 1));
    return header.magic == kChunkMagic && header.payloadBytes >= 1
        && header.payloadBytes <= kMaxChunkBytes
        && header.headerCrc == crc32c(bytes.first(offsetof(ChunkHeader, headerCrc)));
}

// Position of the four bytes of `magic` at or after `from`; the size where there is none.
std::size_t findMagic(ByteView bytes, std::uint32_t magic, std::size_t from)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string_view wanted(reinterpret_cast<const char*>(&magic), sizeof magic);
    return std::min(text.find(wanted, from), text.size());
}

std::size_t findChunk(ByteView bytes, std::size_t from)
{
    std::size_t at = findMagic(bytes, kChunkMagic, from);
    while (at + sizeof(ChunkHeader) <= bytes.size()) {
        if (trusted(headerAt<ChunkHeader>(bytes, at)))
            return at;
        at = findMagic(bytes, kChunkMagic, at + 1);
    }
    return bytes.size();
}

} // namespace

Result<LogReader> LogReader::open(const std::string& path)
{
    LogReader reader;
    reader.m_path = path;
    // O_NONBLOCK: a pipe given by mistake is refused below instead of waited for.
    reader.m_file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (reader.m_file < 0)
        return Error{"recording " + path + " cannot be opened: " + std::strerror(errno)};
    struct stat found {};
    if (::fstat(reader.m_file, &found) != 0 || !S_ISREG(found.st_mode))
        return Error{"recording " + path + " is not a file; name the event log of a run"};
    if (auto error = reader.readHeader())
        return std::move(*error);
    return reader;
}

LogReader::LogReader(LogReader&& other) noexcept { *this = std::move(other); }

LogReader& LogReader::operator=(LogReader&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_file, other.m_file);
    std::swap(m_offset, other.m_offset);
    std::swap(m_run, other.m_run);
    std::swap(m_sequence, other.m_sequence);
    std::swap(m_headerRead, other.m_headerRead);
    std::swap(m_finished, other.m_finished);
    std::swap(m_buffer, other.m_buffer);
    std::swap(m_losses, other.m_losses);
    std::swap(m_lostBytes, other.m_lostBytes);
    return *this;
}

LogReader::~LogReader()
{
    if (m_file >= 0)
        ::close(m_file);
}

std::optional<Error> LogReader::readHeader()
{
    const Error notALog{m_path
                        + " is not an event log of a run; name the file that a run recorded"};
    const std::size_t used = readAt(0, sizeof(LogFileHeader));
    const std::size_t compared = std::min(used, sizeof kLogMagic);
    const bool known = std::memcmp(m_buffer.data(), &kLogMagic, compared) == 0;
    if (used < sizeof(LogFileHeader)) // still being made, or cut off
        return known ? std::nullopt : std::optional(notALog);

    const auto header = headerAt<LogFileHeader>(m_buffer, 0);
    const auto checked = ByteView(m_buffer).first(offsetof(LogFileHeader, crc));
    m_headerRead = true;
    m_offset = sizeof header;
    if (known && header.crc == crc32c(checked)) {
        m_run = header.run;
        if (header.version != kLogVersion)
            return Error{"recording " + m_path + " has format " + std::to_string(header.version)
                         + " and this program reads " + std::to_string(kLogVersion)
                         + "; open it with a newer program"};
        return {};
    }
    const std::size_t window = readAt(0, kRecoverBytes);
    if (findChunk(ByteView(m_buffer).first(window), 0) == window)
        return notALog;
    lose(0, sizeof header, "the file header is damaged");
    return {};
}

std::size_t LogReader::readAt(std::uint64_t offset, std::size_t bytes)
{
    const std::uint64_t size = fileBytes();
    bytes = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, size - std::min(offset, size)));
    if (m_buffer.size() < std::max(bytes, sizeof(LogFileHeader)))
        m_buffer.resize(std::max(bytes, sizeof(LogFileHeader)));
    std::size_t used = 0;
    while (used < bytes) {
        const auto got = ::pread(m_file, m_buffer.data() + used, bytes - used,
                                 static_cast<off_t>(offset + used));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        used += static_cast<std::size_t>(got);
    }
    return used;
}

std::uint64_t LogReader::fileBytes() const
{
    struct stat found {};
    return ::fstat(m_file, &found) == 0 ? static_cast<std::uint64_t>(found.st_size) : 0;
}

bool LogReader::atEnd() const { return m_finished && m_offset >= fileBytes(); }

void LogReader::seek(std::uint64_t offset)
{
    m_offset = std::max<std::uint64_t>(offset, sizeof(LogFileHeader));
    m_sequence.reset();
}

std::vector<ByteView> LogReader::nextChunk()
{
    if (!m_headerRead && fileBytes() >= sizeof(LogFileHeader))
        readHeader();
    const std::size_t used = readAt(m_offset, sizeof(ChunkHeader));
    if (used < sizeof(ChunkHeader)) {
        if (m_finished && used > 0) {
            lose(m_offset, used, "the file is cut off here");
            m_offset += used;
        }
        return {};
    }
    const auto header = headerAt<ChunkHeader>(m_buffer, 0);
    return trusted(header) ? takeChunk(header) : recover();
}

std::vector<ByteView> LogReader::takeChunk(const ChunkHeader& header)
{
    const std::size_t whole = sizeof header + header.payloadBytes;
    const std::size_t used = readAt(m_offset, whole);
    const auto payload
        = ByteView(m_buffer).subspan(sizeof header, std::max(used, sizeof header) - sizeof header);
    const bool intact = used == whole && crc32c(payload) == header.payloadCrc;
    // The last chunk of a growing file may be one that the writer is about to replace.
    if (!intact && !m_finished && m_offset + whole >= fileBytes())
        return {};
    checkSequence(header);
    const std::string reason = used < whole
        ? "the file is cut off inside a chunk of " + std::to_string(header.frames) + " frames"
        : "a chunk of " + std::to_string(header.frames) + " frames is damaged";
    const auto namedBefore = m_losses.size();
    auto frames = salvage(used, used, reason);
    if (used < whole && m_losses.size() == namedBefore) // cut between two frames
        lose(m_offset, 0, reason);
    return frames;
}

// The chunk header at m_offset cannot be trusted: goes on at the next that can.
std::vector<ByteView> LogReader::recover()
{
    // Whatever was skipped, the next chunk's number is not to be held against the last one's.
    m_sequence.reset();
    const std::size_t used = readAt(m_offset, kRecoverBytes);
    const auto window = ByteView(m_buffer).first(used);
    const std::size_t next = findChunk(window, 1);
    if (next < used)
        return salvage(next, next, "a chunk header is damaged");
    // A frame that begins near the end of the window may go on behind it, so the last of it is
    // looked at again with the next window.
    if (used == kRecoverBytes)
        return salvage(used, used - kMaxFrameBytes, "no chunk begins here");
    return m_finished ? salvage(used, used, "a chunk header is damaged") : std::vector<ByteView>{};
}

// The good frames that begin in the first `limit` of `used` bytes of the buffer. The
// rest, chunk header aside, is lost for `reason`. Moves m_offset past what was looked at.
std::vector<ByteView> LogReader::salvage(std::size_t used, std::size_t limit,
                                         std::string_view reason)
{
    const auto bytes = ByteView(m_buffer).first(used);
    const std::size_t start
        = used >= sizeof(ChunkHeader) && trusted(headerAt<ChunkHeader>(bytes, 0))
        ? sizeof(ChunkHeader)
        : 0;
    std::vector<ByteView> frames;
    std::size_t good = start; // everything before it is given or named as lost
    std::size_t at = start;
    std::size_t inVain = 0;
    while (at < limit && inVain < kMaxFalseFrames) {
        const std::size_t size = frameBytes(bytes.subspan(at));
        if (size == 0 || !std::holds_alternative<FrameHeader>(inspect(bytes.subspan(at, size)))) {
            inVain += size == 0 ? 0 : 1;
            at = findMagic(bytes, kWireMagic, at + 1);
            continue;
        }
        if (at > good)
            lose(m_offset + good, at - good, reason);
        frames.push_back(bytes.subspan(at, size));
        at += size;
        good = at;
    }
    const std::size_t end = std::max(good, limit);
    if (end > good)
        lose(m_offset + good, end - good, reason);
    m_offset += end;
    return frames;
}

void LogReader::checkSequence(const ChunkHeader& header)
{
    if (m_sequence && *m_sequence != header.sequence)
        lose(m_offset, 0,
             "chunk " + std::to_string(header.sequence) + " stands where chunk "
                 + std::to_string(*m_sequence) + " should be");
    m_sequence = header.sequence + 1;
}

void LogReader::lose(std::uint64_t offset, std::uint64_t bytes, std::string_view reason)
{
    m_lostBytes += bytes;
    if (m_losses.size() < kMaxLosses)
        m_losses.push_back({offset, bytes, std::string(reason)});
}

} // namespace telemetry
