// A window beside a run of many ranks: how long it takes from the end of an op to its picture, and
// how long the GUI thread is busy at a time. The ranks send as they would, each from a thread of
// its own, through a real collector; what they do is sleep.
//
//   bench_live [--ranks 32] [--microbatches 64] [--op 10] [--seconds 20]
//
// --op: ms of an op part; a step of the defaults takes 1.9 s, and is drawn as it fills in.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/open_strategy.h"
#include "gui/workspace/workspace.h"
#include "telemetry/collector.h"
#include "telemetry/sender.h"
#include "telemetry/text.h"
#include "tests/bench/watchdog.h"
#include "tests/scratch_directory.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kRun = 1;
constexpr std::int64_t kBetween = 2'000'000; // ns, between two steps

struct Load {
    int ranks = 0;
    int microbatches = 0;
    int opMs = 0;
    double seconds = 0;
};

// All ranks are on one clock: step n begins at start + n * length.
struct Pace {
    std::int64_t start = 0;
    std::int64_t length = 0;
    int steps = 0;
};

void sleepUntil(std::int64_t rankNs)
{
    if (const std::int64_t left = rankNs - telemetry::rankClockNs(); left > 0)
        std::this_thread::sleep_for(std::chrono::nanoseconds(left));
}

void runRank(const std::string& endpoint, int rank, const Load& load, const Pace& pace,
             const std::vector<plan::Span>& ops)
{
    telemetry::SenderOptions options;
    options.endpoint = endpoint;
    options.run = kRun;
    options.rank = std::uint32_t(rank);
    options.hello.ranks = options.hello.pipelineRanks = std::uint32_t(load.ranks);
    options.hello.microbatches = std::uint32_t(load.microbatches);
    telemetry::copyText(options.hello.schedule, "1f1b");
    telemetry::copyText(options.hello.device, "cpu");
    auto sender = telemetry::Sender::open(options);
    for (int step = 0; step < pace.steps; ++step) {
        const std::int64_t zero = pace.start + step * pace.length;
        const auto mark = [&](std::int64_t at, telemetry::StepPhase phase, std::size_t spans) {
            (*sender)->stepMark(
                {.timeNs = at, .step = step, .spans = std::uint32_t(spans), .phase = phase});
        };
        sleepUntil(zero);
        mark(zero, telemetry::StepPhase::Begin, 0);
        for (const plan::Span& op : ops) {
            sleepUntil(zero + op.end.count());
            (*sender)->span({.startNs = zero + op.start.count(),
                             .endNs = zero + op.end.count(),
                             .step = step,
                             .stage = op.op.stage,
                             .microbatch = op.op.microbatch,
                             .kind = static_cast<telemetry::SpanKind>(op.op.kind)});
        }
        mark(zero + ops.back().end.count(), telemetry::StepPhase::End, ops.size());
    }
    (*sender)->close(10s);
}

// Which spans are in the track on show, and when they came onto the screen.
class Eye {
public:
    Eye(gui::StrategySheet& sheet, const Pace& pace)
        : m_sheet(sheet)
        , m_pace(pace)
    {
        QObject::connect(&sheet.runView(), &gui::RunView::changed, &m_context, [this] { look(); });
        QObject::connect(&sheet.timelineArea().panel(), &gui::TimelinePanel::frameShown, &m_context,
                         [this] { see(); });
    }

    std::vector<double> late() const // ms, rising
    {
        std::vector<double> times = m_late;
        std::sort(times.begin(), times.end());
        return times;
    }

private:
    struct Given {
        std::int64_t at = 0;            // on the clock of the ranks: when the timeline got them
        std::vector<std::int64_t> ends; // of ops, on the same clock
    };

    void look()
    {
        const gui::StepPtr& step = m_sheet.runView().shown().step;
        if (!step || step->number < m_step) // an older one once more, between two steps
            return;
        if (step->number != m_step) {
            m_step = step->number;
            m_counts.assign(step->timeline.spans.size(), 0);
        }
        Given given{.at = telemetry::rankClockNs(), .ends = {}};
        const std::int64_t zero = m_pace.start + step->number * m_pace.length;
        for (std::size_t rank = 0; rank < step->timeline.spans.size(); ++rank) {
            const auto& spans = step->timeline.spans[rank];
            for (; m_counts[rank] < spans.size(); ++m_counts[rank])
                given.ends.push_back(zero + spans[m_counts[rank]].end.count());
        }
        if (!given.ends.empty())
            m_given.push_back(std::move(given));
    }

    // A picture whose drawing began after the timeline had a span shows it.
    void see()
    {
        const std::int64_t now = telemetry::rankClockNs();
        const std::int64_t began = now - m_sheet.timelineArea().panel().lastFrameTime().count();
        while (!m_given.empty() && m_given.front().at <= began) {
            for (const std::int64_t end : m_given.front().ends)
                m_late.push_back(double(now - end) / 1e6);
            m_given.pop_front();
        }
    }

    gui::StrategySheet& m_sheet;
    const Pace& m_pace;
    QObject m_context;
    int m_step = -1;
    std::vector<std::size_t> m_counts; // [rank] spans of m_step that were given
    std::deque<Given> m_given;
    std::vector<double> m_late;
};

void print(const char* what, const std::vector<double>& times, double limit)
{
    if (times.empty()) {
        std::printf("%-34s nothing was seen\n", what);
        return;
    }
    const auto over = times.end() - std::upper_bound(times.begin(), times.end(), limit);
    std::printf("%-34s median %6.1f, p99 %6.1f, worst %6.1f ms; over %g ms: %td of %zu\n", what,
                times[times.size() / 2], times[times.size() * 99 / 100], times.back(), limit, over,
                times.size());
}

int watch(const Load& load, const std::string& directory)
{
    const plan::Shape shape{.ranks = load.ranks, .microbatches = load.microbatches};
    const auto op = std::chrono::milliseconds(load.opMs);
    const auto timeline = plan::simulate(*plan::makeSchedule("1f1b", shape),
                                         plan::Costs{{{op / 3, op / 3, op / 3}}, {}});
    auto collector
        = telemetry::Collector::start({.run = kRun,
                                       .ranks = std::uint32_t(load.ranks),
                                       .rankEndpoint = "ipc://" + directory + "/ranks",
                                       .viewerEndpoint = "ipc://" + directory + "/viewers",
                                       .logPath = directory + "/events.log",
                                       .ownerBytes = 0});
    if (!collector) {
        std::fprintf(stderr, "%s\n", collector.error().message.c_str());
        return 1;
    }
    gui::Workspace workspace{QString()};
    gui::OpenStrategy& open = workspace.addStrategy();
    QSettings settings(QString::fromStdString(directory + "/s.ini"), QSettings::IniFormat);
    gui::MainWindow window(workspace, settings, {.keepLayout = false});
    gui::StrategySheet& sheet = window.sheetOf(open);
    strategy::Strategy strategy;
    strategy.parallel.pipeline = load.ranks;
    strategy.batch.global = load.microbatches;
    open.document().start(strategy);
    window.resize(1920, 1080);
    window.setMode(gui::Mode::Run);
    window.show();

    gui::RunEntry entry;
    entry.run = QStringLiteral("bench");
    entry.state = QStringLiteral("running");
    entry.viewerEndpoint = QString::fromStdString("ipc://" + directory + "/viewers");
    entry.session = kRun;
    Pace pace{.start = telemetry::rankClockNs() + 2'000'000'000,
              .length = timeline->makespan.count() + kBetween};
    pace.steps = std::max(1, int(load.seconds * 1e9 / double(pace.length)));
    entry.steps = pace.steps;
    open.controller().attach(entry);
    const Eye eye(sheet, pace);

    std::vector<std::jthread> ranks;
    ranks.reserve(std::size_t(load.ranks));
    for (int rank = 0; rank < load.ranks; ++rank)
        ranks.emplace_back([&, rank] {
            runRank("ipc://" + directory + "/ranks", rank, load, pace,
                    timeline->spans[std::size_t(rank)]);
        });
    // The window has opened long before the run begins, at 2 s.
    std::optional<gui::test::Watchdog> watchdog(std::in_place);
    std::vector<double> opening;
    QTimer::singleShot(1500, qApp, [&watchdog, &opening] {
        watchdog->stop();
        opening = watchdog->work();
        watchdog.emplace();
    });
    QTimer::singleShot(std::chrono::milliseconds(2000 + pace.steps * pace.length / 1'000'000 + 500),
                       qApp, &QCoreApplication::quit);
    QApplication::exec();
    watchdog->stop();
    ranks.clear(); // joins
    (*collector)->stop(10s);

    std::printf("%d ranks, %d microbatches, %d steps of %.0f ms, window of 1920 x 1080\n",
                load.ranks, load.microbatches, pace.steps, double(pace.length) / 1e6);
    print("op end to pixel", eye.late(), 100);
    print("an event of the GUI thread waits", watchdog->waits(), 50);
    print("work between two waits of its loop", watchdog->work(), 50);
    print("the same, while the window opens", opening, 50);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{"ranks", "", "n", "32"},
                       {"microbatches", "", "n", "64"},
                       {"op", "", "ms", "10"},
                       {"seconds", "", "s", "20"}});
    parser.process(application);
    const tests::ScratchDirectory scratch("/tmp");
    return watch({.ranks = parser.value("ranks").toInt(),
                  .microbatches = parser.value("microbatches").toInt(),
                  .opMs = parser.value("op").toInt(),
                  .seconds = parser.value("seconds").toDouble()},
                 scratch.path().string());
}
