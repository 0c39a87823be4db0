#include "engine/measured/run_conditions.h"
#include "telemetry/control.h"
#include "telemetry/text.h"

#include <gtest/gtest.h>

namespace measured {
namespace {

using telemetry::MemoryCategory;

telemetry::Frame frame(std::uint32_t rank, telemetry::Frame::Body body)
{
    telemetry::Frame made{{}, std::move(body)};
    made.header.rank = rank;
    return made;
}

telemetry::MemorySample sample(MemoryCategory category, std::uint64_t now, std::uint64_t peak)
{
    return {.currentBytes = now, .peakBytes = peak, .category = category};
}

RunConditions after(const std::string& line)
{
    RunConditions conditions;
    conditions.add(frame(0, std::vector<telemetry::LogLine>{{.text = line}}));
    return conditions;
}

TEST(RunConditions, MemoryIsThatOfTheFullestRanksProcess)
{
    RunConditions conditions;
    EXPECT_EQ(conditions.peakBytes, 0u);
    conditions.add(frame(0,
                         std::vector{sample(MemoryCategory::ProcessRss, 50, 70),
                                     sample(MemoryCategory::Weights, 900, 900)}));
    conditions.add(frame(1, std::vector{sample(MemoryCategory::ProcessRss, 10, 90)}));
    conditions.add(frame(0, std::vector{sample(MemoryCategory::ProcessRss, 60, 80)}));
    EXPECT_EQ(conditions.peakBytes, 90u);
}

TEST(RunConditions, GpusAreWhatTheRanksSayTheyComputeOn)
{
    const auto on = [](const char* name, std::uint32_t sharing) {
        telemetry::DeviceInfo info;
        telemetry::copyText(info.name, name);
        info.sharingRanks = sharing;
        return frame(0, std::vector{info});
    };
    RunConditions conditions;
    EXPECT_EQ(conditions.gpu, "");
    conditions.add(on("NVIDIA H100", 1));
    conditions.add(on("NVIDIA H100", 1));
    EXPECT_EQ(conditions.gpu, "NVIDIA H100");
    EXPECT_FALSE(conditions.gpusDiffer);
    EXPECT_FALSE(conditions.gpusAreShared);
    conditions.add(on("NVIDIA H200", 2));
    EXPECT_EQ(conditions.gpu, "NVIDIA H100");
    EXPECT_TRUE(conditions.gpusDiffer);
    EXPECT_TRUE(conditions.gpusAreShared);

    const auto used = [](std::uint64_t bytes) {
        return frame(0, std::vector{telemetry::DeviceSample{.memoryUsedBytes = bytes}});
    };
    conditions.add(used(70));
    conditions.add(used(telemetry::kUnknown64));
    conditions.add(used(60));
    EXPECT_EQ(conditions.peakDeviceBytes, 70U);
}

TEST(RunConditions, ThreadsAreWhatTheDescriptionEndsWith)
{
    EXPECT_EQ(after("Processor 9, AVX2, oneDNN, 4 threads").threads, 4);
    EXPECT_EQ(after("Processor 9, AVX2, oneDNN, 1 thread").threads, 1);
    EXPECT_EQ(after("7 threads").threads, 7);
    for (const char* other : {"", " threads", "many threads", "4threads", "4 threads of 2",
                              "-3 threads", "99999999999999999999 threads"})
        EXPECT_EQ(after(other).threads, 1) << other;
}

TEST(RunConditions, ARankThatWasSlowedSaysSo)
{
    EXPECT_TRUE(after(std::string(telemetry::kSlowedByHand) + "x").isSlowed(0));
    EXPECT_TRUE(after("from step 3 on, the schedule is zb-h1").slowedByHand.empty());
}

TEST(RunConditions, TheStepsInWhichARankWasSlowedAreKnown)
{
    RunConditions conditions;
    const auto say = [&](std::uint32_t rank, int step, double factor) {
        telemetry::Frame frame;
        frame.header.rank = rank;
        frame.body
            = std::vector{telemetry::LogLine{.text = telemetry::slowedByHandText(step, factor)}};
        conditions.add(frame);
    };
    say(1, 2, 1); // it never was slow
    EXPECT_TRUE(conditions.slowedByHand.empty());
    say(1, 5, 2);
    say(1, 7, 3); // slower still
    say(0, 8, 1.5);
    say(1, 9, 1);
    EXPECT_FALSE(conditions.isSlowed(4));
    for (const int step : {5, 7, 8, 9, 1000}) // rank 0 is slow to the end
        EXPECT_TRUE(conditions.isSlowed(step)) << step;
    say(0, 12, 1);
    EXPECT_TRUE(conditions.isSlowed(11));
    EXPECT_FALSE(conditions.isSlowed(12));
    EXPECT_EQ(conditions.slowedByHand.size(), 2u);
    EXPECT_EQ(conditions.slowedRanks(8), (std::vector{1, 0}));
    EXPECT_EQ(conditions.slowedRanks(9), std::vector{0});
    EXPECT_TRUE(conditions.slowedRanks(12).empty());
    // Whether a rank was slowed in any of some steps.
    EXPECT_FALSE(conditions.isSlowed(1, 0, 5));
    EXPECT_TRUE(conditions.isSlowed(1, 0, 6));
    EXPECT_TRUE(conditions.isSlowed(1, 1, std::nullopt)); // found some steps too early
    EXPECT_TRUE(conditions.isSlowed(1, 8, 9));
    EXPECT_FALSE(conditions.isSlowed(1, 9, std::nullopt));
    EXPECT_FALSE(conditions.isSlowed(2, 0, std::nullopt));
}

} // namespace
} // namespace measured
