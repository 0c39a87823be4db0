#include "gui/theme/theme.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/kernel_story.h"
#include "gui/timeline/track_layout.h"

#include <gtest/gtest.h>

#include <random>

namespace gui::test {
namespace {

constexpr int kImageWidth = 400;
constexpr Nanoseconds kEnd{1'000'000};

Kernel kernel(std::int64_t start, std::int64_t end, std::uint32_t name = 0)
{
    return {.start = Nanoseconds{start},
            .end = Nanoseconds{end},
            .op = plan::forward(0, 0),
            .name = name,
            .stream = 7,
            .by = Kernel::By::Op};
}

// A rank with an op over the whole step, and those kernels in it.
Tracks trackWith(std::vector<Kernel> compute, std::vector<Kernel> communication = {})
{
    auto timeline = std::make_shared<plan::Timeline>();
    timeline->spans = {{{plan::forward(0, 0), Nanoseconds{0}, kEnd}}};
    timeline->makespan = kEnd;
    auto work = std::make_shared<KernelWork>();
    work->lanes.resize(1);
    for (const Kernel& each : compute)
        work->longest[0] = std::max(work->longest[0], each.end - each.start);
    for (const Kernel& each : communication)
        work->longest[1] = std::max(work->longest[1], each.end - each.start);
    work->lanes[0].rows = {std::move(compute), std::move(communication), {}};
    work->names = {"gpu::softmax<float>", "ncclDevKernel_SendRecv"};
    work->shortNames = {"softmax<float>", "ncclDevKernel_SendRecv"};
    TrackData track;
    track.timeline = timeline;
    track.kernels = work;
    return {{0, std::make_shared<const TrackData>(track)}};
}

Frame drawn(FrameRenderer& renderer, const Tracks& tracks, TimeRange range)
{
    const TrackLayout layout = layOutTracks(tracks, 300, 20, {.kernels = true});
    return renderer.render({.number = 1,
                            .tracks = tracks,
                            .rows = layout.visibleRows(0, 300, 1),
                            .axis = {range, double(kImageWidth)},
                            .size = QSize(kImageWidth, 300),
                            .theme = &lightTheme(),
                            .glyphs = std::make_shared<const Glyphs>()});
}

// The share of a row's pixels that are of that colour.
double shareOf(const QImage& image, const RowPlace& place, const QColor& colour)
{
    int found = 0;
    for (int y = place.top + 1; y < place.top + place.height; ++y)
        for (int x = 0; x < image.width(); ++x)
            found += image.pixel(x, y) == colour.rgb();
    return double(found) / ((place.height - 1) * image.width());
}

RowPlace rowOf(const Tracks& tracks, KernelKind kind)
{
    const auto rows = layOutTracks(tracks, 300, 20, {.kernels = true}).visibleRows(0, 300, 1);
    return kernelRows(rows.at(0).kernels)[std::size_t(kind)];
}

TEST(KernelLane, HasARowForEachKindUnderItsRank)
{
    const Tracks tracks = trackWith({kernel(0, 10)});
    EXPECT_EQ(layOutTracks(tracks, 300, 20).tracks[0].kernels, 0); // not asked for
    const TrackLayout layout = layOutTracks(tracks, 300, 20, {.memory = true, .kernels = true});
    const LaidTrack& laid = layout.tracks[0];
    EXPECT_EQ(laid.memory, 0); // the track knows of none
    ASSERT_GT(laid.kernels, 30);
    EXPECT_EQ(laid.pitch, layout.rowHeight + laid.kernels);
    const int top = laid.rowsTop + layout.rowHeight;
    EXPECT_FALSE(layout.rowAt(top - 1)->kernels.has_value());
    EXPECT_EQ(layout.rowAt(top)->kernels, KernelKind::Compute);
    EXPECT_EQ(layout.rowAt(top + laid.kernels * 5 / 8)->kernels, KernelKind::Communication);
    EXPECT_EQ(layout.rowAt(top + laid.kernels - 1)->kernels, KernelKind::Copy);
    EXPECT_FALSE(layout.rowAt(top)->memory || layout.rowAt(top)->low);
}

// Where the view is low, few ranks are scrolled, and many are all shown.
TEST(KernelLane, ToBeReadItTakesTheRoomThatItNeeds)
{
    const auto heights = [](std::size_t ranks) {
        auto timeline = std::make_shared<plan::Timeline>();
        timeline->spans.resize(ranks);
        timeline->makespan = kEnd;
        TrackData track;
        track.timeline = timeline;
        track.kernels = std::make_shared<const KernelWork>();
        const Tracks tracks{{0, std::make_shared<const TrackData>(track)}};
        const TrackLayout layout = layOutTracks(tracks, 100, 20, {.kernels = true});
        return std::pair(layout.rowHeight, layout.tracks[0].kernels);
    };
    // One scrolls rather than guess at rows of a few pixels.
    EXPECT_EQ(heights(4), std::pair(20, 26));
    EXPECT_EQ(heights(64), std::pair(20, 26));
}

// At any zoom a row is filled by as much as kernels ran in what is in sight, to half a point.
TEST(KernelLane, ReadsBackHowMuchOfTheTimeKernelsRan)
{
    std::mt19937 random(3);
    std::vector<Kernel> kernels;
    for (std::int64_t at = 0; at + 40 < kEnd.count();) {
        const auto length = std::int64_t(20 + random() % 200);
        kernels.push_back(kernel(at, std::min(at + length, kEnd.count())));
        at += length + std::int64_t(random() % 60);
    }
    ASSERT_GT(kernels.size(), 5000u);
    const Tracks tracks = trackWith(kernels);
    FrameRenderer renderer;
    for (const std::int64_t length : {1'000'000, 300'000, 90'000}) {
        const TimeRange range{Nanoseconds{0}, Nanoseconds{length}};
        std::int64_t busy = 0;
        for (const Kernel& each : kernels)
            busy += std::max<std::int64_t>(0,
                                           std::min(each.end.count(), length) - each.start.count());
        const QImage image = drawn(renderer, tracks, range).image;
        EXPECT_NEAR(shareOf(image, rowOf(tracks, KernelKind::Compute), lightTheme().forward),
                    double(busy) / double(length), 0.005)
            << length;
        EXPECT_EQ(shareOf(image, rowOf(tracks, KernelKind::Communication), lightTheme().transfer),
                  0);
    }
    // What is counted for it, beside the kernels themselves.
    const double bytes = double(renderer.bytes()) / double(kernels.size());
    RecordProperty("bytes_a_kernel", std::to_string(bytes + sizeof(Kernel)));
    EXPECT_LT(bytes, 64);
}

TEST(KernelLane, AWideKernelIsABoxWithALineAroundIt)
{
    const Tracks tracks = trackWith({kernel(100'000, 500'000)}, {kernel(500'000, 900'000, 1)});
    FrameRenderer renderer;
    const QImage image = drawn(renderer, tracks, {Nanoseconds{0}, kEnd}).image;
    const RowPlace row = rowOf(tracks, KernelKind::Compute);
    const int middle = row.top + row.height / 2;
    EXPECT_EQ(image.pixel(40, middle), lightTheme().outline(lightTheme().forward).rgb());
    EXPECT_EQ(image.pixel(199, middle), lightTheme().outline(lightTheme().forward).rgb());
    EXPECT_EQ(image.pixel(39, middle), lightTheme().base.rgb());
    EXPECT_GT(shareOf(image, rowOf(tracks, KernelKind::Communication), lightTheme().transfer), 0.2);
}

TEST(KernelLane, WithoutDataItIsDotted)
{
    Tracks tracks = trackWith({});
    FrameRenderer renderer;
    const QImage image = drawn(renderer, tracks, {Nanoseconds{0}, kEnd}).image;
    const RowPlace row = rowOf(tracks, KernelKind::Compute);
    EXPECT_GT(shareOf(image, row, lightTheme().noData), 0.5);
    EXPECT_EQ(kernelStory(*tracks.at(0), 0, KernelKind::Compute, Nanoseconds{5}, TimeUnit::Auto),
              QStringList{"No data on the kernels of rank 0 in this step"});
}

TEST(KernelStory, NamesWhatRunsAndWhatQueuedIt)
{
    Kernel late = kernel(100, 400, 1);
    late.by = Kernel::By::Beside;
    late.stream = 9;
    const Tracks tracks = trackWith({kernel(100, 200)}, {kernel(50, 1000), late});
    const TrackData& track = *tracks.at(0);
    EXPECT_EQ(kernelStory(track, 0, KernelKind::Compute, Nanoseconds{150}, TimeUnit::Nano),
              (QStringList{"gpu::softmax<float>", "100 ns, from 100 ns to 200 ns",
                           "Queued by the forward of microbatch 0 on stage 0, stream 7"}));
    // Of several streams both; one that began long before, too.
    const QStringList both
        = kernelStory(track, 0, KernelKind::Communication, Nanoseconds{150}, TimeUnit::Nano);
    ASSERT_EQ(both.size(), 6);
    EXPECT_EQ(both[3], "ncclDevKernel_SendRecv");
    EXPECT_EQ(both[5], "Queued by the rank, beside its ops, stream 9");
    EXPECT_EQ(kernelStory(track, 0, KernelKind::Compute, Nanoseconds{200}, TimeUnit::Nano),
              QStringList{"Rank 0 runs no kernel here at 200 ns (compute)"});
}

} // namespace
} // namespace gui::test
