// A run of thousands of ranks in the window: writes its recording, and measures what opening it
// takes of the GUI thread and of memory, and what a folded frame of 1920x1080 and an unfolded one
// take. Times are processor time of the thread, which holds however busy the machine is, but for
// that of opening it, which is given as it passed, too. Each run has a process of its own.
//   bench_ranks                                   4 096 and 16 384 ranks in 16 places, 20 steps
//   bench_ranks --write FOLDER PLACES REPLICAS STEPS [all]     writes a recording to look at;
//   `all`:
//                                                 with the ops of every rank, else of one replica

#include "gui/live/live_session.h"
#include "gui/live/run_watch.h"
#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/track_layout.h"
#include "gui/window/peers_shown.h"
#include "tests/bench/many_ranks.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace gui;

constexpr int kFrames = 300;
constexpr int kPatienceMs = 600'000;
constexpr double kIdleMs = 0.05;
const QSize kSize(1920, 1080);

double residentMiB()
{
    std::ifstream status("/proc/self/statm");
    long pages = 0;
    status >> pages >> pages;
    return static_cast<double>(pages) * 4096 / (1 << 20);
}

double milliseconds(const QElapsedTimer& since)
{
    return static_cast<double>(since.nsecsElapsed()) / 1e6;
}

// Of processor time, since it was made.
class Taken {
public:
    double milliseconds() const { return now() - m_begun; }

private:
    static double now()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }
    double m_begun = now();
};

double placed(std::vector<double>& times, double share)
{
    std::sort(times.begin(), times.end());
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

void print(const char* what, std::vector<double>& times)
{
    const double middle = placed(times, 0.5); // sorts them
    std::printf("    %s: p50 %.2f, p99 %.2f, worst %.2f ms\n", what, middle, placed(times, 0.99),
                times.back());
}

bool write(const QString& folder, const bench::ManyRanks& run)
{
    QFile strategy(folder + QStringLiteral("/strategy.yaml"));
    if (!strategy.open(QIODevice::WriteOnly))
        return false;
    strategy.write(QByteArray::fromStdString(run.strategy()));
    return bench::writeManyRanks((folder + QStringLiteral("/events.bslog")).toStdString(), run);
}

// Of the whole step, or around its middle.
TimeAxis axisAt(int frame, Nanoseconds makespan)
{
    const double share = 1.0 / (1 + frame % 8);
    const auto whole = static_cast<double>(makespan.count());
    const double from = whole * (1 - share) / 2;
    return {{Nanoseconds{std::int64_t(from)}, Nanoseconds{std::int64_t(from + whole * share)}},
            double(kSize.width())};
}

void measureFrames(const Tracks& tracks, const LanesShown& shown, const char* what)
{
    FrameRenderer renderer;
    const auto glyphs = std::make_shared<const Glyphs>(QFont(), 1.0);
    std::vector<double> times;
    std::size_t rows = 0;
    for (int frame = 0; frame < kFrames; ++frame) {
        const Taken taken;
        const TrackLayout layout = layOutTracks(tracks, kSize.height(), 24, shown);
        const int top
            = layout.height <= kSize.height() ? 0 : frame * 97 % (layout.height - kSize.height());
        const auto visible = layout.visibleRows(top, kSize.height(), 1);
        rows = std::max(rows, visible.size());
        renderer.render({.number = static_cast<std::uint64_t>(frame + 1),
                         .tracks = tracks,
                         .rows = visible,
                         .axis = axisAt(frame, tracks.at(0)->timeline->makespan),
                         .size = kSize,
                         .scroll = top,
                         .scale = 1,
                         .theme = &lightTheme(),
                         .glyphs = glyphs});
        times.push_back(taken.milliseconds());
    }
    std::printf("    %zu rows in sight;", rows);
    print(what, times);
}

bool measure(const bench::ManyRanks& run)
{
    const QTemporaryDir folder;
    QElapsedTimer since;
    since.start();
    if (!write(folder.path(), run))
        return false;
    const QString log = folder.filePath(QStringLiteral("events.bslog"));
    std::printf("%d ranks, %d places, %d steps, ops of %s: written in %.1f s, %.1f MiB\n",
                run.world(), run.places, run.steps, run.allOps ? "all" : "one replica",
                milliseconds(since) / 1e3, double(QFileInfo(log).size()) / (1 << 20));
    const double before = residentMiB();
    LiveSession session;
    StepPtr newest;
    RunSnapshotPtr seen;
    std::vector<double> handling; // of what a snapshot sets off in a window
    measured::ReplicaWatch watch;
    QObject::connect(&session, &LiveSession::updated, [&](const RunSnapshotPtr& snapshot) {
        seen = snapshot;
        for (const StepPtr& step : snapshot->steps) {
            const Taken taken;
            watch.add(*step, run.replicas);
            PeersShown().of(step, 0, run.replicas, false);
            handling.push_back(taken.milliseconds());
            newest = step;
        }
    });
    const Taken opening;
    since.start();
    if (session.replay(log, 0))
        return false;
    std::vector<double> ticks;
    while (!(seen && seen->status.state == telemetry::SourceState::Ended)
           && since.elapsed() < kPatienceMs) {
        const Taken taken;
        session.tick();
        ticks.push_back(taken.milliseconds());
        if (ticks.back() < kIdleMs) { // nothing had come
            ticks.pop_back();
            QThread::msleep(1);
        }
        QCoreApplication::processEvents();
    }
    if (!newest || !seen)
        return false;
    std::printf("    opened in %.2f s, of it the GUI thread %.2f s: %llu steps, %llu rejected; RSS "
                "+%.1f MiB; slow ranks found: %zu\n",
                milliseconds(since) / 1e3, opening.milliseconds() / 1e3,
                static_cast<unsigned long long>(seen->finished),
                static_cast<unsigned long long>(seen->rejected), residentMiB() - before,
                watch.found().size());
    print("a round of the GUI thread while it opens", ticks);
    print("a step's ranks compared", handling);
    TrackData track;
    track.measured = true;
    track.timeline = {newest, &newest->timeline};
    track.schedule = std::make_shared<plan::Schedule>(
        *plan::makeSchedule("1f1b", {.ranks = run.places, .microbatches = run.microbatches}));
    track.peers = PeersShown().of(newest, 0, run.replicas, false);
    const Tracks tracks{{0, std::make_shared<const TrackData>(track)}};
    measureFrames(tracks, {}, " folded frame with its layout");
    measureFrames(tracks, {.unfolded = {0, 3}}, " two places unfolded");
    std::fflush(stdout);
    return true;
}

bool inAProcess(int argc, char** argv, const bench::ManyRanks& run)
{
    const pid_t child = fork();
    if (child == 0) {
        const QApplication application(argc, argv);
        _exit(measure(run) ? 0 : 1);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc >= 6 && QByteArray(argv[1]) == "--write") {
        const bench::ManyRanks run{.places = std::atoi(argv[3]),
                                   .replicas = std::atoi(argv[4]),
                                   .steps = std::atoi(argv[5]),
                                   .allOps = argc > 6};
        if (run.places < 1 || run.replicas < 1 || run.steps < 1
            || !write(QString::fromLocal8Bit(argv[2]), run)) {
            std::fprintf(stderr, "bench_ranks: the recording cannot be written to %s\n", argv[2]);
            return 1;
        }
        return 0;
    }
    for (const bench::ManyRanks& run :
         {bench::ManyRanks{}, bench::ManyRanks{.allOps = true}, bench::ManyRanks{.replicas = 1024},
          bench::ManyRanks{.replicas = 1024, .allOps = true}})
        if (!inAProcess(argc, argv, run))
            return 1;
    return 0;
}
