// Recordings as runs that estimates are held against, and profiles fitted to them.

#include "engine/cli/profile_file.h"
#include "engine/cli/recorded_run.h"
#include "engine/strategy/hardware.h"
#include "telemetry/control.h"
#include "telemetry/event_log.h"
#include "telemetry/text.h"
#include "tests/measured/fake_run.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>

namespace cli {
namespace {

using namespace std::chrono_literals;
using measured::test::FakeRun;
using measured::test::kShape;
using telemetry::Frame;

constexpr const char* kModel
    = "model: {layers: 4, hidden: 64, heads: 4, vocab: 256, sequence: 64}\n";
constexpr const char* kFourRanks = "parallel: {pipeline: 4}\nbatch: {micro: 1, global: 8}\n";

plan::Costs costsOf(int microseconds)
{
    const auto part = std::chrono::microseconds(microseconds);
    plan::Costs costs = plan::Costs::unit();
    costs.stages = {{.forward = part, .inputGrad = part, .weightGrad = part}};
    return costs;
}

// A folder as bubblescope-run leaves it.
class Recorded {
public:
    explicit Recorded(const std::string& strategy = std::string(kModel) + kFourRanks)
        : m_log(*telemetry::LogWriter::create((folder() / "events.bslog").string(), 1))
    {
        std::ofstream(folder() / "strategy.yaml") << "bubblescope: 1\nname: mine\n" << strategy;
    }

    std::filesystem::path folder() const { return m_scratch.path(); }

    void hello(const char* device = "cpu", std::uint32_t ranks = 4, bool turns = false)
    {
        Frame frame = FakeRun(kShape).hello();
        auto& hello = std::get<telemetry::Hello>(frame.body);
        hello.ranks = ranks;
        hello.flags = std::string_view(device) == "emulated" ? telemetry::kFlagEmulated : 0;
        if (turns)
            hello.flags |= telemetry::kFlagTakesTurns;
        telemetry::copyText(hello.device, device);
        write(frame);
    }

    // Of so many microseconds a part, without the marks of so many ranks' ends.
    void step(int number, int microseconds, std::size_t endless = 0)
    {
        auto frames = FakeRun(kShape, costsOf(microseconds)).step(number);
        frames.resize(frames.size() - endless);
        for (const Frame& frame : frames)
            write(frame);
    }

    void steps(int count)
    {
        for (int number = 0; number < count; ++number)
            step(number, 100);
    }

    // A frame that was sent and is not in the log.
    void lose(std::uint32_t rank) { ++m_next[rank]; }

    template <class Record>
    void say(std::uint32_t rank, Record record)
    {
        Frame frame{{}, std::vector{std::move(record)}};
        frame.header.rank = rank;
        write(frame);
    }

    plan::Result<strategy::PublishedRun> read()
    {
        m_log.flush();
        return recordedRun(folder().string());
    }

    // Why it is no run; begins with the folder.
    std::string whyNot()
    {
        const auto run = read();
        if (run)
            return "";
        EXPECT_TRUE(run.error().message.starts_with(folder().string() + ": "))
            << run.error().message;
        return run.error().message;
    }

private:
    void write(const Frame& frame)
    {
        std::visit([&](const auto& body) { encode(frame.header.rank, body); }, frame.body);
    }

    template <class Record>
    void encode(std::uint32_t rank, const std::vector<Record>& records)
    {
        using telemetry::FrameKind;
        constexpr FrameKind kind = std::is_same_v<Record, telemetry::SpanRecord> ? FrameKind::Spans
            : std::is_same_v<Record, telemetry::MemorySample> ? FrameKind::MemorySamples
            : std::is_same_v<Record, telemetry::StepMark>     ? FrameKind::StepMarks
            : std::is_same_v<Record, telemetry::LogLine>      ? FrameKind::LogLines
            : std::is_same_v<Record, telemetry::DeviceSample> ? FrameKind::DeviceSamples
            : std::is_same_v<Record, telemetry::DeviceInfo>   ? FrameKind::DeviceInfos
                                                              : FrameKind::Schedules;
        if constexpr (requires(telemetry::FrameBuilder & into, const Record& one) {
                          into.append(one);
                      }) {
            telemetry::FrameBuilder builder(kind);
            for (const Record& record : records)
                ASSERT_TRUE(builder.append(record));
            m_log.append(builder.finish(addressOf(rank)));
        }
    }

    void encode(std::uint32_t rank, const telemetry::Hello& hello)
    {
        m_log.append(telemetry::encodeOne(telemetry::FrameKind::Hello, addressOf(rank), hello));
    }

    template <class Other>
    void encode(std::uint32_t, const Other&)
    {
        FAIL() << "no frame of these tests";
    }

    telemetry::FrameAddress addressOf(std::uint32_t rank)
    {
        return {.run = 1, .sequence = m_next[rank]++, .rank = rank};
    }

    tests::ScratchDirectory m_scratch;
    telemetry::LogWriter m_log;
    std::map<std::uint32_t, std::uint64_t> m_next;
};

TEST(RecordedRun, IsTheMedianOfItsWholeStepsBehindTheFirst)
{
    Recorded recorded;
    recorded.hello();
    recorded.step(0, 900);
    recorded.step(1, 100);
    recorded.step(2, 400);
    recorded.step(3, 200);
    recorded.step(4, 1, 1); // a rank never ended it
    recorded.say(2,
                 telemetry::MemorySample{.peakBytes = 1000,
                                         .category = telemetry::MemoryCategory::ProcessRss});
    const auto run = recorded.read();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_DOUBLE_EQ(*run->stepSeconds, 33 * 200e-6); // (m + p - 1) (F + B)
    EXPECT_EQ(run->peakBytes, 1000);
    EXPECT_EQ(run->memoryMeasure, strategy::MemoryMeasure::Process);
    EXPECT_EQ(run->uid, recorded.folder().string());
    EXPECT_EQ(run->model, "mine");
    EXPECT_EQ(run->family, "bubblescope-run on cpu");
    EXPECT_TRUE(isRecording(recorded.folder().string()));
    EXPECT_TRUE(recordedRun((recorded.folder() / "events.bslog").string()));
}

// What is missing may be the line that says that somebody slowed a rank.
TEST(RecordedRun, OneThatLacksAFrameIsRefused)
{
    Recorded recorded;
    recorded.hello();
    recorded.steps(5);
    recorded.lose(1);
    recorded.step(5, 100);
    EXPECT_NE(recorded.whyNot().find("is damaged, so it is not held against an estimate: rank 1 "
                                     "lacks frame"),
              std::string::npos)
        << recorded.whyNot();
}

TEST(RecordedRun, IsPutOnTheDeviceItRanOn)
{
    Recorded recorded(std::string(kModel)
                      + "parallel: {pipeline: 4}\nbatch: {micro: 1, global: 8}\n"
                        "cluster: {devices: 4, device: h100, network_gbps: 1, profile: h100}\n"
                        "kernels: {attention: unfused}\ncosts: {forward: 3}\n");
    recorded.hello();
    recorded.steps(4);
    const auto run = recorded.read();
    ASSERT_TRUE(run) << run.error().message;
    const strategy::Strategy& ran = run->strategy;
    EXPECT_EQ(ran.cluster.device, "cpu");
    EXPECT_EQ(strategy::profileNameOf(ran.cluster), "cpu");
    EXPECT_EQ(ran.cluster.networkGbps, 0);
    EXPECT_EQ(ran.parallel.data, 1);
    EXPECT_EQ(ran.kernels.attention, strategy::Attention::Flash) << "our ranks have no other";
    EXPECT_FALSE(ran.costs) << "they are not what is held against the run";
}

TEST(RecordedRun, KeepsWhatTheStrategySaysOfThatDevice)
{
    Recorded recorded(std::string(kModel) + kFourRanks
                      + "cluster: {profile: my-cores, device: {name: cpu, bf16_tflops: 0.2}}\n");
    recorded.hello();
    recorded.steps(4);
    const auto run = recorded.read();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(strategy::profileNameOf(run->strategy.cluster), "my-cores");
    EXPECT_EQ(run->strategy.cluster.spec->bf16Tflops, 0.2);
}

TEST(RecordedRun, WhatMeasuresNoDeviceIsRefused)
{
    Recorded emulated;
    emulated.hello("emulated");
    emulated.steps(5);
    EXPECT_NE(emulated.whyNot().find("was emulated"), std::string::npos);

    Recorded slowed;
    slowed.hello();
    slowed.steps(5);
    slowed.say(1, telemetry::LogLine{.text = std::string(telemetry::kSlowedByHand) + "x"});
    EXPECT_NE(slowed.whyNot().find("slower by hand"), std::string::npos);

    Recorded threaded;
    threaded.hello();
    threaded.steps(5);
    threaded.say(0, telemetry::LogLine{.text = "some processor, 2 threads"});
    EXPECT_NE(threaded.whyNot().find("2 threads each"), std::string::npos);

    Recorded unknown;
    unknown.hello("abacus");
    unknown.steps(5);
    EXPECT_NE(unknown.whyNot().find("'abacus'"), std::string::npos);
}

TEST(RecordedRun, TooFewStepsAreRefused)
{
    Recorded three;
    three.hello();
    three.steps(3);
    EXPECT_NE(three.whyNot().find("has 2 whole steps"), std::string::npos);
    three.step(3, 100);
    EXPECT_EQ(three.whyNot(), "");

    Recorded swapped; // the steps of the other schedule do not count
    swapped.hello();
    swapped.steps(3);
    telemetry::ScheduleRecord other{.step = 3};
    telemetry::copyText(other.name, "zb-h1");
    swapped.say(0, other);
    swapped.step(3, 100);
    swapped.step(4, 100);
    EXPECT_NE(swapped.whyNot().find("has 2 whole steps"), std::string::npos);
}

TEST(RecordedRun, AnotherStrategyThanTheOneThatRanIsRefused)
{
    Recorded none(kFourRanks);
    none.hello();
    none.steps(5);
    EXPECT_NE(none.whyNot().find("has no model"), std::string::npos);

    Recorded other(std::string(kModel) + "parallel: {pipeline: 2}\n");
    other.hello();
    other.steps(5);
    EXPECT_NE(other.whyNot().find("give the strategy that was run"), std::string::npos);

    Recorded wider;
    wider.hello("cpu", 8);
    EXPECT_NE(wider.whyNot().find("is of 8 ranks"), std::string::npos);

    Recorded broken("model: {layers: none}\n");
    broken.hello();
    EXPECT_NE(broken.whyNot().find("strategy.yaml"), std::string::npos);

    const tests::ScratchDirectory empty;
    const auto nothing = recordedRun(empty.path().string());
    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().message.find("holds no recording"), std::string::npos);
}

// Fitted to a recording, a profile predicts it better than what was known before.
TEST(FitProfiles, WritesWhatCanBeUsed)
{
    Recorded recorded;
    recorded.hello();
    recorded.steps(4);
    std::vector<strategy::PublishedRun> runs{*recorded.read()};
    const auto before = strategy::accuracyOf(runs);
    ASSERT_EQ(before.size(), 1u);
    const std::filesystem::path folder = recorded.folder() / "fitted";
    ASSERT_EQ(fitProfiles(before, folder.string()), 0);

    ASSERT_TRUE(useProfile((folder / "cpu.yaml").string(), runs.front().strategy));
    const auto profile = *runs.front().strategy.cluster.fitted;
    EXPECT_EQ(profile.name, "cpu");
    EXPECT_EQ(profile.runs, 1);
    EXPECT_EQ(profile.source, "bubblescope-run on cpu");
    const auto after = strategy::accuracyOf(runs);
    EXPECT_LT(std::abs(*after.front().timeError), 0.5 * std::abs(*before.front().timeError));
    EXPECT_NEAR(std::abs(*after.front().timeError), std::abs(profile.worstError), 1e-3);
}

TEST(FitProfiles, WritesNowhereElse)
{
    Recorded recorded(std::string(kModel) + kFourRanks
                      + "cluster: {device: cpu, profile: ../outside}\n");
    recorded.hello();
    recorded.steps(4);
    const std::vector<strategy::PublishedRun> runs{*recorded.read()};
    const std::filesystem::path folder = recorded.folder() / "fitted";
    EXPECT_EQ(fitProfiles(strategy::accuracyOf(runs), folder.string()), 2);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    EXPECT_FALSE(std::filesystem::exists(recorded.folder() / "outside.yaml"));
}

TEST(RecordedRun, OnAGpuIsHeldAgainstWhatIsKnownOfIt)
{
    const auto recorded = [](const char* gpu, std::uint32_t sharing = 1, bool turns = false) {
        auto run = std::make_unique<Recorded>();
        run->hello("cuda", 4, turns);
        telemetry::DeviceInfo info;
        telemetry::copyText(info.name, gpu);
        info.sharingRanks = sharing;
        run->say(0, info);
        run->say(0, telemetry::DeviceSample{.memoryUsedBytes = std::uint64_t{3} << 30});
        run->steps(6);
        return run;
    };
    const auto run = recorded("NVIDIA A100-SXM4-80GB")->read();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->family, "bubblescope-run on a100-80gb");
    EXPECT_EQ(run->strategy.cluster.device, "a100-80gb");
    EXPECT_EQ(run->peakBytes, double(std::uint64_t{3} << 30));

    EXPECT_NE(recorded("GPU of tomorrow")
                  ->whyNot()
                  .find("it ran on 'GPU of tomorrow', and no device "
                        "known here is called that"),
              std::string::npos);
    EXPECT_NE(recorded("NVIDIA H100", 2)->whyNot().find("its ranks shared GPUs"),
              std::string::npos);
    // In its turn each had all of it.
    const auto turns = recorded("NVIDIA H100", 2, true)->read();
    EXPECT_TRUE(turns) << turns.error().message;
}

} // namespace
} // namespace cli
