// The bubble fraction read off a drawn picture, by colour alone, is the exact one.

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "gui/timeline/frame_renderer.h"

#include <gtest/gtest.h>

#include <set>

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

std::set<QRgb> idleColours()
{
    std::set<QRgb> colours;
    for (int phase = 0; phase < 3; ++phase)
        for (const QRgb colour : Inks::idleColours(lightTheme(), phase))
            colours.insert(colour);
    return colours;
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

constexpr int kWidth = 1600;
constexpr int kRow = 24;
constexpr int kStrip = 3;

// Idle pixels of the bars over all pixels of the bars.
double drawnIdle(FrameRenderer& renderer, const Tracks& tracks, TimeRange range)
{
    const int ranks = static_cast<int>(tracks.at(0)->timeline->spans.size());
    std::vector<FrameRow> rows;
    rows.reserve(ranks);
    for (int rank = 0; rank < ranks; ++rank)
        rows.push_back({0, rank, {.top = rank * kRow, .height = kRow - 2, .strip = kStrip}});
    const Frame frame = renderer.render({.number = 1,
                                         .tracks = tracks,
                                         .rows = rows,
                                         .axis = {range, kWidth},
                                         .size = QSize(kWidth, ranks * kRow),
                                         .scroll = 0,
                                         .scale = 1,
                                         .theme = &lightTheme(),
                                         .glyphs = std::make_shared<const Glyphs>()});
    const auto idle = idleColours();
    std::int64_t idlePixels = 0;
    std::int64_t pixels = 0;
    for (const FrameRow& row : rows)
        for (int y = row.place.top + kStrip; y < row.place.top + row.place.height; ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(frame.image.constScanLine(y));
            for (int x = 0; x < kWidth; ++x)
                idlePixels += idle.contains(line[x]) ? 1 : 0;
            pixels += kWidth;
        }
    return static_cast<double>(idlePixels) / static_cast<double>(pixels);
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
        for (int i = 0; (i + 1) * period <= kWidth * 1000; ++i)
            timeline->spans[0].push_back(
                {plan::forward(0, i), Nanoseconds{i * period}, Nanoseconds{i * period + busy}});
        timeline->makespan = timeline->spans[0].back().end;
        TrackData track;
        track.timeline = timeline;
        track.end = Nanoseconds{kWidth * 1000};
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
