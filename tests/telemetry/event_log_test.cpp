#include "telemetry/log_reader.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace telemetry {
namespace {

using namespace test;

constexpr std::uint64_t kLoggedRun = 7;

Bytes contentsOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void writeTo(const std::string& path, ByteView bytes)
{
    std::filesystem::remove(path); // cheaper than cutting it: nothing is flushed
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

// Three chunks of two frames of two spans.
Bytes smallLog(const std::string& path)
{
    auto log = LogWriter::create(path, kLoggedRun);
    EXPECT_TRUE(log);
    for (std::uint64_t sequence = 0; sequence < 6; ++sequence) {
        log->append(spanFrame(sequence, 2));
        if (sequence % 2 == 1)
            log->flush();
    }
    return contentsOf(path);
}

struct ReadBack {
    std::vector<Bytes> frames;
    std::uint64_t lostBytes = 0;
    std::size_t losses = 0;
};

ReadBack readAll(LogReader& log)
{
    ReadBack result;
    log.finish();
    for (int guard = 0; !log.atEnd() && guard < 1000; ++guard)
        for (const auto frame : log.nextChunk())
            result.frames.emplace_back(frame.begin(), frame.end());
    EXPECT_TRUE(log.atEnd());
    result.lostBytes = log.lostBytes();
    result.losses = log.losses().size();
    return result;
}

TEST(EventLog, GivesBackWhatWasWritten)
{
    const tests::ScratchDirectory place;
    smallLog(place / "a.log");
    auto log = LogReader::open(place / "a.log");
    ASSERT_TRUE(log) << log.error().message;
    EXPECT_EQ(log->run(), kLoggedRun);
    const auto all = readAll(*log);
    ASSERT_EQ(all.frames.size(), 6u);
    for (std::uint64_t i = 0; i < 6; ++i)
        EXPECT_EQ(all.frames[i], spanFrame(i, 2));
    EXPECT_EQ(all.losses, 0u);
    struct stat file {};
    ASSERT_EQ(::stat((place / "a.log").c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 0777, 0600u);
}

TEST(EventLog, CutOffAtEveryByteGivesTheWholeFramesBeforeIt)
{
    const tests::ScratchDirectory place;
    const Bytes whole = smallLog(place / "a.log");
    const std::size_t frame = spanFrame(0, 2).size();
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        writeTo(place / "cut.log", ByteView(whole).first(size));
        auto log = LogReader::open(place / "cut.log");
        ASSERT_TRUE(log) << size << ": " << log.error().message;
        const auto all = readAll(*log);

        std::size_t expected = 0; // frames that end within `size`
        for (std::size_t i = 0; i < 6; ++i) {
            const auto end
                = sizeof(LogFileHeader) + (i / 2 + 1) * sizeof(ChunkHeader) + (i + 1) * frame;
            expected += end <= size ? 1 : 0;
        }
        ASSERT_EQ(all.frames.size(), expected) << "cut at " << size;
        for (std::size_t i = 0; i < expected; ++i)
            ASSERT_EQ(all.frames[i], spanFrame(i, 2)) << "cut at " << size;
        // Chunk boundaries are the only places where a cut cannot be noticed.
        const bool boundary = size >= sizeof(LogFileHeader) && (size - 40) % (32 + 2 * frame) == 0;
        ASSERT_EQ(all.losses == 0, boundary || size == 0) << "cut at " << size;
    }
}

TEST(EventLog, EveryDamagedByteLosesAtMostOneFrameAndChangesNone)
{
    const tests::ScratchDirectory place;
    const Bytes whole = smallLog(place / "a.log");
    std::vector<Bytes> written;
    for (std::uint64_t i = 0; i < 6; ++i)
        written.push_back(spanFrame(i, 2));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const unsigned flip : {0x01u, 0x80u, 0xffu}) {
            Bytes bytes = whole;
            bytes[at] ^= std::byte(flip);
            writeTo(place / "bad.log", bytes);
            auto log = LogReader::open(place / "bad.log");
            ASSERT_TRUE(log) << at << ": " << log.error().message;
            const auto all = readAll(*log);
            ASSERT_GE(all.frames.size(), 5u) << "byte " << at;
            for (const auto& frame : all.frames)
                ASSERT_EQ(std::count(written.begin(), written.end(), frame), 1) << "byte " << at;
            const bool header = at < sizeof(LogFileHeader);
            ASSERT_EQ(all.frames.size() == 6, header || all.lostBytes <= sizeof(ChunkHeader));
            ASSERT_GE(all.losses, 1u) << "byte " << at;
        }
    }
}

TEST(EventLog, ZeroedAndRepeatedStretchesAreNamed)
{
    const tests::ScratchDirectory place;
    Bytes bytes = smallLog(place / "a.log");
    std::fill(bytes.begin() + 100, bytes.begin() + 400, std::byte{0});
    writeTo(place / "zero.log", bytes);
    auto log = LogReader::open(place / "zero.log");
    ASSERT_TRUE(log);
    const auto all = readAll(*log);
    EXPECT_EQ(all.frames.back(), spanFrame(5, 2));
    EXPECT_GE(all.lostBytes, 300u);
    EXPECT_LT(log->losses().front().offset, 101u);
}

TEST(EventLog, AMissingChunkIsNamed)
{
    const tests::ScratchDirectory place;
    Bytes bytes = smallLog(place / "a.log");
    const auto chunk = std::ptrdiff_t(sizeof(ChunkHeader) + 2 * spanFrame(0, 2).size());
    bytes.erase(bytes.begin() + 40 + chunk, bytes.begin() + 40 + 2 * chunk);
    writeTo(place / "hole.log", bytes);
    auto log = LogReader::open(place / "hole.log");
    ASSERT_TRUE(log);
    EXPECT_EQ(readAll(*log).frames.size(), 4u);
    ASSERT_EQ(log->losses().size(), 1u);
    EXPECT_EQ(log->losses()[0].reason, "chunk 2 stands where chunk 1 should be");
}

TEST(EventLog, AGrowingFileIsFollowed)
{
    const tests::ScratchDirectory place;
    auto writer = LogWriter::create(place / "a.log", kLoggedRun);
    ASSERT_TRUE(writer);
    auto reader = LogReader::open(place / "a.log");
    ASSERT_TRUE(reader);
    EXPECT_TRUE(reader->nextChunk().empty());
    for (std::uint64_t i = 0; i < 3; ++i) {
        writer->append(spanFrame(i, 3));
        EXPECT_TRUE(reader->nextChunk().empty()) << "not flushed yet";
        writer->flush();
        const auto frames = reader->nextChunk();
        ASSERT_EQ(frames.size(), 1u);
        EXPECT_EQ(Bytes(frames[0].begin(), frames[0].end()), spanFrame(i, 3));
    }
    EXPECT_FALSE(reader->atEnd());
    reader->finish();
    EXPECT_TRUE(reader->atEnd());
    EXPECT_TRUE(reader->losses().empty());
}

TEST(EventLog, AnExistingFileOrLinkIsNotOverwritten)
{
    const tests::ScratchDirectory place;
    writeTo(place / "there", std::as_bytes(std::span("mine", 4)));
    std::filesystem::create_symlink(place / "elsewhere", place / "link");
    EXPECT_FALSE(LogWriter::create(place / "there", kLoggedRun));
    EXPECT_FALSE(LogWriter::create(place / "link", kLoggedRun));
    EXPECT_FALSE(LogWriter::create(place / "no/such/directory", kLoggedRun));
    EXPECT_EQ(contentsOf(place / "there").size(), 4u);
    EXPECT_FALSE(std::filesystem::exists(place / "elsewhere"));
}

TEST(EventLog, WhatIsNotALogIsRefusedWithASentence)
{
    const tests::ScratchDirectory place;
    writeTo(place / "text", Bytes(5000, std::byte{'x'}));
    const auto text = LogReader::open(place / "text");
    ASSERT_FALSE(text);
    EXPECT_NE(text.error().message.find("is not an event log"), std::string::npos);
    EXPECT_FALSE(LogReader::open(place / "missing"));
    EXPECT_FALSE(LogReader::open(place.path()));
}

// Writes frames until the log pauses, makes room, writes on; nothing uncounted.
void fillAndResume(LogWriter& log, const std::string& path, const auto& makeRoom)
{
    std::uint64_t sequence = 0;
    const auto writeOne = [&] {
        log.append(spanFrame(sequence++, 50));
        log.flush();
    };
    while (log.problem().empty() && sequence < 2000)
        writeOne();
    ASSERT_FALSE(log.problem().empty()) << "the disk never became full";
    EXPECT_NE(log.problem().find("paused"), std::string::npos);
    const auto before = log.counts();
    EXPECT_EQ(before.unloggedFrames, 1u);
    writeOne();
    EXPECT_EQ(log.counts().unloggedRecords, 100u);
    EXPECT_EQ(std::filesystem::file_size(path), before.bytes);

    makeRoom();
    ASSERT_TRUE(eventually([&] {
        writeOne();
        return log.problem().empty();
    }));
    log.sync();
    const auto counts = log.counts();
    EXPECT_EQ(counts.frames + counts.unloggedFrames, sequence);
    EXPECT_EQ(counts.records + counts.unloggedRecords, sequence * 50);

    auto reader = LogReader::open(path);
    ASSERT_TRUE(reader);
    const auto all = readAll(*reader);
    EXPECT_EQ(all.frames.size(), counts.frames);
    EXPECT_EQ(all.losses, 0u);
    EXPECT_EQ(all.frames.back(), spanFrame(sequence - 1, 50));
}

// Files of this process may not be larger; what is written across the limit is cut there.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &m_before), 0);
        const rlimit limit{bytes, m_before.rlim_max};
        EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    }
    ~FileSizeLimit()
    {
        lift();
        std::signal(SIGXFSZ, m_handler);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    void lift() const { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
    sighandler_t m_handler;
};

TEST(EventLog, WithoutRoomItPausesAndResumes)
{
    const tests::ScratchDirectory place;
    {
        SCOPED_TRACE("a limit in the middle of a write");
        auto log = LogWriter::create(place / "a.log", kLoggedRun);
        ASSERT_TRUE(log);
        const FileSizeLimit limit(100'000);
        fillAndResume(*log, place / "a.log", [&] { limit.lift(); });
    }
    SCOPED_TRACE("a full disk");
    if (::mount("tmpfs", place.path().c_str(), "tmpfs", 0, "size=256k") != 0)
        GTEST_SKIP() << "needs the right to mount a small tmpfs";
    {
        writeTo(place / "ballast", Bytes(100'000));
        auto log = LogWriter::create(place / "a.log", kLoggedRun);
        ASSERT_TRUE(log);
        fillAndResume(*log, place / "a.log", [&] { std::filesystem::remove(place / "ballast"); });
    }
    EXPECT_EQ(::umount2(place.path().c_str(), MNT_DETACH), 0);
}

TEST(EventLog, FramesThatOthersNeedWaitForRoom)
{
    const tests::ScratchDirectory place;
    auto log = LogWriter::create(place / "a.log", kLoggedRun);
    ASSERT_TRUE(log);
    const Bytes hello = encodeOne(FrameKind::Hello, {.run = kLoggedRun}, helloOf(1));
    const Bytes bye = encodeOne(FrameKind::Bye, {.run = kLoggedRun, .sequence = 2}, Bye{});
    {
        const FileSizeLimit none(std::filesystem::file_size(place / "a.log"));
        log->append(hello);
        log->append(spanFrame(1, 50));
        log->flush();
        EXPECT_FALSE(log->problem().empty());
    }
    log->append(bye);
    log->finish();
    EXPECT_TRUE(log->problem().empty());
    EXPECT_EQ(log->counts().unloggedRecords, 50u);
    EXPECT_EQ(log->counts().frames, 2u);

    auto reader = LogReader::open(place / "a.log");
    ASSERT_TRUE(reader);
    EXPECT_EQ(readAll(*reader).frames, (std::vector<Bytes>{hello, bye}));
}

} // namespace
} // namespace telemetry
