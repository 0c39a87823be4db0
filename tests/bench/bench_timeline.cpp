// Prints what drawing the timeline costs: counting spans into the pyramid, memory,
// and frames of 1920 x 1080 while zooming and panning, 300 of them, also with the outlines of a
// prediction over every row; while a live step grows; and of 4096 ranks that are folded by 64, with
// what laying them out and comparing them takes; and what finding and the ledger of an area take on
// their threads.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/timeline/area_ledger.h"
#include "gui/timeline/find_query.h"
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

double placed(std::vector<double>& times, double share)
{
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

void measureFrames(const Tracks& tracks, bool ghosts)
{
    FrameRenderer renderer;
    const auto glyphs = std::make_shared<const Glyphs>(QFont(), 1.0);
    const TrackLayout layout = layOutTracks(tracks, kSize.height(), 24);
    std::vector<FrameRow> rows = layout.visibleRows(0, kSize.height(), 1);
    for (FrameRow& row : rows)
        row.ghosts = ghosts ? 0 : -1;
    const Nanoseconds makespan = tracks.at(0)->timeline->makespan;
    std::vector<double> times;
    std::vector<double> cpuTimes;
    for (int frame = 0; frame < kFrames; ++frame) {
        const double cpuFrame = cpuMilliseconds();
        const Frame drawn = renderer.render({.number = static_cast<std::uint64_t>(frame + 1),
                                             .tracks = tracks,
                                             .rows = rows,
                                             .axis = axisAt(frame, makespan, kSize.width()),
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
    std::printf("    frame%s p50 %5.2f ms, p99 %5.2f ms, max %5.2f ms; CPU p50 %5.2f ms, p99 %5.2f "
                "ms\n",
                ghosts ? " with outlines" : "", placed(times, 0.5), placed(times, 0.99),
                placed(times, 1), placed(cpuTimes, 0.5), placed(cpuTimes, 0.99));
}

void measureTools(const Tracks& tracks)
{
    double begun = cpuMilliseconds();
    const FindHits hits = findIn(tracks, *parseFind(QStringLiteral("B")));
    const double found = cpuMilliseconds() - begun;
    begun = cpuMilliseconds();
    areaLedger(tracks, {{Nanoseconds{0}, tracks.at(0)->timeline->makespan}, 0, kRanks - 1});
    std::printf("    finding %zu ops: CPU %.1f ms; ledger of the whole: CPU %.1f ms\n", hits.count,
                found, cpuMilliseconds() - begun);
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

    const double perSpan = static_cast<double>(pyramid.bytes()) / static_cast<double>(count);
    std::printf("%9zu spans: pyramid %6.1f ms (CPU %6.1f), %4.1f + %zu B a span\n", count,
                milliseconds(built), cpuBuilt, perSpan, sizeof(plan::Span));
    for (const bool ghosts : {false, true})
        measureFrames(tracks, ghosts);
    measureTools(tracks);
}

// 4096 ranks in 64 places, of which one is slow and all others end up to 5 % apart.
void measureFolded()
{
    constexpr int kPeers = 64;
    const plan::Shape shape{.ranks = kRanks, .chunks = 1, .microbatches = 2 * kRanks};
    auto schedule = std::make_shared<plan::Schedule>(*plan::makeSchedule("1f1b", shape));
    auto timeline
        = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, plan::Costs::unit()));
    PeerWork::Spans spans(kRanks);
    for (std::size_t place = 0; place < spans.size(); ++place)
        for (int peer = 0; peer < kPeers; ++peer) {
            auto& own = spans[place].emplace_back();
            if (peer == 0)
                continue;
            own = timeline->spans[place];
            for (plan::Span& span : own)
                span.end
                    += (span.end - span.start) * (place == 40 && peer == 7 ? 50 : peer % 6) / 100;
        }
    TrackData track;
    track.timeline = timeline;
    track.schedule = schedule;
    double begun = cpuMilliseconds();
    track.peers = std::make_shared<const PeerWork>(0, spans, *timeline, false);
    const double compared = cpuMilliseconds() - begun;
    const Tracks tracks{{0, std::make_shared<const TrackData>(track)}};
    FrameRenderer renderer;
    const auto glyphs = std::make_shared<const Glyphs>(QFont(), 1.0);
    std::vector<double> times;
    std::vector<double> cpuTimes;
    std::vector<double> layouts;
    std::size_t rowsDrawn = 0;
    for (int frame = 0; frame < kFrames; ++frame) {
        begun = cpuMilliseconds();
        const TrackLayout layout = layOutTracks(tracks, kSize.height(), 24);
        const auto rows
            = layout.visibleRows(std::max(0, layout.height - kSize.height()), kSize.height(), 1);
        layouts.push_back(cpuMilliseconds() - begun);
        rowsDrawn = rows.size();
        begun = cpuMilliseconds();
        const Frame drawn
            = renderer.render({.number = static_cast<std::uint64_t>(frame + 1),
                               .tracks = tracks,
                               .rows = rows,
                               .axis = axisAt(frame, timeline->makespan, kSize.width()),
                               .size = kSize,
                               .scroll = 0,
                               .scale = 1,
                               .theme = &lightTheme(),
                               .glyphs = glyphs});
        times.push_back(milliseconds(drawn.took + drawn.prepared));
        cpuTimes.push_back(cpuMilliseconds() - begun);
    }
    std::printf("4096 ranks folded: compared once in CPU %.1f ms; %zu rows in sight; layout p99 "
                "%.2f ms, frame p50 %.2f ms, p99 %.2f ms; CPU p50 %.2f ms, p99 %.2f ms\n",
                compared, rowsDrawn, placed(layouts, 0.99), placed(times, 0.5), placed(times, 0.99),
                placed(cpuTimes, 0.5), placed(cpuTimes, 0.99));
}

// The ops of a step, of which more and more are there. Each frame takes over the arrays of the one
// before.
class GrowingStep {
public:
    explicit GrowingStep(const plan::Timeline& whole)
        : m_whole(&whole)
        , m_spans(whole.spans.size())
    {
        for (std::size_t rank = 0; rank < m_spans.size(); ++rank)
            m_spans[rank].reserve(whole.spans[rank].size());
    }

    // What it has once each rank has done `ops`; until the next call.
    std::shared_ptr<const plan::Timeline> after(std::size_t ops)
    {
        if (m_grown)
            m_spans = std::move(m_grown->spans);
        for (std::size_t rank = 0; rank < m_spans.size(); ++rank) {
            const auto& all = m_whole->spans[rank];
            for (std::size_t op = m_spans[rank].size(); op < std::min(ops, all.size()); ++op)
                m_spans[rank].push_back(all[op]);
        }
        m_grown = std::make_shared<plan::Timeline>();
        m_grown->spans = std::move(m_spans);
        m_grown->makespan = m_whole->makespan;
        return m_grown;
    }

private:
    const plan::Timeline* m_whole;
    std::vector<std::vector<plan::Span>> m_spans; // while no frame has them
    std::shared_ptr<plan::Timeline> m_grown;
};

// The end of a step of `spans`: each frame has so many more ops of every rank; 0: the second half
// of the step in all frames, in which every rank's arrays grow.
void measureLive(int spans, std::size_t more)
{
    const Tracks whole = tracksOf(spans);
    const plan::Timeline& all = *whole.at(0)->timeline;
    const std::size_t ops = all.spans.front().size();
    constexpr std::size_t kSteps = 200;
    if (more == 0)
        more = ops / 2 / kSteps;
    FrameRenderer renderer;
    const auto glyphs = std::make_shared<const Glyphs>(QFont(), 1.0);
    const TrackLayout layout = layOutTracks(whole, kSize.height(), 24);
    const auto rows = layout.visibleRows(0, kSize.height(), 1);
    GrowingStep growing(all);
    TrackData track = *whole.at(0);
    track.live = true;
    std::vector<double> counted;
    std::vector<double> cpuTimes;
    for (std::size_t step = 0; step < kSteps; ++step) {
        track.timeline = growing.after(ops - (kSteps - step) * more);
        const Tracks tracks{{0, std::make_shared<const TrackData>(track)}};
        const double begun = cpuMilliseconds();
        const Frame drawn
            = renderer.render({.number = step + 1,
                               .tracks = tracks,
                               .rows = rows,
                               .axis = {{Nanoseconds{0}, all.makespan}, double(kSize.width())},
                               .size = kSize,
                               .scroll = 0,
                               .scale = 1,
                               .theme = &lightTheme(),
                               .glyphs = glyphs});
        const double took = cpuMilliseconds() - begun;
        if (step == 0)
            continue; // counts all of it
        counted.push_back(milliseconds(drawn.prepared));
        cpuTimes.push_back(took);
    }
    std::printf("    live, %zu more ops a rank: counting on p50 %.2f ms; all of it in CPU p50 %.2f "
                "ms, p99 %.2f ms, max %.2f ms\n",
                more, placed(counted, 0.5), placed(cpuTimes, 0.5), placed(cpuTimes, 0.99),
                placed(cpuTimes, 1));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    for (const int spans : {1'000'000, 10'000'000}) {
        measure(spans);
        measureLive(spans, 1);
        measureLive(spans, 0);
    }
    measureFolded();
    return 0;
}
