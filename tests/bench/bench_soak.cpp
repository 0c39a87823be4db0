// A long watch: ranks that send steps at a steady rate, the collector that records them, and a
// window's session that follows live. Prints what the process holds every tenth of the time, and
// at the end how fast its memory grew once everything had reached its bounds.
//
//   bench_soak [--minutes 20] [--rate 100000] [--ranks 4] [--stall SECONDS] [--directory /tmp]
//
// --rate: records a second of all ranks together. --stall: for so long, from a third of the time
// on, the session looks at nothing, as a window that hangs. The log takes 48 bytes per record.

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/live/live_session.h"
#include "telemetry/collector.h"
#include "telemetry/sender.h"
#include "telemetry/text.h"
#include "tests/scratch_directory.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTimer>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <thread>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::uint64_t kRun = 1;
constexpr int kMicrobatches = 64;

struct Load {
    double seconds = 0;
    double rate = 0; // records per second, of all ranks
    int ranks = 0;
    double stallSeconds = 0;
};

double since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double residentMiB()
{
    std::ifstream statm("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    statm >> size >> resident;
    return double(resident) * double(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// Of the heap, what is in use: without what the allocator keeps for later.
double inUseMiB()
{
    const struct mallinfo2 heap = ::mallinfo2();
    return double(heap.uordblks + heap.hblkhd) / (1 << 20);
}

std::ptrdiff_t entriesOf(const char* directory)
{
    return std::distance(std::filesystem::directory_iterator(directory),
                         std::filesystem::directory_iterator());
}

// What a rank sends of a step: its ops between two marks.
void sendStep(telemetry::Sender& sender, const std::vector<plan::Span>& ops, int step)
{
    const std::int64_t zero = telemetry::rankClockNs();
    const auto mark = [&](telemetry::StepPhase phase, std::size_t spans) {
        sender.stepMark(
            {.timeNs = zero, .step = step, .spans = std::uint32_t(spans), .phase = phase});
    };
    mark(telemetry::StepPhase::Begin, 0);
    for (const auto& op : ops)
        sender.span({.startNs = zero + op.start.count(),
                     .endNs = zero + op.end.count(),
                     .step = step,
                     .stage = op.op.stage,
                     .microbatch = op.op.microbatch,
                     .kind = op.op.kind == plan::OpKind::Forward ? telemetry::SpanKind::Forward
                                                                 : telemetry::SpanKind::Backward});
    mark(telemetry::StepPhase::End, ops.size());
}

telemetry::SenderCounts runRank(const std::string& endpoint, int rank, const Load& load,
                                const std::vector<plan::Span>& ops)
{
    telemetry::SenderOptions options;
    options.endpoint = endpoint;
    options.run = kRun;
    options.rank = std::uint32_t(rank);
    options.hello.ranks = options.hello.pipelineRanks = std::uint32_t(load.ranks);
    options.hello.microbatches = kMicrobatches;
    telemetry::copyText(options.hello.schedule, "1f1b");
    telemetry::copyText(options.hello.device, "emulated");
    auto sender = telemetry::Sender::open(options);
    const auto start = Clock::now();
    const double stepSeconds = double(ops.size() + 2) * load.ranks / load.rate;
    for (int step = 0; since(start) < load.seconds; ++step) {
        std::this_thread::sleep_until(start
                                      + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(step * stepSeconds)));
        sendStep(**sender, ops, step);
    }
    return (*sender)->close(60s);
}

// The slope of the line of least squares, of y over x.
double slope(const std::vector<std::pair<double, double>>& points)
{
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (const auto& [a, b] : points) {
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    const auto n = double(points.size());
    return (n * xy - x * y) / (n * xx - x * x);
}

class Watch {
public:
    Watch(const Load& load, telemetry::Collector& collector, const gui::LiveSession& session)
        : m_load(load)
        , m_collector(collector)
        , m_session(session)
    {
        std::printf("%8s %10s %10s %5s %8s %14s %14s %10s\n", "s", "RSS MiB", "heap MiB", "fds",
                    "threads", "logged", "steps shown", "dropped");
        m_timer.callOnTimeout([this] { look(); });
        m_timer.start(1000);
    }

    void look()
    {
        const double now = since(m_start);
        m_resident.emplace_back(now, residentMiB());
        m_inUse.emplace_back(now, inUseMiB());
        if (now < m_nextLine)
            return;
        m_nextLine += m_load.seconds / 10;
        const auto totals = m_collector.totals();
        std::printf("%8.0f %10.1f %10.1f %5td %8td %14llu %14llu %10llu\n", now,
                    m_resident.back().second, m_inUse.back().second, entriesOf("/proc/self/fd"),
                    entriesOf("/proc/self/task"), static_cast<unsigned long long>(totals.logged),
                    static_cast<unsigned long long>(m_session.history().ended()),
                    static_cast<unsigned long long>(totals.dropped));
        std::fflush(stdout);
    }

    void sum() const
    {
        print("RSS", m_resident);
        print("heap in use", m_inUse);
    }

private:
    // MiB an hour over the last two thirds, and the most of all.
    void print(const char* what, const std::vector<std::pair<double, double>>& points) const
    {
        std::vector<std::pair<double, double>> settled;
        double most = 0;
        for (const auto& point : points) {
            most = std::max(most, point.second);
            if (point.first > m_load.seconds / 3 && point.first < m_load.seconds)
                settled.push_back(point);
        }
        std::printf("%s: %+.2f MiB an hour over the last two thirds, %.1f MiB at most\n", what,
                    slope(settled) * 3600, most);
    }

    Load m_load;
    telemetry::Collector& m_collector;
    const gui::LiveSession& m_session;
    Clock::time_point m_start = Clock::now();
    double m_nextLine = 0;
    std::vector<std::pair<double, double>> m_resident; // seconds, MiB
    std::vector<std::pair<double, double>> m_inUse;    // likewise
    QTimer m_timer;
};

int soak(const Load& load, const std::string& directory)
{
    const plan::Shape shape{.ranks = load.ranks, .microbatches = kMicrobatches};
    const auto timeline = plan::simulate(*plan::makeSchedule("1f1b", shape), plan::Costs::unit());
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
    gui::LiveSession session;
    session.attach(QString::fromStdString("ipc://" + directory + "/viewers"), kRun);
    Watch watch(load, **collector, session);
    QTimer::singleShot(std::chrono::milliseconds(std::int64_t(load.seconds / 3 * 1000)), [&load] {
        std::this_thread::sleep_for(std::chrono::duration<double>(load.stallSeconds));
    });

    std::vector<telemetry::SenderCounts> counts(std::size_t(load.ranks));
    std::vector<std::jthread> ranks;
    ranks.reserve(load.ranks);
    for (int rank = 0; rank < load.ranks; ++rank)
        ranks.emplace_back([&, rank] {
            counts[std::size_t(rank)] = runRank("ipc://" + directory + "/ranks", rank, load,
                                                timeline->spans[std::size_t(rank)]);
        });
    std::jthread end([&] {
        ranks.clear(); // joins
        (*collector)->stop(60s);
        QMetaObject::invokeMethod(qApp, &QCoreApplication::quit);
    });
    QCoreApplication::exec();

    const auto totals = (*collector)->stop(0ms);
    telemetry::SenderCounts sent;
    for (const auto& rank : counts) {
        sent.produced += rank.produced;
        sent.sent += rank.sent;
        sent.dropped += rank.dropped;
    }
    watch.sum();
    std::printf(
        "produced %llu = sent %llu + dropped %llu; logged %llu, gaps %llu; %.0f records/s\n",
        static_cast<unsigned long long>(sent.produced), static_cast<unsigned long long>(sent.sent),
        static_cast<unsigned long long>(sent.dropped),
        static_cast<unsigned long long>(totals.logged),
        static_cast<unsigned long long>(totals.gaps), double(totals.logged) / load.seconds);
    return sent.sent == totals.logged && sent.produced == sent.sent + sent.dropped ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{"minutes", "", "m", "20"},
                       {"rate", "", "records/s", "100000"},
                       {"ranks", "", "n", "4"},
                       {"stall", "", "s", "0"},
                       {"directory", "", "path", "/tmp"}});
    parser.process(application);
    const tests::ScratchDirectory scratch(parser.value("directory").toStdString());
    return soak({.seconds = parser.value("minutes").toDouble() * 60,
                 .rate = parser.value("rate").toDouble(),
                 .ranks = std::max(1, parser.value("ranks").toInt()),
                 .stallSeconds = parser.value("stall").toDouble()},
                scratch.path());
}
