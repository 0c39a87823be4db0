// How long the window takes, from the start of its process, to the first predicted timeline and to
// the first measured step: of a small strategy, and of a recording of a million spans (32 ranks).
// The program itself is started, without a display, five times each; the files are in the cache.
//   bench_opening PATH-OF-bubblescope FOLDER-OF-STRATEGIES

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "tests/gui/recording.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int kStarts = 5;
constexpr int kPatienceMs = 60'000;
constexpr int kRanks = 32;
constexpr int kMicrobatches = 512; // of a forward and a backward each
constexpr int kSteps = 31;

// The milliseconds behind `words` in what the program writes; negative: it never writes them.
double millisecondsTo(const QString& program, const QStringList& arguments, const char* words)
{
    QProcess window;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("BUBBLESCOPE_TIMING"), QStringLiteral("1"));
    window.setProcessEnvironment(environment);
    window.setProcessChannelMode(QProcess::MergedChannels);
    window.start(program, QStringList{QStringLiteral("--fresh")} + arguments);
    const QRegularExpression line(QLatin1String(words) + QStringLiteral(": (\\d+) ms"));
    QByteArray said;
    double found = -1;
    QElapsedTimer since;
    since.start();
    while (found < 0 && since.elapsed() < kPatienceMs && window.waitForReadyRead(kPatienceMs)) {
        said += window.readAll();
        if (const auto match = line.match(QString::fromUtf8(said)); match.hasMatch())
            found = match.captured(1).toDouble();
    }
    window.kill();
    window.waitForFinished();
    if (found < 0)
        std::fprintf(stderr, "the window wrote: %s\n", said.constData());
    return found;
}

bool measure(const QString& program, const QStringList& arguments, const char* words,
             const char* what)
{
    std::vector<double> times;
    times.reserve(kStarts);
    for (int i = 0; i < kStarts; ++i)
        times.push_back(millisecondsTo(program, arguments, words));
    std::sort(times.begin(), times.end());
    if (times.front() < 0)
        return false;
    std::printf("%s, %s: median %.0f ms, worst of %d %.0f ms\n", words, what, times[kStarts / 2],
                kStarts, times.back());
    return true;
}

// The recording's strategy, and its events; the number of its spans, 0 where it cannot be written.
std::size_t writeLongRun(const QTemporaryDir& folder)
{
    QFile strategy(folder.filePath(QStringLiteral("strategy.yaml")));
    if (!strategy.open(QIODevice::WriteOnly))
        return 0;
    strategy.write("bubblescope: 1\nparallel: {pipeline: 32}\nbatch: {micro: 1, global: 512}\n"
                   "schedule: {name: 1f1b}\n"
                   "costs: {forward: 5000, input_grad: 5000, weight_grad: 5000, transfer: 0}\n");
    strategy.close();
    const plan::Shape shape{.ranks = kRanks, .microbatches = kMicrobatches};
    const auto schedule = plan::makeSchedule("1f1b", shape);
    const plan::Nanoseconds part{5'000'000};
    if (!schedule)
        return 0;
    const auto timeline = plan::simulate(*schedule, {{{part, part, part}}, {}});
    if (!timeline)
        return 0;
    const QString log = folder.filePath(QStringLiteral("events.bslog"));
    if (!gui::test::writeRecording(log.toStdString(), "1f1b", shape, *timeline, {.steps = kSteps}))
        return 0;
    std::size_t spans = 0;
    for (const auto& rank : timeline->spans)
        spans += rank.size();
    return spans * kSteps;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc != 3) {
        std::fprintf(stderr, "bench_opening PATH-OF-bubblescope FOLDER-OF-STRATEGIES\n");
        return 2;
    }
    const QString program = QString::fromLocal8Bit(argv[1]);
    const QString strategies = QString::fromLocal8Bit(argv[2]);
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
    qputenv("XDG_STATE_HOME", folder.path().toLocal8Bit());
    const std::size_t spans = writeLongRun(folder);
    if (spans == 0) {
        std::fprintf(stderr, "the recording cannot be written\n");
        return 1;
    }
    std::printf("a recording of %zu spans, %d ranks, %d steps\n", spans, kRanks, kSteps);
    const char* const predicted = "start to first timeline";
    return measure(program, {strategies + QStringLiteral("/first-run.yaml")}, predicted,
                   "first-run.yaml")
            && measure(program, {strategies + QStringLiteral("/llama3-405b.yaml")}, predicted,
                       "llama3-405b.yaml")
            && measure(program, {QStringLiteral("--replay"), folder.path()},
                       "start to first measured step", "the recording")
        ? 0
        : 1;
}
