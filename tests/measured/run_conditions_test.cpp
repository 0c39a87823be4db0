#include "engine/measured/run_conditions.h"
#include "telemetry/control.h"

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
    conditions.add(frame(0, std::vector{sample(MemoryCategory::ProcessRss, 50, 70),
                                        sample(MemoryCategory::Weights, 900, 900)}));
    conditions.add(frame(1, std::vector{sample(MemoryCategory::ProcessRss, 10, 90)}));
    conditions.add(frame(0, std::vector{sample(MemoryCategory::ProcessRss, 60, 80)}));
    EXPECT_EQ(conditions.peakBytes, 90u);
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
    EXPECT_TRUE(after(std::string(telemetry::kSlowedByHand) + "from step 3 on").slowedByHand);
    EXPECT_FALSE(after("from step 3 on, the schedule is zb-h1").slowedByHand);
}

} // namespace
} // namespace measured
