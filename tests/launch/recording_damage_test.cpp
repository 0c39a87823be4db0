// A recording with a chunk there twice, missing, cut off or changed: replay and export give what
// is whole, each thing once, name what is missing, and say so by their exit code.

#include "engine/launch/export_command.h"
#include "engine/launch/recording_check.h"
#include "engine/launch/recover_command.h"
#include "engine/launch/watch_commands.h"
#include "telemetry/event_log.h"
#include "tests/measured/fake_run.h"
#include "tests/scratch_directory.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <unistd.h>

using namespace launch;

namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 6;

// The frames of a run of four ranks, as they would be sent; a chunk of the log each.
std::vector<telemetry::Bytes> goodFrames()
{
    using namespace telemetry;
    const measured::test::FakeRun run(measured::test::kShape);
    std::vector<Bytes> frames;
    std::vector<std::uint64_t> sequence(4, 0);
    const auto add = [&](std::uint32_t rank, FrameKind kind, const auto& records) {
        FrameBuilder frame(kind);
        for (const auto& record : records)
            frame.append(record);
        frames.push_back(frame.finish({.run = 42, .sequence = sequence[rank]++, .rank = rank}));
    };
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        add(rank, FrameKind::Hello, std::vector{std::get<Hello>(run.hello().body)});
    for (int step = 0; step < kSteps; ++step)
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            const int r = static_cast<int>(rank);
            add(rank, FrameKind::StepMarks,
                std::get<std::vector<StepMark>>(run.begin(r, step).body));
            add(rank, FrameKind::Spans, std::get<std::vector<SpanRecord>>(run.spans(r, step).body));
            add(rank, FrameKind::StepMarks, std::get<std::vector<StepMark>>(run.end(r, step).body));
        }
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        add(rank, FrameKind::Bye, std::vector{Bye{}});
    return frames;
}

class RecordingDamage : public testing::Test {
protected:
    RecordingDamage()
    {
        m_places.state = m_scratch.path() / "state";
        m_places.runs = m_places.state / "runs";
        m_places.catalogue = m_places.state / "catalogue.sqlite";
    }

    fs::path record(const std::string& name, const std::vector<telemetry::Bytes>& frames)
    {
        const fs::path folder = m_scratch.path() / name;
        fs::create_directory(folder);
        auto writer = telemetry::LogWriter::create((folder / "events.bslog").string(), 42);
        for (const telemetry::Bytes& frame : frames) {
            writer->append(frame);
            writer->flush();
        }
        return folder;
    }

    struct Told {
        ExitCode code = ExitCode::Good;
        std::string text; // on stderr
    };
    template <class Command>
    Told told(Command command)
    {
        testing::internal::CaptureStderr();
        const ExitCode code = command();
        return {code, testing::internal::GetCapturedStderr()};
    }
    Told replay(const fs::path& folder)
    {
        const std::string json = m_scratch.path() / "report.json";
        fs::remove(json);
        const Told so
            = told([&] { return replayRun({.run = folder.string(), .json = json}, m_places); });
        std::ifstream stream(json);
        m_report = nlohmann::json::parse(stream, nullptr, false);
        return so;
    }
    Told exportCsv(const fs::path& folder)
    {
        const std::string out = m_scratch.path() / "spans.csv";
        fs::remove(out);
        const Told so = told([&] {
            return exportRun({.run = folder.string(), .format = ExportFormat::Csv, .output = out},
                             m_places);
        });
        std::ifstream stream(out);
        m_lines.clear();
        for (std::string line; std::getline(stream, line);)
            m_lines.push_back(line);
        return so;
    }

    tests::ScratchDirectory m_scratch;
    Places m_places;
    nlohmann::json m_report;
    std::vector<std::string> m_lines; // of the CSV
};

constexpr std::size_t kSpans = 4 * 16 * kSteps;

TEST_F(RecordingDamage, AWholeRecordingIsGood)
{
    const auto folder = record("whole", goodFrames());
    EXPECT_EQ(replay(folder).code, ExitCode::Good);
    EXPECT_EQ(m_report["telemetry"]["gaps"], 0);
    EXPECT_EQ(exportCsv(folder).code, ExitCode::Good);
    EXPECT_EQ(m_lines.size(), 1 + kSpans);
    const auto so = told([&] { return recoverRun({folder.string(), {}}, m_places); });
    EXPECT_EQ(so.code, ExitCode::Good);
    EXPECT_NE(so.text.find("there is nothing to recover"), std::string::npos) << so.text;
    EXPECT_FALSE(fs::exists(m_places.runs / "recording-recovered"));
}

TEST_F(RecordingDamage, WhatIsThereTwiceCountsOnce)
{
    auto frames = goodFrames();
    frames.insert(frames.begin() + 30, frames.begin() + 10, frames.begin() + 25);
    const auto folder = record("twice", frames);
    for (const Told& so : {replay(folder), exportCsv(folder)}) {
        EXPECT_EQ(so.code, ExitCode::WorkFailed);
        EXPECT_NE(so.text.find("15 frames are there more than once and counted once"),
                  std::string::npos)
            << so.text;
    }
    EXPECT_EQ(m_lines.size(), 1 + kSpans);
    EXPECT_EQ(m_report["telemetry"]["logged"], kSpans + 2 * 4 * kSteps);
    EXPECT_EQ(m_report["telemetry"]["gaps"], 0);
    EXPECT_EQ(m_report["steps"].size(), std::size_t(kSteps));
}

TEST_F(RecordingDamage, WhatIsMissingIsNamed)
{
    auto frames = goodFrames();
    const auto second = frames.begin() + 4 + 12 + 3; // step 1, rank 1: begin, spans, end
    frames.erase(second, second + 3);
    const auto folder = record("hole", frames);
    for (const Told& so : {replay(folder), exportCsv(folder)}) {
        EXPECT_EQ(so.code, ExitCode::WorkFailed);
        EXPECT_NE(so.text.find("rank 1 lacks frames 4 to 6, of steps 0 to 2"), std::string::npos)
            << so.text;
    }
    EXPECT_EQ(m_lines.size(), 1 + kSpans - 16);
    EXPECT_EQ(m_report["telemetry"]["gaps"], 3);
}

// What a chunk at the very end held leaves no hole in any rank's frames.
TEST_F(RecordingDamage, ALastWordThatIsMissingIsNamed)
{
    auto frames = goodFrames();
    frames.push_back(telemetry::encodeOne(
        telemetry::FrameKind::RunEnd, {.run = 42},
        toWire({.state = RunState::Completed}, std::chrono::system_clock::now())));
    for (const bool isThere : {true, false}) {
        if (!isThere)
            frames.pop_back();
        const auto folder = record(isThere ? "ended" : "endless", frames);
        RunRecord kept;
        kept.run = folder.filename();
        kept.directory = folder;
        kept.end({.state = RunState::Completed});
        ASSERT_TRUE(saveRunRecord(kept));
        for (const Told& so : {replay(folder), exportCsv(folder)}) {
            EXPECT_EQ(so.code, isThere ? ExitCode::Good : ExitCode::WorkFailed) << so.text;
            EXPECT_EQ(so.text.find("the last word of its supervisor is missing")
                          == std::string::npos,
                      isThere)
                << so.text;
        }
    }
}

TEST_F(RecordingDamage, FramesThatComeLateFillTheirHole)
{
    auto frames = goodFrames();
    std::rotate(frames.begin() + 10, frames.begin() + 20, frames.begin() + 40);
    const auto folder = record("rotated", frames);
    EXPECT_EQ(replay(folder).code, ExitCode::Good);
    const auto report = m_report["steps"];
    replay(record("whole", goodFrames()));
    EXPECT_EQ(report, m_report["steps"]);
    EXPECT_EQ(exportCsv(folder).code, ExitCode::Good);
    EXPECT_EQ(m_lines.size(), 1 + kSpans);
}

TEST_F(RecordingDamage, RecoverWritesWhatIsWholeAndLeavesTheDamagedOne)
{
    const auto folder = record("cut", goodFrames());
    const auto events = folder / "events.bslog";
    fs::resize_file(events, fs::file_size(events) - 5'000);
    RunRecord kept;
    kept.run = "cut-run";
    kept.directory = folder;
    kept.end({.state = RunState::Completed});
    ASSERT_TRUE(saveRunRecord(kept));
    const auto before = fs::file_size(events);

    const auto so = told([&] { return recoverRun({folder.string(), {}}, m_places); });
    EXPECT_EQ(so.code, ExitCode::Good) << so.text;
    EXPECT_NE(so.text.find("the file is cut off"), std::string::npos) << so.text;
    EXPECT_EQ(fs::file_size(events), before);
    const auto made = loadRunRecord(m_places.runs / "cut-run-recovered");
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->run, "cut-run-recovered");

    replay(folder);
    const auto damaged = m_report;
    const Told again = replay(made->directory);
    EXPECT_EQ(m_report["steps"], damaged["steps"]);
    EXPECT_EQ(m_report["telemetry"]["bad_frames"], 0);
    EXPECT_EQ(m_report["telemetry"]["logged"], damaged["telemetry"]["logged"]);
    // Its file is sound; that the run's end is missing stays true.
    EXPECT_EQ(again.text.find("cut off"), std::string::npos) << again.text;
    EXPECT_NE(again.text.find("the last words of rank"), std::string::npos) << again.text;
    EXPECT_EQ(told([&] {
                  return recoverRun({folder.string(), folder}, m_places);
              }).code,
              ExitCode::BadInput); // not into a folder with something in it
}

// What a reader makes of the log: its steps, and whether it says that anything is wrong.
struct Reading {
    std::vector<StepReport> steps;
    bool told = false;
};

Reading readingOf(const std::string& events)
{
    Reading so;
    auto reader = telemetry::RecordingReader::open(events);
    if (!reader) {
        so.told = true;
        return so;
    }
    RunReading reading;
    reader->finish();
    while (!reader->atEnd())
        for (const auto& read : reader->nextChunk())
            reading.add(read.frame);
    reading.close();
    so.steps = reading.takeFinished();
    Recording recording{.record = RunRecord(), .damage = {}, .events = events};
    recording.record->state = RunState::Completed;
    so.told = !damageOf(recording, *reader, reading).empty();
    return so;
}

// Every cut and every flipped bit of a small log: it opens or is told, and no whole step is
// another than was recorded.
TEST_F(RecordingDamage, EveryCutAndEveryFlippedBitIsToldAndNoValueIsWrong)
{
    auto frames = goodFrames();
    frames.erase(frames.begin() + 4 + 12, frames.end() - 4); // one step
    // The last words of the ranks come next in their sequence.
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        frames[frames.size() - 4 + rank] = telemetry::encodeOne(
            telemetry::FrameKind::Bye, {.run = 42, .sequence = 4, .rank = rank}, telemetry::Bye{});
    const std::string events = record("small", frames) / "events.bslog";
    const Reading good = readingOf(events);
    ASSERT_FALSE(good.told);
    ASSERT_EQ(good.steps.size(), 1u);
    ASSERT_TRUE(good.steps[0].whole);

    std::ifstream stream(events, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const int file = memfd_create("log", 0);
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    ASSERT_EQ(write(file, bytes.data(), bytes.size()), ssize_t(bytes.size()));
    std::uint64_t told = 0;
    std::uint64_t wrong = 0;
    const auto judge = [&] {
        const Reading so = readingOf(path);
        told += so.told ? 1 : 0;
        for (const StepReport& step : so.steps)
            wrong += step.whole && !(step == good.steps[0]) ? 1 : 0;
    };
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        const char flipped = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
        ASSERT_EQ(pwrite(file, &flipped, 1, off_t(bit / 8)), 1);
        judge();
        ASSERT_EQ(pwrite(file, &bytes[bit / 8], 1, off_t(bit / 8)), 1);
    }
    std::printf("%zu flipped bits: %llu told, %llu wrong values\n", bytes.size() * 8,
                static_cast<unsigned long long>(told), static_cast<unsigned long long>(wrong));
    EXPECT_EQ(told, bytes.size() * 8);
    told = 0;
    for (std::size_t cut = bytes.size(); cut-- > 0;) {
        ASSERT_EQ(ftruncate(file, off_t(cut)), 0);
        judge();
    }
    close(file);
    std::printf("%zu cuts: %llu told, %llu wrong values\n", bytes.size(),
                static_cast<unsigned long long>(told), static_cast<unsigned long long>(wrong));
    EXPECT_EQ(told, bytes.size());
    EXPECT_EQ(wrong, 0u);
}

TEST_F(RecordingDamage, NothingIsRecoveredFromNothing)
{
    const fs::path log = m_scratch.path() / "noise";
    std::ofstream(log) << "no log";
    EXPECT_EQ(told([&] {
                  return recoverRun({log.string(), {}}, m_places);
              }).code,
              ExitCode::BadInput);
    const auto folder = record("empty", {});
    const auto so = told([&] { return recoverRun({folder.string(), {}}, m_places); });
    EXPECT_EQ(so.code, ExitCode::BadInput);
    EXPECT_NE(so.text.find("not one whole frame"), std::string::npos) << so.text;
}

} // namespace
