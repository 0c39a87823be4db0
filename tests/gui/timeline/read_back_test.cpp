// The bubble fraction read off a drawn picture, by colour alone, is the exact one.

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "tests/gui/timeline/read_back.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

struct Case {
    const char* schedule;
    plan::Shape shape;
    plan::StageCosts costs;
    Nanoseconds transfer{};
    Nanoseconds optimizer{};
};

class ReadBack : public testing::TestWithParam<Case> {};

Tracks tracksOf(const Case& given)
{
    auto schedule
        = std::make_shared<plan::Schedule>(*plan::makeSchedule(given.schedule, given.shape));
    auto timeline = std::make_shared<plan::Timeline>(*plan::simulate(
        *schedule,
        {.stages = {given.costs}, .transfer = given.transfer, .optimizer = given.optimizer}));
    return {{0,
             std::make_shared<const TrackData>(TrackData{.title = {},
                                                         .timeline = timeline,
                                                         .schedule = schedule,
                                                         .ledger = {},
                                                         .emptyText = {}})}};
}

// The idle share of rank's time in a range, to compare with the part in sight.
double exactIdle(const plan::Timeline& timeline, TimeRange range)
{
    std::int64_t busy = 0;
    for (const auto& spans : timeline.spans)
        for (const auto& span : spans)
            busy += std::max<std::int64_t>(
                0, (std::min(span.end, range.end) - std::max(span.start, range.begin)).count());
    for (const plan::Tail& tail : timeline.tails)
        busy += std::max<std::int64_t>(
            0, (std::min(tail.end, range.end) - std::max(tail.begin, range.begin)).count());
    return 1
        - static_cast<double>(busy)
        / (static_cast<double>(timeline.spans.size())
           * static_cast<double>(range.length().count()));
}

TEST_P(ReadBack, WholeStepIsTheBubbleFraction)
{
    const Tracks tracks = tracksOf(GetParam());
    const auto& timeline = *tracks.at(0)->timeline;
    FrameRenderer renderer;
    EXPECT_NEAR(drawnIdle(renderer, tracks, {Nanoseconds{0}, timeline.makespan}),
                plan::bubbleFraction(timeline), 0.005);
}

TEST_P(ReadBack, TenZoomsAreWithinHalfAPoint)
{
    const Tracks tracks = tracksOf(GetParam());
    const auto& timeline = *tracks.at(0)->timeline;
    FrameRenderer renderer;
    const std::int64_t makespan = timeline.makespan.count();
    std::int64_t length = makespan;
    for (int zoom = 0; zoom < 10; ++zoom, length = length * 10 / 17) {
        const std::int64_t begin = (makespan - length) / 3;
        const TimeRange range{Nanoseconds{begin}, Nanoseconds{begin + length}};
        EXPECT_NEAR(drawnIdle(renderer, tracks, range), exactIdle(timeline, range), 0.005)
            << "zoom " << zoom;
    }
}

// Edges that all lie alike between two pixels would all be rounded alike.
TEST(ReadBackInStep, OpsInStepWithThePixelsKeepTheirShare)
{
    FrameRenderer renderer;
    for (const int busy : {2100, 2400, 2600, 2900, 4300, 6600, 7500}) {
        const int period = busy < 4000 ? 5000 : 9000;
        auto timeline = std::make_shared<plan::Timeline>();
        timeline->spans.resize(1);
        for (int i = 0; (i + 1) * period <= kReadWidth * 1000; ++i)
            timeline->spans[0].push_back(
                {plan::forward(0, i), Nanoseconds{i * period}, Nanoseconds{i * period + busy}});
        timeline->makespan = timeline->spans[0].back().end;
        TrackData track;
        track.timeline = timeline;
        track.end = Nanoseconds{kReadWidth * 1000};
        const TimeRange all{Nanoseconds{0}, track.end};
        EXPECT_NEAR(drawnIdle(renderer, {{0, std::make_shared<const TrackData>(track)}}, all),
                    exactIdle(*timeline, all), 0.005)
            << busy << " of " << period;
    }
}

constexpr plan::StageCosts kEqual{Nanoseconds{1'000'000}, Nanoseconds{1'000'000},
                                  Nanoseconds{1'000'000}};
constexpr plan::StageCosts kOdd{Nanoseconds{913'001}, Nanoseconds{1'207'777}, Nanoseconds{411'013}};

INSTANTIATE_TEST_SUITE_P(
    Schedules, ReadBack,
    testing::Values(Case{"naive", {4, 1, 4}, kEqual}, Case{"gpipe", {4, 1, 8}, kOdd},
                    Case{"1f1b", {4, 1, 8}, kEqual},
                    Case{"1f1b", {8, 1, 64}, kOdd, Nanoseconds{77'000}},
                    Case{"1f1b", {6, 1, 24}, kOdd, Nanoseconds{0}, Nanoseconds{1'700'000}},
                    Case{"1f1b", {6, 1, 4'096}, kOdd, Nanoseconds{0}, Nanoseconds{90'000'000}},
                    Case{"interleaved", {8, 4, 256}, kOdd, Nanoseconds{31'000}},
                    Case{"1f1b", {16, 1, 32'768}, kOdd, Nanoseconds{150'000}}), // 1 M spans
    [](const auto& each) {
        std::string name = each.param.schedule + std::to_string(each.param.shape.ranks) + "x"
            + std::to_string(each.param.shape.microbatches);
        return name;
    });

} // namespace
} // namespace gui::test
