#include "gui/theme/contrast.h"
#include "gui/theme/theme.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/peak_marks.h"
#include "gui/timeline/track_layout.h"
#include "tests/gui/timeline/colour_difference.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gui::test {
namespace {

MemoryEdge edge(std::int64_t at, std::uint64_t weights, std::uint64_t activations)
{
    return {Nanoseconds{at}, {weights, 0, 0, activations, 0}};
}

TEST(MemoryLane, HoldsFromAnEdgeToTheNext)
{
    const MemoryLane lane({edge(10, 5, 0), edge(20, 5, 3), edge(20, 5, 4), edge(30, 5, 0)}, {});
    EXPECT_EQ(lane.at(Nanoseconds{9}), nullptr);
    EXPECT_EQ(totalOf(*lane.at(Nanoseconds{10})), 5u);
    EXPECT_EQ(totalOf(*lane.at(Nanoseconds{19})), 5u);
    EXPECT_EQ(totalOf(*lane.at(Nanoseconds{20})), 9u); // the last of two at one time
    EXPECT_EQ(totalOf(*lane.at(Nanoseconds{1000})), 5u);
    EXPECT_EQ(lane.largestTotal(), 9u);
    EXPECT_EQ(lane.peaks()[3], 4u);
}

TEST(MemoryLane, ColumnsStopWithTheStepAndBeginWithTheFirstEdge)
{
    const MemoryLane lane({edge(100, 1, 0)}, {});
    std::vector<const MemoryBytes*> columns;
    lane.columns({{Nanoseconds{0}, Nanoseconds{1000}}, 10}, Nanoseconds{500}, columns);
    for (std::size_t x = 0; x < 10; ++x)
        EXPECT_EQ(columns[x] != nullptr, x >= 1 && x < 5) << x;
}

// No peak is lost however far out, and no column shows more than was held near it.
RC_GTEST_PROP(MemoryLane, ColumnsKeepThePeak, ())
{
    const int count = *rc::gen::inRange(1, 5000);
    const int width = *rc::gen::inRange(1, 200);
    std::vector<MemoryEdge> edges;
    std::int64_t at = 0;
    for (int i = 0; i < count; ++i) {
        edges.push_back(edge(at, 1, std::uint64_t(*rc::gen::inRange(0, 1000))));
        at += *rc::gen::inRange(1, 50);
    }
    const MemoryLane lane(edges, {});
    std::vector<const MemoryBytes*> columns;
    lane.columns({{Nanoseconds{0}, Nanoseconds{at}}, double(width)}, Nanoseconds{at}, columns);
    std::uint64_t largest = 0;
    for (const MemoryBytes* column : columns) {
        RC_ASSERT(column != nullptr);
        largest = std::max(largest, totalOf(*column));
    }
    RC_ASSERT(largest == lane.largestTotal());
}

TEST(StackedHeights, AreTheSharesFromBelow)
{
    EXPECT_EQ(stackedHeights({20, 0, 30, 50, 0}, 200, 20),
              (std::array<int, kMemoryKinds>{2, 2, 5, 10, 10}));
    EXPECT_EQ(stackedHeights({500, 0, 0, 0, 0}, 200, 20)[0], 20); // never beyond the lane
}

Tracks oneRank(bool memory)
{
    auto timeline = std::make_shared<plan::Timeline>();
    timeline->spans = {{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{1000}}}};
    timeline->makespan = Nanoseconds{1000};
    TrackData track;
    track.timeline = timeline;
    if (memory)
        track.memory = std::make_shared<const std::vector<MemoryLane>>(
            1, MemoryLane({edge(0, 100, 0), edge(500, 100, 100)}, {}));
    return {{0, std::make_shared<const TrackData>(track)}};
}

TEST(MemoryLanes, TakeRoomOnlyWhereSomethingIsKnownAndTheyAreShown)
{
    EXPECT_EQ(layOutTracks(oneRank(false), 400, 20, {.memory = true}).tracks[0].memory, 0);
    EXPECT_EQ(layOutTracks(oneRank(true), 400, 20).tracks[0].memory, 0);
    const TrackLayout layout = layOutTracks(oneRank(true), 400, 20, {.memory = true});
    EXPECT_GT(layout.tracks[0].memory, 0);
    const int top = layout.tracks[0].rowsTop;
    EXPECT_FALSE(layout.rowAt(top)->memory);
    EXPECT_TRUE(layout.rowAt(top + layout.rowHeight)->memory);
}

TEST(MemoryLanes, AreFilledFromBelowFromTheEdgeOn)
{
    const Tracks tracks = oneRank(true);
    const TrackLayout layout = layOutTracks(tracks, 200, 20, {.memory = true});
    FrameRenderer renderer;
    const auto glyphs = std::make_shared<const Glyphs>();
    const Frame frame = renderer.render({.number = 1,
                                         .tracks = tracks,
                                         .rows = layout.visibleRows(0, 200, 1),
                                         .axis = {{Nanoseconds{0}, Nanoseconds{1000}}, 100},
                                         .size = {100, 200},
                                         .scroll = 0,
                                         .scale = 1,
                                         .theme = &lightTheme(),
                                         .glyphs = glyphs});
    const RowPlace lane = layout.visibleRows(0, 200, 1)[0].memory;
    const auto colour = [&](int x, int fromBelow) {
        return frame.image.pixelColor(x, lane.top + lane.height - fromBelow);
    };
    EXPECT_EQ(colour(20, 1), lightTheme().memory[0]);
    EXPECT_EQ(colour(80, 1), lightTheme().memory[0]);
    EXPECT_EQ(colour(80, lane.height), lightTheme().memory[3]);
    EXPECT_NE(colour(20, lane.height), lightTheme().memory[3]);
    EXPECT_NE(colour(20, lane.height), lightTheme().memory[0]);
}

MemoryLane laneOnDevice(std::uint64_t held, std::uint64_t used, std::uint64_t total)
{
    return MemoryLane({edge(0, held, 0)}, {}).withDevice({{{Nanoseconds{0}, used}}, total});
}

TEST(MemoryScale, ReachesToTheDevicesSizeWhereAFairPartOfItIsInUse)
{
    const auto scale = [](const std::vector<MemoryLane>& lanes) {
        const MemoryScale made = scaleOf(lanes);
        return std::pair(made.full, made.showsLimits);
    };
    EXPECT_EQ(scale({}), std::pair(std::uint64_t{1}, false));
    EXPECT_EQ(scale({MemoryLane({edge(0, 70, 0)}, {})}), std::pair(std::uint64_t{70}, false));
    EXPECT_EQ(scale({laneOnDevice(10, 24, 100)}), std::pair(std::uint64_t{24}, false));
    EXPECT_EQ(scale({laneOnDevice(10, 25, 100)}), std::pair(std::uint64_t{100}, true));
    EXPECT_EQ(scale({laneOnDevice(30, 5, 100)}), std::pair(std::uint64_t{100}, true));
    EXPECT_EQ(scale({laneOnDevice(120, 5, 100)}), std::pair(std::uint64_t{120}, true));
    EXPECT_EQ(scale({laneOnDevice(10, 40, 0)}), std::pair(std::uint64_t{40}, false)); // not said
    EXPECT_EQ(scale({laneOnDevice(1, 40, 80), laneOnDevice(1, 1, 100)}),
              std::pair(std::uint64_t{100}, true));
}

TEST(DeviceMemory, HoldsFromASampleToTheNext)
{
    const DeviceMemory device{{{Nanoseconds{10}, 5}, {Nanoseconds{20}, 9}}, 0};
    EXPECT_FALSE(device.at(Nanoseconds{9}));
    EXPECT_EQ(device.at(Nanoseconds{10}), 5u);
    EXPECT_EQ(device.at(Nanoseconds{19}), 5u);
    EXPECT_EQ(device.at(Nanoseconds{99}), 9u);
    EXPECT_EQ(device.largest(), 9u);
}

TEST(DeviceMemory, IsALineOverTheLaneUnderTheLimit)
{
    const Inks inks = inksOf(darkTheme());
    MemoryRaster raster(inks);
    QImage image(100, 40, QImage::Format_RGB32);
    image.fill(inks.blank);
    const RowPlace place{.top = 0, .height = 40};
    const DeviceMemory device{{{Nanoseconds{200}, 25}, {Nanoseconds{600}, 50}}, 100};
    const TimeAxis axis{{Nanoseconds{0}, Nanoseconds{1000}}, 100};
    raster.drawDevice(image, place, device, {100, true}, Nanoseconds{900}, axis, 1);
    const auto linesIn = [&](int x, QRgb ink) {
        std::vector<int> lines;
        for (int y = 0; y < image.height(); ++y)
            if (image.pixel(x, y) == ink)
                lines.push_back(y);
        return lines;
    };
    EXPECT_EQ(linesIn(10, inks.deviceMemory), std::vector<int>{}); // before the first sample
    EXPECT_EQ(linesIn(10, inks.deviceLimit), std::vector<int>{0});
    EXPECT_EQ(linesIn(30, inks.deviceMemory), std::vector<int>{29}); // a quarter of 39 lines
    EXPECT_EQ(linesIn(70, inks.deviceMemory), std::vector<int>{19});
    EXPECT_EQ(linesIn(60, inks.deviceMemory).size(), 11u);         // where it rises, without a gap
    EXPECT_EQ(linesIn(95, inks.deviceMemory), std::vector<int>{}); // the step is over
    EXPECT_EQ(linesIn(95, inks.deviceLimit), std::vector<int>{});
    image.fill(inks.blank);
    raster.drawDevice(image, place, device, {50, false}, Nanoseconds{900}, axis, 1);
    EXPECT_EQ(linesIn(30, inks.deviceLimit), std::vector<int>{});
    EXPECT_EQ(linesIn(70, inks.deviceMemory), std::vector<int>{0});
}

TEST(DeviceMemory, IsToldBesideWhatTheRankHolds)
{
    TrackData track = *oneRank(true).at(0);
    track.memory = std::make_shared<const std::vector<MemoryLane>>(
        std::vector{laneOnDevice(1 << 20, 3 << 20, 4 << 20)});
    const auto said = [&] {
        return memoryStory(track, 0, Nanoseconds{600}, TimeUnit::Auto).join("\n").toStdString();
    };
    EXPECT_NE(said().find("Device: 3.00 MiB of 4.00 MiB in use, by all processes together"),
              std::string::npos)
        << said();
    track.memory = std::make_shared<const std::vector<MemoryLane>>(
        std::vector{MemoryLane().withDevice({{{Nanoseconds{0}, 3 << 20}}, 0})});
    EXPECT_NE(said().find("No data on the memory of rank 0\nDevice: 3.00 MiB in use"),
              std::string::npos)
        << said();
    track = *oneRank(true).at(0);
    EXPECT_EQ(said().find("Device"), std::string::npos);
}

TEST(MemoryStory, TellsWhatIsHeldAndThePeak)
{
    const Tracks tracks = oneRank(true);
    const QStringList lines = memoryStory(*tracks.at(0), 0, Nanoseconds{600}, TimeUnit::Auto);
    ASSERT_GE(lines.size(), 3);
    EXPECT_TRUE(lines[0].contains("200 B")) << lines[0].toStdString();
    EXPECT_TRUE(
        memoryStory(*tracks.at(0), 1, Nanoseconds{600}, TimeUnit::Auto)[0].contains("No data"));
}

// Ranks are sampled as an op ends, which is often where the next one begins.
TEST(MemoryStory, NamesTheOpAtWhoseEndTheMostWasMeasured)
{
    TrackData track;
    track.measured = true;
    plan::Timeline timeline;
    timeline.spans = {{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{400}},
                       {plan::forward(0, 1), Nanoseconds{400}, Nanoseconds{800}},
                       {plan::backward(0, 0), Nanoseconds{800}, Nanoseconds{1500}}}};
    timeline.tails = {{Nanoseconds{1500}, Nanoseconds{1600}, Nanoseconds{1800}}};
    timeline.makespan = Nanoseconds{1800};
    track.timeline = std::make_shared<const plan::Timeline>(timeline);
    const auto tagOf = [&track](const std::vector<MemoryEdge>& edges) {
        track.memory = std::make_shared<const std::vector<MemoryLane>>(
            std::vector{MemoryLane(edges, MemoryBytes{})});
        return peakTag(track, 0);
    };
    EXPECT_EQ(tagOf({edge(0, 100, 0), edge(400, 100, 10), edge(800, 100, 20)}), "F1 120 B");
    EXPECT_TRUE(memoryStory(track, 0, Nanoseconds{600}, TimeUnit::Auto)
                    .contains("At most in this step: 120 B, in the forward of microbatch 1 on "
                              "stage 0"));
    EXPECT_EQ(tagOf({edge(0, 100, 0), edge(1500, 100, 5)}), "B0 105 B");
    EXPECT_EQ(tagOf({edge(0, 100, 0), edge(1800, 130, 0)}), "130 B") << "the optimizer, no op";
    EXPECT_EQ(tagOf({edge(0, 100, 0), edge(400, 90, 0)}), "100 B") << "what the step began with";
}

// A prediction knows what a device has, and nothing of what others use of it.
TEST(MemoryStory, NamesTheOpOfThePeakAndTheLimit)
{
    TrackData track;
    auto timeline = std::make_shared<plan::Timeline>();
    timeline->spans = {{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{400}},
                        {plan::backward(0, 3), Nanoseconds{400}, Nanoseconds{900}}}};
    timeline->makespan = Nanoseconds{1000};
    track.timeline = timeline;
    const MemoryLane lane({edge(0, 100, 0), edge(400, 100, 50), edge(900, 100, 0)}, {});
    EXPECT_EQ(lane.largestAt(), Nanoseconds{400});
    track.memory = std::make_shared<const std::vector<MemoryLane>>(
        std::vector{MemoryLane(lane).withDevice({.edges = {}, .total = 200})});
    const std::string said
        = memoryStory(track, 0, Nanoseconds{600}, TimeUnit::Auto).join("\n").toStdString();
    EXPECT_NE(said.find("150 B, in the backward of microbatch 3 on stage 0"), std::string::npos)
        << said;
    EXPECT_NE(said.find("Its device has 200 B"), std::string::npos) << said;
    EXPECT_EQ(peakTag(track, 0), "B3 150 B");
    EXPECT_EQ(peakTag(track, 1), QString());

    // The limit is drawn all the same.
    const Inks inks = inksOf(darkTheme());
    MemoryRaster raster(inks);
    QImage image(10, 40, QImage::Format_RGB32);
    image.fill(inks.blank);
    raster.drawDevice(image, {.top = 0, .height = 40}, track.memory->front().device(), {200, true},
                      Nanoseconds{1000}, {{Nanoseconds{0}, Nanoseconds{1000}}, 10}, 1);
    EXPECT_EQ(image.pixel(5, 0), inks.deviceLimit);
}

TEST(MemoryColours, AreToldApartByEveryKindOfVision)
{
    for (const Theme* theme : {&lightTheme(), &darkTheme()})
        for (const Vision vision : {Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan})
            for (std::size_t i = 0; i < kMemoryKinds; ++i) {
                EXPECT_GE(colourDifference(theme->memory[i], theme->base, vision), 20);
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_GE(colourDifference(theme->memory[i], theme->memory[j], vision), 20);
            }
}

TEST(CurveColours, AreToldApartAndSeen)
{
    for (const Theme* theme : {&lightTheme(), &darkTheme()})
        for (std::size_t i = 0; i < theme->curves.size(); ++i) {
            EXPECT_GE(contrastRatio(theme->curves[i], theme->base), 3);
            for (const Vision vision :
                 {Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan})
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_GE(colourDifference(theme->curves[i], theme->curves[j], vision), 20);
        }
}

} // namespace
} // namespace gui::test
