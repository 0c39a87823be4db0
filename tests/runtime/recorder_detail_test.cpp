// What a recorder sends at each level of detail.

#include "telemetry/step_tally.h"
#include "tests/runtime/recorder_fixture.h"

#include <cstring>

namespace engine::test {
namespace {

// One step with an op, what is within and beside it, a tail, memory and counters.
void recordAStep(Recorder& recorder)
{
    recorder.beginStep(3, 1000ns);
    Completion op{.instruction = {.op = {1, plan::OpKind::Forward, 2}}, .start = 10ns, .end = 30ns};
    op.parts.push_back({.kind = Part::Kind::Collective, .start = 1012ns, .end = 1017ns});
    recorder.completion(op);
    recorder.memory(30ns, {.weights = 100, .activations = 50, .emulated = true});
    recorder.completion({.instruction = {plan::Instruction::Kind::Send, plan::forward(1, 2), 0},
                         .start = 30ns,
                         .end = 34ns,
                         .bytes = 64});
    recorder.memory(34ns, {.weights = 100, .activations = 0, .emulated = true});
    recorder.tail({.ran = {40ns, 50ns, 60ns}});
    DeviceNews news;
    news.readings.push_back({.at = 5ns, .memoryUsed = 7});
    news.readings.push_back({.at = 6ns, .memoryUsed = 8});
    recorder.device(news);
    KernelNews kernels;
    kernels.names = {"gemm"};
    kernels.kernels.resize(2);
    recorder.kernels(60ns, kernels);
    recorder.endStep(70ns);
    recorder.close(telemetry::ByeReason::Finished, "", kPatience);
}

TEST_F(RecorderTest, AStepThatIsSummedUpSendsNoSpansAndDropsNone)
{
    Recorder recorder = open(telemetry::DetailLevel::Step);
    recordAStep(recorder);
    EXPECT_TRUE(received<telemetry::SpanRecord>().empty());
    const auto sums = received<telemetry::StepSummary>();
    ASSERT_EQ(sums.size(), 1u);
    EXPECT_EQ(sums[0].step, 3);
    EXPECT_EQ(sums[0].beginNs, 1000);
    EXPECT_EQ(sums[0].endNs, 1070);
    EXPECT_EQ(sums[0].forwardNs, 20);
    EXPECT_EQ(sums[0].collectiveNs, 5);
    EXPECT_EQ(sums[0].transferNs, 4);
    EXPECT_EQ(sums[0].tailNs, 1040);
    EXPECT_EQ(sums[0].optimizerNs, 1050);
    EXPECT_EQ(sums[0].tailEndNs, 1060);
    EXPECT_EQ(sums[0].peakBytes, 150u);
    EXPECT_EQ(sums[0].spans, 5u) << "what was not asked for";
    EXPECT_EQ(sums[0].flags, telemetry::kFlagEmulated);
    const auto marks = received<telemetry::StepMark>();
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_TRUE(telemetry::isSummaryOnly(marks[0].detail));
    EXPECT_TRUE(telemetry::isSummaryOnly(marks[1].detail));
    EXPECT_EQ(marks[1].spans, 0u);
    // Memory once, at the end, with the most of the step.
    std::vector<telemetry::MemorySample> held;
    for (const auto& sample : received<telemetry::MemorySample>())
        if (sample.category != telemetry::MemoryCategory::ProcessRss)
            held.push_back(sample);
    ASSERT_EQ(held.size(), 2u);
    EXPECT_EQ(held[0].category, telemetry::MemoryCategory::Weights);
    EXPECT_EQ(held[0].timeNs, 1070);
    EXPECT_EQ(held[1].category, telemetry::MemoryCategory::Activations);
    EXPECT_EQ(held[1].currentBytes, 0u);
    EXPECT_EQ(held[1].peakBytes, 50u);
    const auto samples = received<telemetry::DeviceSample>();
    ASSERT_EQ(samples.size(), 1u);
    EXPECT_EQ(samples[0].memoryUsedBytes, 8u);
    EXPECT_TRUE(received<telemetry::KernelRecord>().empty());
    EXPECT_TRUE(received<telemetry::KernelCount>().empty());
    EXPECT_EQ(received<telemetry::KernelName>().size(), 1u) << "a name is told once";
    EXPECT_EQ(goodbye()->dropped, 0u);
}

TEST_F(RecorderTest, AtTheLevelOfOpsAllButKernelsIsSent)
{
    Recorder recorder = open(telemetry::DetailLevel::Op);
    recordAStep(recorder);
    const auto spans = received<telemetry::SpanRecord>();
    EXPECT_EQ(spans.size(), 5u);
    telemetry::StepTally tally;
    tally.begin(3, 1000);
    for (const auto& span : spans)
        tally.add(span);
    tally.held(150);
    const auto sums = received<telemetry::StepSummary>();
    ASSERT_EQ(sums.size(), 1u);
    const auto sum = tally.finish(1070);
    EXPECT_EQ(std::memcmp(sums.data(), &sum, sizeof sum), 0) << "a summary is what its ops sum to";
    const auto marks = received<telemetry::StepMark>();
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[1].spans, 5u);
    EXPECT_EQ(marks[1].detail, telemetry::detailMark(telemetry::DetailLevel::Op));
    EXPECT_EQ(received<telemetry::DeviceSample>().size(), 2u);
    EXPECT_TRUE(received<telemetry::KernelRecord>().empty());
    EXPECT_EQ(goodbye()->dropped, 0u);
}

} // namespace
} // namespace engine::test
