#include "gui/charts/step_series.h"
#include "gui/charts/step_stack.h"
#include "gui/charts/training_series.h"
#include "gui/live/schedule_swap.h"
#include "gui/live/verdict_words.h"
#include "gui/timeline/peak_marks.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "tests/gui/fake_program.h"
#include "tests/gui/trained.h"

#include <QComboBox>
#include <QMenu>
#include <QSettings>
#include <QTest>
#include <QToolButton>

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
    void theWindowDrawsWhatARunTrains();
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
    TrackData track;
    track.measured = true;
    track.timeline = std::make_shared<const plan::Timeline>(run.view.shown().step->timeline);
    track.memory = run.view.shown().memory;
    // The first forward behind a backward: the gradients have come by then.
    QCOMPARE(peakTag(track, 0), QStringLiteral("F4 1.23 GiB"));
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
    QVERIFY2(text.contains(QStringLiteral("Rank 2 slow ×2.00 since step 40; the step takes ")),
             qPrintable(text));
    QVERIFY2(
        text.contains(QStringLiteral("Rank 1, step 12, 2F0: the second run gave different bits")),
        qPrintable(text));
    // By its number in the world: two devices stand at every place.
    RunSnapshot large;
    large.info
        = measured::RunInfo{.shape = {.ranks = 4}, .schedule = "1f1b", .device = "cpu", .world = 8};
    const measured::Straggler well{.rank = 2, .factor = 1.5, .since = 10, .until = 20};
    const QString two = verdictText(large, {well}, {}, {});
    QVERIFY2(two.startsWith(QStringLiteral("Rank 4 slow ×1.50 from step 10 to step 19\n")),
             qPrintable(two));
    QVERIFY2(two.contains(QStringLiteral("Only one replica")), qPrintable(two));
    // What somebody did to the rank is no fault of the device.
    const auto slowed = [](int rank, int since) {
        measured::RunConditions conditions;
        conditions.slowedByHand = {{.rank = rank, .since = since, .until = since + 10}};
        return conditions;
    };
    const QString byHand = QStringLiteral("step 19; someone slowed it by hand\n");
    QVERIFY(verdictText(large, {well}, slowed(4, 10), {}).contains(byHand));
    QVERIFY(verdictText(large, {well}, slowed(4, 11), {}).contains(byHand));
    QVERIFY(!verdictText(large, {well}, slowed(2, 10), {}).contains(byHand)); // a place
    QVERIFY(!verdictText(large, {well}, slowed(4, 30), {}).contains(byHand));
    QVERIFY(verdictText(large, {well}, slowed(4, 15), {}).contains(byHand)); // found too early
    measured::RunConditions now;
    now.slowedByHand = {{.rank = 0, .since = 3, .until = 9},
                        {.rank = 4, .since = 242, .factor = 3},
                        {.rank = 1, .since = 250}};
    QCOMPARE(slowedNowText(now),
             QStringLiteral("Rank 4 has been slowed by hand since step 242, ×3.00\n"
                            "Rank 1 has been slowed by hand since step 250"));
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

void tst_Training::theWindowDrawsWhatARunTrains()
{
    Trained run({.steps = 20, .skipped = 7});
    QTRY_VERIFY(run.ended());
    QSettings settings(run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    WindowOptions options;
    options.keepLayout = false;
    MainWindow window(run.workspace, settings, options);
    window.resize(1280, 800);
    window.show();
    run.controller.replayPath(run.directory.filePath(QStringLiteral("events.bslog")));
    TimelinePanel& panel = window.strategySheet()->timelineArea().panel();
    QTRY_VERIFY(panel.track(1) && panel.track(1)->memory && panel.track(1)->inner);
    QVERIFY(!panel.track(1)->inner->reruns.empty());
    const auto& reductions = panel.track(1)->inner->reductions;
    QCOMPARE(reductions.size(), 4u);
    QVERIFY(reductions[2].size() == 1 && reductions[2][0].stage == 2
            && reductions[2][0].among == Among::Data);
    const QString story = panel.story({1, 0, plan::forward(0, 0)});
    QVERIFY2(story.contains(QStringLiteral("of which 1 ms waiting for tp")), qPrintable(story));

    const StepStack& curves = *window.strategySheet()->charts().steps();
    const auto loss = [&curves] { return curves.curve(QStringLiteral("loss")); };
    QTRY_VERIFY(loss() && loss()->values.lastStep() == 19);
    const QString tip = curves.wordsOf(3);
    QVERIFY2(tip.contains(QStringLiteral("Loss: 8.")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("Norm of the gradient: 1.8")), qPrintable(tip));
    QVERIFY(!loss()->values.at(7) && loss()->marked.at(7)); // left out
    QVERIFY(curves.wordsOf(3).contains(QStringLiteral("tokens/s")));
    run.controller.leave();
    QVERIFY(!loss());
}

void tst_Training::theAxisKeepsStillWhileAStepFillsIn()
{
    FakeProgram program("echo '{}'");
    Workspace workspace(program.path);
    RunController& controller = workspace.addStrategy().controller();
    QSettings settings(program.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    WindowOptions options;
    options.keepLayout = false;
    MainWindow window(workspace, settings, options);
    RunEntry entry;
    entry.run = QStringLiteral("run-7");
    entry.state = QStringLiteral("running");
    entry.viewerEndpoint = QStringLiteral("ipc://") + program.directory.filePath("viewer");
    controller.attach(entry);
    for (QToolButton* button : window.findChildren<QToolButton*>())
        if (button->accessibleName() == QStringLiteral("Which step is drawn"))
            button->menu()->actions().at(2)->trigger();

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
    const TrackData* track = window.strategySheet()->timelineArea().panel().track(1);
    QVERIFY(track && track->live);
    QCOMPARE(track->end, plan::Nanoseconds{std::chrono::milliseconds{10}});
}

QTEST_MAIN(tst_Training)
#include "tst_training.moc"
