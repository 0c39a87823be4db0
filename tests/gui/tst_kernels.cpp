// The kernels of a run that looked at them, as the window shows them: the same that its report
// says.

#include "engine/launch/prediction.h"
#include "engine/measured/kernel_use.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "gui/timeline/kernel_story.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/texts.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "gui/window/timeline_area.h"
#include "telemetry/recording_reader.h"
#include "tests/gui/modelled.h"
#include "tests/gui/trained.h"

#include <QAction>
#include <QSettings>
#include <QTest>

#include <cmath>

using namespace gui;
using gui::test::Trained;

class tst_Kernels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void lanesHoldTheKernelsOfTheStep();
    void gapsAreThoseOfTheReport();
    void aRunWithoutThemHasNoLanes();
    void memoryIsBounded();
    void theLineOfMemoryIsTheReports();
    void theLineOfMemoryIsTheEstimates();
};

void tst_Kernels::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

namespace {

std::unique_ptr<MainWindow> windowOf(Trained& run, QSettings& settings)
{
    WindowOptions options;
    options.keepLayout = false;
    auto window = std::make_unique<MainWindow>(run.workspace, settings, options);
    window->resize(1280, 800);
    window->show();
    run.controller.replayPath(run.directory.path()); // which the window has not seen yet
    return window;
}

} // namespace

void tst_Kernels::lanesHoldTheKernelsOfTheStep()
{
    Trained run({.steps = 3, .kernels = 12, .lostKernels = 5, .gpus = true});
    QTRY_VERIFY(run.ended());
    run.view.hold(0);
    const ShownStep& shown = run.view.shown();
    QVERIFY(shown.kernels && shown.kernels->lanes.size() == 4);
    const auto& ops = shown.step->timeline.spans[1];
    const KernelLane& lane = shown.kernels->lanes[1];
    const auto runs = ops.size() + shown.step->reruns[1].size();
    QCOMPARE(lane.row(KernelKind::Compute).size(), 12 * runs + 1); // the update, too
    QCOMPARE(lane.row(KernelKind::Communication).size(), runs);
    QCOMPARE(lane.row(KernelKind::Copy).size(), runs);
    QCOMPARE(lane.missing, 5u);
    QCOMPARE(shown.kernels->lanes[0].missing, 0u);
    // Each lies in the op that it names.
    for (const Kernel& kernel : lane.row(KernelKind::Compute)) {
        if (kernel.by != Kernel::By::Op)
            continue;
        const auto op = std::find_if(ops.begin(), ops.end(),
                                     [&](const plan::Span& each) { return each.op == kernel.op; });
        QVERIFY(op != ops.end() && op->start <= kernel.start && kernel.end <= op->end);
    }
    QSettings settings(run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    const auto window = windowOf(run, settings);
    auto* panel = &window->findChild<TimelineArea*>()->panel();
    QTRY_VERIFY(panel->track(1) && panel->track(1)->kernels);
    auto* action = window->findChild<QAction*>(QStringLiteral("view.kernels"));
    QVERIFY(action && action->isChecked());
    auto& state = window->findChild<TimelineArea*>()->viewState();
    QVERIFY(state.showsKernels());
    action->trigger();
    QVERIFY(!state.showsKernels() && panel->finishFrame());
}

// One number: the ops' launch gaps in the window add up to those of the report.
void tst_Kernels::gapsAreThoseOfTheReport()
{
    Trained run({.steps = 2, .kernels = 9, .gpus = true});
    QTRY_VERIFY(run.ended());
    auto reader = telemetry::RecordingReader::open(
        run.directory.filePath(QStringLiteral("events.bslog")).toStdString());
    QVERIFY(bool(reader));
    measured::KernelUses uses;
    reader->finish();
    while (!reader->atEnd())
        for (const auto& read : reader->nextChunk())
            uses.add(read.frame);
    uses.close();
    std::vector<Nanoseconds> shown(4);
    for (const int step : {0, 1}) {
        run.view.hold(step);
        QVERIFY(run.view.shown().kernels);
        for (std::size_t rank = 0; rank < 4; ++rank)
            for (const LaunchGap& gap : run.view.shown().kernels->lanes[rank].gaps)
                shown[rank] += gap.time;
    }
    for (const auto& [rank, use] : uses.uses()) {
        QVERIFY(use.gaps > Nanoseconds{0});
        QCOMPARE(shown[std::size_t(rank)].count(), use.gaps.count());
    }
    // And the op's story says its own.
    TrackData track;
    track.kernels = run.view.shown().kernels;
    const LaunchGap& gap = track.kernels->lanes[2].gaps.front();
    const QStringList lines = kernelLines(track, {1, 2, gap.op}, TimeUnit::Nano);
    QCOMPARE(lines,
             QStringList{QStringLiteral("of which %1 without a kernel (launch gaps)")
                             .arg(timeWords(gap.time, TimeUnit::Nano))});
}

void tst_Kernels::aRunWithoutThemHasNoLanes()
{
    Trained run({.steps = 2, .gpus = true});
    QTRY_VERIFY(run.ended());
    QVERIFY(!run.view.shown().kernels);
}

void tst_Kernels::memoryIsBounded()
{
    StepKernels kernels;
    telemetry::Frame frame;
    frame.body = telemetry::Hello{.ranks = 1, .pipelineRanks = 1, .microbatches = 1};
    kernels.add(frame);
    const auto add = [&](int step, std::size_t count) {
        frame.body = std::vector{telemetry::StepMark{.step = step}};
        kernels.add(frame);
        frame.body = std::vector(count, telemetry::KernelRecord{.endNs = 1, .step = step});
        kernels.add(frame);
    };
    for (int step = 0; step < 5; ++step)
        add(step, StepKernels::kMaxKernels * 2 / 5);
    QVERIFY(kernels.kept() <= StepKernels::kMaxKernels);
    measured::Step step;
    step.number = 0;
    QVERIFY(kernels.work(step)->lanes[0].isEmpty()); // dropped
    step.number = 4;
    QCOMPARE(kernels.work(step)->lanes[0].row(KernelKind::Compute).size(),
             StepKernels::kMaxKernels * 2 / 5);
    // A step that is larger than all that is kept has its first kernels, and says how many more.
    add(5, StepKernels::kMaxKernels + 10);
    add(5, 7);
    step.number = 5;
    QVERIFY(kernels.kept() <= StepKernels::kMaxKernels + 10);
    const auto lane = kernels.work(step)->lanes[0];
    QCOMPARE(lane.row(KernelKind::Compute).size() + lane.missing, StepKernels::kMaxKernels + 17);
}

// One number: the line over the lanes, the tip and the estimate.
// Where no device counts, what ranks hold themselves is held against that alone, as in the report.
void tst_Kernels::theLineOfMemoryIsTheReports()
{
    strategy::Strategy strategy = gui::test::trainedStrategy();
    strategy.model = gui::test::smallModel();
    Trained run({.steps = 2}, strategy);
    QTRY_VERIFY(run.ended());
    QSettings settings(run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    const auto window = windowOf(run, settings);
    auto* panel = &window->findChild<TimelineArea*>()->panel();
    QTRY_VERIFY(panel->track(1) && panel->track(1)->predictedMemory);
    const TrackData& track = *panel->track(1);
    QVERIFY(!devicesCount(*track.memory));
    const auto schedule = strategy::scheduleOf(strategy);
    QVERIFY(bool(schedule));
    const auto predicted = launch::predictMemory(strategy, *schedule);
    QCOMPARE(track.predictedMemory->size(), predicted.size());
    for (std::size_t rank = 0; rank < predicted.size(); ++rank) {
        const launch::PredictedMemory& own = predicted[rank];
        QCOMPARE(track.predictedMemory->at(rank),
                 own.weights + own.gradients + own.optimizer + own.activations + own.buffers);
        QVERIFY(track.predictedMemory->at(rank) < own.peak);
    }
}

void tst_Kernels::theLineOfMemoryIsTheEstimates()
{
    strategy::Strategy strategy = gui::test::trainedStrategy();
    strategy.model = gui::test::smallModel();
    Trained run({.steps = 2, .gpus = true}, strategy);
    QTRY_VERIFY(run.ended());
    QSettings settings(run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    const auto window = windowOf(run, settings);
    auto* panel = &window->findChild<TimelineArea*>()->panel();
    QTRY_VERIFY(panel->track(1) && panel->track(1)->predictedMemory);
    const auto estimate = strategy::estimate(strategy);
    QVERIFY(bool(estimate));
    const TrackData& track = *panel->track(1);
    QCOMPARE(track.predictedMemory->size(), estimate->memory.size());
    for (std::size_t rank = 0; rank < estimate->memory.size(); ++rank) {
        const auto bytes = std::uint64_t(std::llround(estimate->memory[rank].peak()));
        QCOMPARE(track.predictedMemory->at(rank), bytes);
        const QString tip
            = memoryStory(track, int(rank), Nanoseconds{1'000'000}, TimeUnit::Auto).join('\n');
        QVERIFY2(tip.contains(QStringLiteral("Predicted peak: %1").arg(bytesText(bytes))),
                 qPrintable(tip));
    }
    // Of another strategy it says nothing.
    strategy.batch.micro = 2;
    strategy.batch.global = 32;
    run.document.start(strategy);
    QTRY_VERIFY(!panel->track(1)->predictedMemory);
}

QTEST_MAIN(tst_Kernels)
#include "tst_kernels.moc"
