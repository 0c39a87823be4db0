// The lanes of what ranks are predicted to hold, against the one number of a rank's peak.

#include "engine/strategy/estimate/planned_job.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/peak_marks.h"
#include "gui/window/predicted_memory.h"
#include "tests/gui/modelled.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gui::test {
namespace {

class PredictedLanes : public testing::TestWithParam<const char*> {};

TEST_P(PredictedLanes, HaveTheirMostWhereTheRankHasItsPeak)
{
    strategy::Strategy made = llama();
    made.schedule.name = GetParam();
    made.parallel.chunks = 0;
    const auto prediction = predict(made);
    ASSERT_TRUE(prediction) << prediction.error().message;
    const auto planned = strategy::planJob((*prediction)->strategy, *(*prediction)->schedule);
    ASSERT_TRUE(planned) << planned.error().message;
    const auto memory = strategy::memoryOf(*planned);
    const double limit = 80e9;
    const auto lanes
        = predictedLanes(*(*prediction)->timeline, planned->schedule, memory,
                         plan::opMemory(planned->job, planned->schedule, planned->split), limit);
    ASSERT_EQ(lanes.size(), memory.size());
    TrackData track;
    track.timeline = (*prediction)->timeline;
    track.memory = std::make_shared<const std::vector<MemoryLane>>(lanes);
    for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
        const auto peak = static_cast<std::uint64_t>(std::llround(memory[rank].peak()));
        EXPECT_EQ(lanes[rank].largestTotal(), peak) << rank;
        EXPECT_EQ(lanes[rank].device().total, 80'000'000'000U);
        const plan::Span* span
            = spanAt(*track.timeline, static_cast<int>(rank), lanes[rank].largestAt());
        ASSERT_TRUE(span);
        EXPECT_EQ(span->op, memory[rank].peakOp) << rank;
        EXPECT_TRUE(peakTag(track, static_cast<int>(rank))
                        .startsWith(QLatin1Char(plan::letter(span->op.kind))));
        EXPECT_EQ((*lanes[rank].at(
                      lanes[rank].largestAt()))[static_cast<std::size_t>(MemoryKind::Activations)],
                  static_cast<std::uint64_t>(std::llround(memory[rank].activations)));
        // It begins and ends with what it holds the step through.
        const auto& spans = track.timeline->spans[rank];
        const MemoryBytes* last = lanes[rank].at(spans.back().end);
        ASSERT_TRUE(last);
        EXPECT_LE((*last)[static_cast<std::size_t>(MemoryKind::Activations)], 1U);
        EXPECT_LT(totalOf(*lanes[rank].at(Nanoseconds{0})), peak);
    }
}

INSTANTIATE_TEST_SUITE_P(Schedules, PredictedLanes,
                         testing::Values("1f1b", "gpipe", "zb-h1", "interleaved"));

} // namespace
} // namespace gui::test
