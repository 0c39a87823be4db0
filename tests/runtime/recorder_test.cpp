#include "tests/runtime/recorder_fixture.h"

#include "telemetry/text.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace engine::test {
namespace {

TEST_F(RecorderTest, ACompletionBecomesASpanOnTheRanksClock)
{
    Recorder recorder = open();
    recorder.beginStep(3, 1'000'000ns);
    recorder.completion({.instruction = {.op = {1, plan::OpKind::InputGrad, 2}},
                         .start = 10ns,
                         .end = 30ns,
                         .lateness = 4ns});
    recorder.completion({.instruction = {plan::Instruction::Kind::Receive, plan::forward(0, 3), 0},
                         .start = 40ns,
                         .end = 50ns,
                         .bytes = 64});
    recorder.endStep(50ns);
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);

    const auto spans = received<telemetry::SpanRecord>();
    ASSERT_EQ(spans.size(), 2u);
    EXPECT_EQ(spans[0].startNs, 1'000'010);
    EXPECT_EQ(spans[0].endNs, 1'000'030);
    EXPECT_EQ(spans[0].latenessNs, 4);
    EXPECT_EQ(spans[0].step, 3);
    EXPECT_EQ(spans[0].stage, 1);
    EXPECT_EQ(spans[0].microbatch, 2);
    EXPECT_EQ(spans[0].kind, telemetry::SpanKind::InputGrad);
    EXPECT_EQ(spans[0].lane, telemetry::Lane::Compute);
    EXPECT_EQ(spans[0].flags, telemetry::kFlagEmulated);
    EXPECT_EQ(spans[1].kind, telemetry::SpanKind::Receive);
    EXPECT_EQ(spans[1].lane, telemetry::Lane::Communication);
    EXPECT_EQ(spans[1].bytes, 64u);

    const auto marks = received<telemetry::StepMark>();
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[0].phase, telemetry::StepPhase::Begin);
    EXPECT_EQ(marks[0].timeNs, 1'000'000);
    EXPECT_EQ(marks[1].phase, telemetry::StepPhase::End);
    EXPECT_EQ(marks[1].timeNs, 1'000'050);
    EXPECT_EQ(marks[1].spans, 2u);
    ASSERT_TRUE(goodbye());
    EXPECT_EQ(goodbye()->dropped, 0u);
}

TEST_F(RecorderTest, WhatADeviceSaysOfItselfIsToldAsItIs)
{
    Recorder recorder = open();
    DeviceDescription description{.name = "NVIDIA H200\n", .driver = "580.65.06", .mig = false};
    description.pciBusId = std::string(80, '0'); // more than fits
    description.runtimeCuda = 13000;
    description.sharingRanks = 2;
    description.overHost = true;
    recorder.device(description);
    DeviceNews news;
    news.readings.push_back({.at = 5ns, .memoryUsed = 7, .celsius = 254, .throttle = 5});
    news.readings.push_back({.at = 6ns,
                             .memoryUsed = std::uint64_t{1} << 62,
                             .gpuPercent = 101,
                             .smMegahertz = 65535,
                             .celsius = 255});
    news.faults = {"GPU 0 reports Xid 79"};
    news.dropped = 3;
    recorder.device(news);
    news.readings.clear();
    news.faults.clear();
    recorder.device(news); // what is missing is told once
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);

    const auto samples = received<telemetry::DeviceSample>();
    ASSERT_EQ(samples.size(), 2u);
    EXPECT_EQ(samples[0].timeNs, 5);
    EXPECT_EQ(samples[0].memoryUsedBytes, 7u);
    EXPECT_EQ(samples[0].memoryTotalBytes, telemetry::kUnknown64);
    EXPECT_EQ(samples[0].celsius, 254);
    EXPECT_EQ(samples[0].throttle, 5);
    EXPECT_EQ(samples[0].powerMilliwatts, telemetry::kUnknown32);
    EXPECT_EQ(samples[1].memoryUsedBytes, telemetry::kUnknown64);
    EXPECT_EQ(samples[1].gpuPercent, telemetry::kUnknown8);
    EXPECT_EQ(samples[1].smMegahertz, telemetry::kUnknown16);
    EXPECT_EQ(samples[1].celsius, telemetry::kUnknown8);
    EXPECT_EQ(samples[1].throttle, telemetry::kThrottleUnknown);
    const auto infos = received<telemetry::DeviceInfo>();
    ASSERT_EQ(infos.size(), 1u);
    EXPECT_EQ(telemetry::textOf(infos[0].name), "NVIDIA H200 ");
    EXPECT_EQ(telemetry::textOf(infos[0].driver), "580.65.06");
    EXPECT_EQ(telemetry::textOf(infos[0].pciBusId), std::string(31, '0'));
    EXPECT_EQ(infos[0].runtimeCuda, 13000u);
    EXPECT_EQ(infos[0].sharingRanks, 2u);
    EXPECT_EQ(infos[0].overHost, 1);
    EXPECT_EQ(infos[0].mig, 0);
    const auto lines = received<telemetry::LogLine>();
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].level, telemetry::LogLevel::Error);
    EXPECT_EQ(lines[0].text, "GPU 0 reports Xid 79");
    EXPECT_EQ(lines[1].level, telemetry::LogLevel::Warning);
    EXPECT_NE(lines[1].text.find("3 readings"), std::string::npos) << lines[1].text;
    ASSERT_TRUE(goodbye());
    EXPECT_EQ(goodbye()->dropped, 0u);
}

TEST_F(RecorderTest, KernelsAreToldWithWhatQueuedThemAndTheirNamesOnce)
{
    auto recorder = open();
    recorder.beginStep(2, 1000ns);
    using Part = QueuedBy::Part;
    KernelNews news;
    news.names = {"gemm", std::string(300, 'n'), ""};
    news.firstName = 5;
    news.dropped = 9;
    const plan::Op op{.stage = 1, .kind = plan::OpKind::WeightGrad, .microbatch = 3};
    news.kernels.push_back({.by = {.step = 2, .part = Part::Op, .op = op, .again = true},
                            .start = 1010ns,
                            .end = 1020ns,
                            .name = 5,
                            .stream = 7});
    news.kernels.push_back({.by = {.step = 1, .part = Part::Optimizer},
                            .lane = KernelActivity::Lane::Copy,
                            .start = 1020ns,
                            .end = 1020ns,
                            .bytes = 64,
                            .name = 6});
    recorder.kernels(50ns, news);
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);

    const auto kernels = received<telemetry::KernelRecord>();
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_EQ(kernels[0].startNs, 1010);
    EXPECT_EQ(kernels[0].endNs, 1020);
    EXPECT_EQ(kernels[0].name, 5u);
    EXPECT_EQ(kernels[0].step, 2);
    EXPECT_EQ(kernels[0].stage, 1);
    EXPECT_EQ(kernels[0].microbatch, 3);
    EXPECT_EQ(kernels[0].stream, 7u);
    EXPECT_EQ(kernels[0].by, telemetry::QueuedBy::WeightGrad);
    EXPECT_EQ(kernels[0].lane, telemetry::KernelLane::Compute);
    EXPECT_EQ(kernels[0].flags, telemetry::kFlagRerun);
    EXPECT_EQ(kernels[1].by, telemetry::QueuedBy::Optimizer);
    EXPECT_EQ(kernels[1].lane, telemetry::KernelLane::Copy);
    EXPECT_EQ(kernels[1].bytes, 64u);
    EXPECT_EQ(kernels[1].step, 1);
    EXPECT_EQ(kernels[1].stage, -1);
    EXPECT_EQ(kernels[1].flags, 0);
    const auto names = received<telemetry::KernelName>();
    ASSERT_EQ(names.size(), 3u);
    EXPECT_EQ(names[0].number, 5u);
    EXPECT_EQ(telemetry::textOf(names[0].name), "gemm");
    EXPECT_EQ(telemetry::textOf(names[1].name), std::string(247, 'n'));
    EXPECT_EQ(names[2].number, 7u);
    EXPECT_EQ(telemetry::textOf(names[2].name), "unnamed");
    const auto counts = received<telemetry::KernelCount>();
    ASSERT_EQ(counts.size(), 1u);
    EXPECT_EQ(counts[0].kernels, 2u);
    EXPECT_EQ(counts[0].dropped, 9u);
    EXPECT_EQ(counts[0].step, 2);
    EXPECT_EQ(counts[0].timeNs, 1050);
    EXPECT_EQ(goodbye()->dropped, 0u);
}

TEST_F(RecorderTest, TheEndOfAStepIsACollectiveAndAnOptimizerOfNoStage)
{
    Recorder recorder = open();
    recorder.beginStep(1, 1000ns);
    recorder.tail({.ran = {10ns, 30ns, 70ns}, .lateness = 2ns});
    recorder.tail({.ran = {80ns, 80ns, 90ns}}); // nothing was reduced
    recorder.tail({.ran = {90ns, 90ns, 90ns}}); // nothing was done
    recorder.endStep(90ns);
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);

    const auto spans = received<telemetry::SpanRecord>();
    ASSERT_EQ(spans.size(), 3u);
    EXPECT_EQ(spans[0].kind, telemetry::SpanKind::Collective);
    EXPECT_EQ(spans[0].startNs, 1010);
    EXPECT_EQ(spans[0].endNs, 1030);
    EXPECT_EQ(spans[0].step, 1);
    EXPECT_EQ(spans[0].stage, -1);
    EXPECT_EQ(spans[0].microbatch, -1);
    EXPECT_EQ(spans[0].latenessNs, 2);
    EXPECT_EQ(spans[0].lane, telemetry::Lane::Communication);
    EXPECT_EQ(spans[0].flags,
              telemetry::kFlagEmulated
                  | (static_cast<unsigned>(GroupKind::Data) << telemetry::kGroupShift));
    EXPECT_EQ(spans[1].kind, telemetry::SpanKind::Optimizer);
    EXPECT_EQ(spans[1].lane, telemetry::Lane::Compute);
    EXPECT_EQ(spans[1].flags, telemetry::kFlagEmulated);
    EXPECT_EQ(spans[1].startNs, 1030);
    EXPECT_EQ(spans[1].endNs, 1070);
    EXPECT_EQ(spans[2].kind, telemetry::SpanKind::Optimizer);
    const auto marks = received<telemetry::StepMark>();
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[1].spans, 3u);
}

TEST_F(RecorderTest, CountedActivationsAreMarkedEmulatedAndProcessMemoryIsNot)
{
    Recorder recorder = open();
    recorder.beginStep(0, 1000ns);
    recorder.memory(1ns, {.activations = 100, .emulated = true});
    recorder.memory(2ns, {.activations = 300, .emulated = true});
    recorder.memory(3ns, {.activations = 300, .emulated = true}); // no change, no record
    recorder.memory(4ns, {.activations = 200, .emulated = true});
    recorder.endStep(5ns);
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);

    const auto samples = received<telemetry::MemorySample>();
    ASSERT_EQ(samples.size(), 4u);
    EXPECT_EQ(samples[1].category, telemetry::MemoryCategory::Activations);
    EXPECT_EQ(samples[1].timeNs, 1002);
    EXPECT_EQ(samples[1].currentBytes, 300u);
    EXPECT_EQ(samples[1].flags, telemetry::kFlagEmulated);
    EXPECT_EQ(samples[2].currentBytes, 200u);
    EXPECT_EQ(samples[2].peakBytes, 300u);
    EXPECT_EQ(samples[3].category, telemetry::MemoryCategory::ProcessRss);
    EXPECT_EQ(samples[3].flags, 0);
    EXPECT_GT(samples[3].currentBytes, 1u << 20);
    EXPECT_GE(samples[3].peakBytes, samples[3].currentBytes);
}

TEST_F(RecorderTest, ThePeakOfMemoryIsThatOfTheStep)
{
    Recorder recorder = open();
    recorder.beginStep(0, 1000ns);
    recorder.memory(1ns, {.activations = 900});
    recorder.memory(2ns, {.activations = 100});
    recorder.endStep(5ns);
    recorder.beginStep(1, 2000ns);
    recorder.memory(1ns, {.activations = 300});
    recorder.memory(2ns, {.activations = 300, .peaks = {0, 0, 0, 700, 0}}); // while an op ran
    recorder.endStep(5ns);
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);

    std::vector<std::uint64_t> peaks[2];
    for (const auto& sample : received<telemetry::MemorySample>())
        if (sample.category == telemetry::MemoryCategory::Activations)
            peaks[sample.step].push_back(sample.peakBytes);
    EXPECT_EQ(peaks[0], (std::vector<std::uint64_t>{900, 900}));
    EXPECT_EQ(peaks[1], (std::vector<std::uint64_t>{300, 700}));
}

TEST_F(RecorderTest, AnotherScheduleIsNamedBeforeItsFirstStep)
{
    Recorder recorder = open();
    recorder.schedule(7, "zb-h1");
    recorder.beginStep(7, 1000ns);
    recorder.endStep(5ns);
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);

    const auto schedules = received<telemetry::ScheduleRecord>();
    ASSERT_EQ(schedules.size(), 1u);
    EXPECT_EQ(schedules[0].step, 7);
    EXPECT_STREQ(schedules[0].name, "zb-h1");
}

TEST_F(RecorderTest, TheLastWordsAndTheClockArrive)
{
    Recorder recorder = open();
    recorder.clock({.toRankZero = {-50ns, 7ns, 900ns}, .sameBoot = false});
    recorder.log(telemetry::LogLevel::Error, "step 1: 1F0<0: rank 0 is gone");
    recorder.close(telemetry::ByeReason::Failed, "step 1: 1F0<0: rank 0 is gone", kPatience);

    const auto clocks = received<telemetry::ClockRecord>();
    ASSERT_EQ(clocks.size(), 1u);
    EXPECT_EQ(clocks[0].offsetNs, -50);
    EXPECT_EQ(clocks[0].errorNs, 7);
    EXPECT_EQ(clocks[0].timeNs, 900);
    EXPECT_EQ(clocks[0].sameBoot, 0);
    const auto lines = received<telemetry::LogLine>();
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].text, "step 1: 1F0<0: rank 0 is gone");
    ASSERT_TRUE(goodbye());
    EXPECT_EQ(goodbye()->reason, telemetry::ByeReason::Failed);
    EXPECT_STREQ(goodbye()->text, "step 1: 1F0<0: rank 0 is gone");
}

TEST(Recorder, SilentOneTakesAllAndIsNeverLost)
{
    Recorder recorder = Recorder::silent();
    recorder.beginStep(0, 0ns);
    recorder.completion({});
    recorder.memory(0ns, {.activations = 1});
    recorder.endStep(0ns);
    recorder.close(telemetry::ByeReason::Finished, "", 1ms);
    EXPECT_FALSE(recorder.lost());
}

TEST(Recorder, RefusesAnEndpointThatCannotBeOne)
{
    EXPECT_FALSE(Recorder::open({.endpoint = "tcp://example.org:1"}));
}

} // namespace
} // namespace engine::test
