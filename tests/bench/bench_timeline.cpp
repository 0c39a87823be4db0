// Prints what drawing the timeline costs: counting spans into the pyramid, memory,
// and frames of 1920 x 1080 while zooming and panning, 300 of them.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/track_layout.h"

#include <QFont>
#include <QGuiApplication>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

using namespace gui;
using Clock = std::chrono::steady_clock;

constexpr int kFrames = 300;
constexpr int kRanks = 64;
const QSize kSize(1920, 1080);

// Of this thread: what a frame costs however busy the machine is.
double cpuMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double milliseconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

Tracks tracksOf(int spans)
{
    const plan::Shape shape{
        .ranks = kRanks, .chunks = 2, .microbatches = spans / (kRanks * kRanks * 4) * kRanks};
    const auto made = plan::makeSchedule("interleaved", shape);
    if (!made) {
        std::fprintf(stderr, "%s\n", made.error().message.c_str());
        std::exit(1);
    }
    auto schedule = std::make_shared<plan::Schedule>(*made);
    const plan::Costs costs{
        .stages = {{Nanoseconds{1'013'777}, Nanoseconds{1'100'003}, Nanoseconds{907'001}}},
        .transfer = Nanoseconds{50'021}};
    auto timeline = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, costs));
    return {{0,
             std::make_shared<const TrackData>(TrackData{.title = "Predicted",
                                                         .timeline = timeline,
                                                         .schedule = schedule,
                                                         .ledger = {},
                                                         .emptyText = {}})}};
}

// In from the whole to a few ops and out again, moving all the while.
TimeAxis axisAt(int frame, Nanoseconds makespan, double width)
{
    const double phase = 2 * M_PI * frame / kFrames;
    const double depth = (1 - std::cos(phase)) / 2;
    const double length = static_cast<double>(makespan.count()) * std::exp2(-depth * 16);
    const double middle = static_cast<double>(makespan.count()) * (0.5 + 0.4 * std::sin(3 * phase));
    const Nanoseconds begin{static_cast<std::int64_t>(middle - length / 2)};
    return {{begin, begin + Nanoseconds{static_cast<std::int64_t>(length)}}, width};
}

void measure(int spans)
{
    const Tracks tracks = tracksOf(spans);
    const auto& timeline = *tracks.at(0)->timeline;
    std::size_t count = 0;
    std::vector<RankSpans> ranks;
    for (const auto& rank : timeline.spans) {
        count += rank.size();
        ranks.push_back({rank, {}});
    }
    const auto begun = Clock::now();
    const double cpuBegun = cpuMilliseconds();
    const Pyramid pyramid(ranks, timeline.makespan);
    const auto built = Clock::now() - begun;
    const double cpuBuilt = cpuMilliseconds() - cpuBegun;

    FrameRenderer renderer;
    const auto glyphs = std::make_shared<const Glyphs>(QFont(), 1.0);
    const TrackLayout layout = layOutTracks(tracks, kSize.height(), 24);
    std::vector<double> times;
    std::vector<double> cpuTimes;
    for (int frame = 0; frame < kFrames; ++frame) {
        const double cpuFrame = cpuMilliseconds();
        const Frame drawn
            = renderer.render({.number = static_cast<std::uint64_t>(frame + 1),
                               .tracks = tracks,
                               .rows = layout.visibleRows(0, kSize.height(), 1),
                               .axis = axisAt(frame, timeline.makespan, kSize.width()),
                               .size = kSize,
                               .scroll = 0,
                               .scale = 1,
                               .theme = &lightTheme(),
                               .glyphs = glyphs});
        if (drawn.prepared > std::chrono::milliseconds{1})
            continue; // the one that counted the spans
        times.push_back(milliseconds(drawn.took));
        cpuTimes.push_back(cpuMilliseconds() - cpuFrame);
    }
    std::sort(times.begin(), times.end());
    std::sort(cpuTimes.begin(), cpuTimes.end());
    const auto at = [](const std::vector<double>& sorted, double share) {
        return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    const double perSpan = static_cast<double>(pyramid.bytes()) / static_cast<double>(count);
    std::printf("%9zu spans: pyramid %6.1f ms (CPU %6.1f), %4.1f + %zu B a span\n", count,
                milliseconds(built), cpuBuilt, perSpan, sizeof(plan::Span));
    std::printf(
        "    frame p50 %5.2f ms, p99 %5.2f ms, max %5.2f ms; CPU p50 %5.2f ms, p99 %5.2f ms\n",
        at(times, 0.5), at(times, 0.99), times.back(), at(cpuTimes, 0.5), at(cpuTimes, 0.99));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    for (const int spans : {1'000'000, 10'000'000})
        measure(spans);
    return 0;
}
