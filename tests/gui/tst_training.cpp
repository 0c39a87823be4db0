#include "gui/charts/step_chart.h"
#include "gui/charts/training_series.h"
#include "gui/live/schedule_swap.h"
#include "gui/live/verdict_words.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "tests/gui/fake_program.h"
#include "tests/gui/trained.h"

#include <QChart>
#include <QChartView>
#include <QComboBox>
#include <QDockWidget>
#include <QScatterSeries>
#include <QSettings>
#include <QTest>

#include <limits>

using namespace gui;
using gui::test::FakeProgram;
using gui::test::Trained;

class tst_Training : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void swapOffersWhatKeepsEveryStageInItsPlace();
    void memoryIsWhatWasSampledAtTheEdges();
    void whatWasDroppedIsNoData();
    void verdictsAreSentences();
    void everyStepIsHeldAgainstItsOwnSchedule();
    void everyStepOfManyHasItsTokens();
    void whatIsNoNumberIsNotDrawn();
    void marksAreThoseOfTheRunOnShow();
    void theWindowDrawsWhatARunTrains();
    void theCpuNeedsAModel();
    void theAxisKeepsStillWhileAStepFillsIn();
};

void tst_Training::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Training::swapOffersWhatKeepsEveryStageInItsPlace()
{
    const plan::Shape shape{.ranks = 4, .chunks = 1, .microbatches = 8};
    const auto running = *plan::makeSchedule("1f1b", shape);
    QStringList names;
    for (const SwapChoice& choice : swapChoices(running, QStringLiteral("1f1b")))
        names << choice.name;
    QVERIFY(names.contains(QStringLiteral("gpipe")) && names.contains(QStringLiteral("zb-h1")));
    QVERIFY(!names.contains(QStringLiteral("1f1b")));
    for (const QString& name : names) {
        const auto other = plan::makeSchedule(name.toStdString(), shape);
        QVERIFY2(other && other->placement == running.placement, qPrintable(name));
    }
    // A V stands elsewhere than stages that are dealt round.
    const auto v = *plan::makeSchedule("zbv", {.ranks = 4, .chunks = 2, .microbatches = 8});
    for (const SwapChoice& choice : swapChoices(v, QStringLiteral("zbv")))
        QVERIFY2(choice.name != QStringLiteral("interleaved"), qPrintable(choice.name));
}

void tst_Training::memoryIsWhatWasSampledAtTheEdges()
{
    Trained run({.steps = 3, .silentRank = 3});
    QTRY_VERIFY(run.ended() && run.view.shown().memory);
    const MemoryLanes& lanes = *run.view.shown().memory;
    QCOMPARE(lanes.size(), 4u);
    QVERIFY(lanes[3].isEmpty()); // no data, not nothing held
    const auto& spans = run.view.shown().step->timeline.spans[0];
    constexpr std::uint64_t kMib = 1024 * 1024;
    const auto held = [&](Nanoseconds at, MemoryKind kind) {
        return (*lanes[0].at(at))[static_cast<std::size_t>(kind)] / kMib;
    };
    // Weights were sampled once, in the first step.
    QCOMPARE(held(Nanoseconds{0}, MemoryKind::Weights), 220u);
    QCOMPARE(held(spans[0].end - Nanoseconds{1}, MemoryKind::Activations), 0u);
    QCOMPARE(held(spans[0].end, MemoryKind::Activations), 96u);
    QCOMPARE(held(spans[3].end, MemoryKind::Activations), 4 * 96u); // 1F1B: four in flight
    QCOMPARE(lanes[0].largestTotal() / kMib, 220u + 440u + 220u + 4 * 96u);
}

void tst_Training::whatWasDroppedIsNoData()
{
    StepMemory memory;
    telemetry::Frame frame;
    frame.body = telemetry::Hello{.ranks = 2, .pipelineRanks = 2};
    memory.add(frame);
    for (int step = 0; step < int(StepMemory::kMaxSteps) + 10; ++step) {
        frame.body = std::vector{telemetry::StepMark{.step = step}};
        memory.add(frame);
        frame.body = std::vector{telemetry::MemorySample{.currentBytes = 64, .step = step}};
        memory.add(frame);
    }
    QVERIFY(memory.lanes(9) && memory.lanes(9)->size() == 2 && memory.lanes(9)->at(0).isEmpty());
    QVERIFY(memory.lanes(10) && !memory.lanes(10)->at(0).isEmpty());
    QVERIFY(!memory.lanes(1000)); // nothing was ever said of it
}

void tst_Training::verdictsAreSentences()
{
    Trained run({.steps = 60, .slowRank = 2, .slowSince = 40, .differentStep = 12});
    QTRY_VERIFY(run.ended());
    const QString text = verdictText(*run.view.run(), run.view.stragglers(), {},
                                     run.view.shown().complete->timeline.makespan);
    QVERIFY2(text.contains(QStringLiteral("Rank 2 takes 2.00 times as long since step 40; the "
                                          "step takes ")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Rank 1, step 12, 2F0: the second run gave other bits")),
             qPrintable(text));
    // By its number in the world: two devices stand at every place.
    RunSnapshot large;
    large.info
        = measured::RunInfo{.shape = {.ranks = 4}, .schedule = "1f1b", .device = "cpu", .world = 8};
    const measured::Straggler well{.rank = 2, .factor = 1.5, .since = 10, .until = 20};
    const QString two = verdictText(large, {well}, {}, {});
    QVERIFY2(two.startsWith(QStringLiteral("Rank 4 took 1.50 times as long from step 10 to step "
                                           "19\n")),
             qPrintable(two));
    QVERIFY2(two.contains(QStringLiteral("Only one replica")), qPrintable(two));
    // What somebody did to the rank is no fault of the device.
    const auto slowed = [](int rank, int since) {
        measured::RunConditions conditions;
        conditions.slowedByHand = {{.rank = rank, .since = since, .until = since + 10}};
        return conditions;
    };
    const QString byHand = QStringLiteral("step 19; somebody has slowed it by hand\n");
    QVERIFY(verdictText(large, {well}, slowed(4, 10), {}).contains(byHand));
    QVERIFY(verdictText(large, {well}, slowed(4, 11), {}).contains(byHand));
    QVERIFY(!verdictText(large, {well}, slowed(2, 10), {}).contains(byHand)); // a place
    QVERIFY(!verdictText(large, {well}, slowed(4, 30), {}).contains(byHand));
    CheckTotals equal;
    equal.compared = 82;
    QCOMPARE(checksText(equal), QStringLiteral("Ops computed twice in the bubbles: 82; all equal"));
    QVERIFY(checksText({}).isEmpty());
}

void tst_Training::everyStepIsHeldAgainstItsOwnSchedule()
{
    Trained run({.steps = 60, .slowRank = 2, .slowSince = 40, .swapStep = 20, .swapTo = "zb-h1"},
                test::trainedStrategy());
    QTRY_VERIFY(run.ended());
    const auto check = [&](int step, const char* name) {
        run.view.hold(step);
        const ShownStep& shown = run.view.shown();
        QCOMPARE(shown.step->schedule.name, std::string(name));
        const auto schedule = *plan::makeSchedule(name, run.schedule.shape);
        QVERIFY(shown.schedule && shown.schedule->order == schedule.order);
        QTRY_VERIFY(shown.prediction);
        QCOMPARE(shown.prediction, run.document.prediction()); // there is no other
        QCOMPARE(shown.prediction->strategy.schedule.name, std::string(name));
        for (const plan::RankLedger& rank : shown.numbers.ledger->ranks)
            QCOMPARE(rank[std::size_t(plan::LedgerLine::Unexplained)].count(), 0);
        // No costs: it does not say how long a step takes.
        const QString words = run.view.comparison();
        QVERIFY2(words.contains(QStringLiteral("bubble predicted")), qPrintable(words));
        QVERIFY2(!words.contains(QStringLiteral(": predicted")), qPrintable(words));
    };
    check(19, "1f1b");
    check(20, "zb-h1");
    const auto found = run.view.stragglers();
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].rank, 2);
    QCOMPARE(found[0].since, 40);
    QCOMPARE(run.view.run()->schedule.name, std::string("zb-h1"));
}

void tst_Training::everyStepOfManyHasItsTokens()
{
    constexpr int kSteps = 300; // at once
    std::vector<telemetry::TrainingStep> steps;
    std::vector<TrainingSeries::Time> times;
    for (int step = 0; step < kSteps; ++step) {
        steps.push_back({.loss = 1, .tokens = 100, .step = step});
        times.push_back({step, std::chrono::milliseconds{10}});
    }
    TrainingSeries series;
    series.add(steps, {times.begin(), times.end() - 3});
    series.add({}, {times.end() - 3, times.end()}); // the last ones later
    QCOMPARE(series.throughput().points().size(), std::size_t(kSteps));
    QCOMPARE(series.throughput().at(0), std::optional(10'000.0));
}

void tst_Training::whatIsNoNumberIsNotDrawn()
{
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    TrainingSeries series;
    series.add({{.loss = kNone, .gradientNorm = kNone, .learningRate = kNone, .step = 0},
                {.loss = 2, .gradientNorm = 1, .learningRate = 0.5F, .step = 1}},
               {});
    for (const StepSeries* drawn :
         {&series.loss(), &series.gradientNorm(), &series.learningRate()}) {
        QCOMPARE(drawn->points().size(), std::size_t{1});
        QVERIFY(!drawn->at(0) && drawn->at(1) && !drawn->at(2) && !drawn->at(-1));
    }
    QCOMPARE(series.skipped().lastStep(), 0);
}

void tst_Training::marksAreThoseOfTheRunOnShow()
{
    const auto markAt = [](double height) {
        StepSeries series;
        series.add(7, height);
        return series;
    };
    StepChart chart({.name = {},
                     .unit = {},
                     .measured = {},
                     .predicted = {},
                     .marked = QStringLiteral("left out"),
                     .empty = {}});
    chart.setMarked(markAt(1));
    chart.setMarked(markAt(5)); // another run left out the same step
    const QScatterSeries* marks = nullptr;
    for (const QAbstractSeries* series : chart.findChild<QChartView*>()->chart()->series())
        if (series->name() == QStringLiteral("left out"))
            marks = qobject_cast<const QScatterSeries*>(series);
    QVERIFY(marks && marks->count() == 1);
    QCOMPARE(marks->at(0), QPointF(7, 5));
}

void tst_Training::theWindowDrawsWhatARunTrains()
{
    Trained run({.steps = 20, .skipped = 7});
    QTRY_VERIFY(run.ended());
    QSettings settings(run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    WindowOptions options;
    options.keepLayout = false;
    MainWindow window(run.document, run.controller, settings, options);
    window.resize(1280, 800);
    window.show();
    run.controller.replayPath(run.directory.filePath(QStringLiteral("events.bslog")));
    TimelinePanel& panel = window.timelineArea().panel();
    QTRY_VERIFY(panel.track(1) && panel.track(1)->memory && panel.track(1)->inner);
    QVERIFY(!panel.track(1)->inner->reruns.empty());
    const auto& reductions = panel.track(1)->inner->reductions;
    QCOMPARE(reductions.size(), 4u);
    QVERIFY(reductions[2].size() == 1 && reductions[2][0].stage == 2
            && reductions[2][0].among == Among::Data);
    const QString story = panel.story({1, 0, plan::forward(0, 0)});
    QVERIFY2(story.contains(QStringLiteral("of which 1 ms waiting for tp")), qPrintable(story));

    const auto chart = [&](const char* dock) {
        return window.findChild<QDockWidget*>(QLatin1String(dock))->findChild<StepChart*>();
    };
    QTRY_VERIFY(chart("dock.loss")->tipOf(19).startsWith(QStringLiteral("step 19")));
    const QString tip = chart("dock.loss")->tipOf(3);
    QVERIFY2(tip.contains(QStringLiteral("loss: 8.")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("norm of the gradient: 1.8")), qPrintable(tip));
    QVERIFY(!chart("dock.loss")->tipOf(7).startsWith(QStringLiteral("step 7"))); // left out
    QVERIFY(!chart("dock.throughput")->isEmpty());
    run.controller.leave();
    QVERIFY(chart("dock.loss")->isEmpty());
}

void tst_Training::theCpuNeedsAModel()
{
    FakeProgram program("echo '{}'");
    Document document;
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 2;
    strategy.batch.global = 4;
    document.start(strategy);
    RunController controller(document, program.path);
    QSettings settings(program.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    WindowOptions options;
    options.keepLayout = false;
    MainWindow window(document, controller, settings, options);
    QComboBox* devices = nullptr;
    for (QComboBox* box : window.findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Device to launch on"))
            devices = box;
    QVERIFY(devices);
    const auto cpu = devices->model()->index(1, 0);
    QVERIFY(!(cpu.flags() & Qt::ItemIsEnabled));
    QVERIFY(cpu.data(Qt::ToolTipRole).toString().contains(QStringLiteral("no model")));
    QCOMPARE(devices->currentIndex(), 0);
    strategy.model = strategy::Model{.layers = 4};
    document.start(strategy);
    QVERIFY(cpu.flags() & Qt::ItemIsEnabled);
    QCOMPARE(devices->currentIndex(), 1); // what can be trained, is
    QTRY_VERIFY(document.isPredictionCurrent());
    window.actions().action("run.launch")->trigger();
    QTRY_VERIFY(!controller.isBusy());
    QVERIFY2(program.lastTold().contains(QStringLiteral("--device cpu")),
             qPrintable(program.lastTold()));

    devices->setFocus();
    QTest::keyClick(devices, Qt::Key_Up); // the user's choice stands
    QCOMPARE(devices->currentIndex(), 0);
    strategy.batch.global = 8;
    document.start(strategy);
    QCOMPARE(devices->currentIndex(), 0);
}

void tst_Training::theAxisKeepsStillWhileAStepFillsIn()
{
    FakeProgram program("echo '{}'");
    Document document;
    RunController controller(document, program.path);
    QSettings settings(program.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    WindowOptions options;
    options.keepLayout = false;
    MainWindow window(document, controller, settings, options);
    RunEntry entry;
    entry.run = QStringLiteral("run-7");
    entry.state = QStringLiteral("running");
    entry.viewerEndpoint = QStringLiteral("ipc://") + program.directory.filePath("viewer");
    controller.attach(entry);
    for (QComboBox* box : window.findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Which step is drawn"))
            box->setCurrentIndex(2);

    auto run = std::make_shared<RunSnapshot>();
    run->status.state = telemetry::SourceState::Connected;
    run->info = measured::RunInfo{.shape = {.ranks = 1, .chunks = 1, .microbatches = 2},
                                  .schedule = "gpipe",
                                  .device = "cpu",
                                  .world = 1};
    const auto step = [](int number, std::chrono::milliseconds length, bool ended) {
        auto made = std::make_shared<measured::Step>();
        made->number = number;
        made->ended = ended;
        made->timeline.spans = {{{plan::forward(0, 0), plan::Nanoseconds{}, length}}};
        made->timeline.makespan = length;
        return made;
    };
    run->newest = step(3, std::chrono::milliseconds{10}, true);
    run->current = step(4, std::chrono::milliseconds{1}, false);
    emit controller.session().updated(run);
    const TrackData* track = window.timelineArea().panel().track(1);
    QVERIFY(track && track->live);
    QCOMPARE(track->end, plan::Nanoseconds{std::chrono::milliseconds{10}});
}

QTEST_MAIN(tst_Training)
#include "tst_training.moc"
