#include "engine/strategy/yaml.h"
#include "gui/charts/step_chart.h"
#include "gui/charts/training_series.h"
#include "gui/live/run_control.h"
#include "gui/live/run_controls.h"
#include "gui/live/schedule_swap.h"
#include "gui/live/short_command.h"
#include "gui/live/slow_dialog.h"
#include "gui/live/verdict_words.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "tests/gui/training_recording.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;

namespace {

// Stands in for bubblescope-run: keeps what it was told, and answers.
struct FakeProgram {
    QTemporaryDir directory;
    QString path = directory.filePath(QStringLiteral("bubblescope-run"));

    explicit FakeProgram(const QByteArray& answer)
    {
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write("#!/bin/sh\necho \"$@\" >> " + told().toUtf8() + "\n" + answer + "\n");
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeOwner);
    }
    QString told() const { return directory.filePath(QStringLiteral("told")); }
    QString lastTold() const
    {
        QFile file(told());
        return file.open(QIODevice::ReadOnly)
            ? QString::fromUtf8(file.readAll()).trimmed().section(QLatin1Char('\n'), -1)
            : QString();
    }
};

struct Shown {
    FakeProgram program;
    Document document;
    RunController controller;
    RunView view{controller};
    RunControl control{controller};

    explicit Shown(const QByteArray& answer)
        : program(answer)
        , controller(document, program.path)
    {
        RunEntry run;
        run.run = QStringLiteral("run-7");
        run.state = QStringLiteral("running");
        run.directory = program.directory.path();
        run.viewerEndpoint = QStringLiteral("ipc://") + program.directory.filePath("viewer");
        run.ranks = 4;
        controller.attach(run);
    }
};

// Of four places with two devices each; the newest step has that number, -1: none.
RunSnapshotPtr snapshotAt(telemetry::SourceState state, int step)
{
    auto run = std::make_shared<RunSnapshot>();
    run->status.state = state;
    run->info = measured::RunInfo{.shape = {.ranks = 4, .chunks = 1, .microbatches = 8},
                                  .schedule = "1f1b",
                                  .device = "cpu",
                                  .world = 8};
    run->schedule.name = "1f1b";
    if (step >= 0) {
        auto newest = std::make_shared<measured::Step>();
        newest->number = step;
        newest->ended = true;
        newest->timeline.spans.resize(4);
        run->newest = newest;
    }
    return run;
}

struct Trained {
    QTemporaryDir directory;
    plan::Schedule schedule
        = *plan::makeSchedule("1f1b", {.ranks = 4, .chunks = 1, .microbatches = 8});
    Document document;
    RunController controller{document, {}};
    RunView view{controller};

    // With a strategy file beside the recording, which has a model and no costs.
    explicit Trained(const test::TrainingOptions& options, bool withStrategy = false)
    {
        strategy::Strategy strategy;
        strategy.parallel.pipeline = 4;
        strategy.batch.global = 8;
        const auto file = directory.filePath(QStringLiteral("strategy.yaml")).toStdString();
        if (withStrategy && !strategy::saveStrategyFile(file, strategy))
            return;
        const QString log = directory.filePath(QStringLiteral("events.bslog"));
        if (test::writeTraining(log.toStdString(), "1f1b", schedule, options))
            controller.replayPath(directory.path());
    }
    bool ended() const
    {
        return view.run() && view.run()->status.state == telemetry::SourceState::Ended;
    }
};

} // namespace

class tst_Training : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aRequestIsSentAndItsAnswerShown();
    void aRefusalIsShownAsTheRunSaidIt();
    void pauseBecomesResume();
    void aRunIsPausedUntilItsStepsSayOtherwise();
    void anEmulatedRunIsAskedNothing();
    void aCommandThatIsLateSaysSo();
    void everyRequestIsTheCommandItSays();
    void theDialogSendsRankAndFactor();
    void theDialogOffersTheWorldWhileTheRunGoesOn();
    void swapOffersWhatKeepsEveryStageInItsPlace();
    void memoryIsWhatWasSampledAtTheEdges();
    void whatWasDroppedIsNoData();
    void verdictsAreSentences();
    void everyStepIsHeldAgainstItsOwnSchedule();
    void everyStepOfManyHasItsTokens();
    void theWindowDrawsWhatARunTrains();
    void theCpuNeedsAModel();
};

void tst_Training::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Training::aRequestIsSentAndItsAnswerShown()
{
    Shown shown("echo 'bubblescope-run: a word before' >&2\n"
                "echo 'bubblescope-run: run run-7: saved step-00000012' >&2");
    QVERIFY(shown.control.canAsk());
    shown.control.ask({.what = ControlRequest::What::Checkpoint});
    QVERIFY(shown.control.isAsking() && !shown.control.canAsk());
    QVERIFY(shown.control.answer().startsWith(QStringLiteral("asked")));
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.control.answer(), QStringLiteral("saved step-00000012"));
    QVERIFY(!shown.control.isRefusal());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("checkpoint run-7"));
    shown.controller.leave();
    QVERIFY(shown.control.answer().isEmpty() && !shown.control.canAsk());
}

void tst_Training::aRefusalIsShownAsTheRunSaidIt()
{
    Shown shown("echo 'bubblescope-run: an emulated run has nothing to save' >&2; exit 1");
    shown.control.ask({.what = ControlRequest::What::Pause});
    QTRY_VERIFY(!shown.control.isAsking());
    QVERIFY(shown.control.isRefusal() && !shown.control.isPaused());
    QCOMPARE(shown.control.answer(), QStringLiteral("an emulated run has nothing to save"));
    QVERIFY(shown.control.canAsk());
}

void tst_Training::pauseBecomesResume()
{
    Shown shown("echo \"bubblescope-run: run $2: paused before step 12\" >&2");
    QAction pause(QStringLiteral("Pause or resume"));
    QAction others[4];
    RunControls buttons(shown.control, shown.view, shown.controller,
                        {&pause, &others[0], &others[1], &others[2], &others[3]});
    QVERIFY(pause.isEnabled() && !others[3].isEnabled()); // nothing is known to swap from
    QCOMPARE(pause.iconText(), QStringLiteral("Pause"));
    pause.trigger();
    QVERIFY(!pause.isEnabled());
    QTRY_VERIFY(shown.control.isPaused());
    QCOMPARE(pause.iconText(), QStringLiteral("Resume"));
    pause.trigger();
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("resume run-7"));
    QCOMPARE(pause.iconText(), QStringLiteral("Pause"));
    // Somebody else paused it again, or the window was opened anew: one press leads to Resume.
    pause.trigger();
    QTRY_COMPARE(pause.iconText(), QStringLiteral("Resume"));
}

void tst_Training::aRunIsPausedUntilItsStepsSayOtherwise()
{
    using telemetry::SourceState;
    using What = ControlRequest::What;
    const auto at = [](Shown& shown, SourceState state, int step) {
        emit shown.controller.session().updated(snapshotAt(state, step));
        return shown.control.isPaused();
    };
    Shown named("echo 'bubblescope-run: run run-7: paused before step 90' >&2");
    at(named, SourceState::Behind, 3);
    named.control.ask({.what = What::Pause});
    QTRY_VERIFY(named.control.isPaused());
    QVERIFY(at(named, SourceState::Behind, 40)); // steps of before come in
    QVERIFY(at(named, SourceState::Connected, 89));
    QVERIFY(!at(named, SourceState::Connected, 90));

    Shown bare("echo 'it pauses' >&2");
    at(bare, SourceState::Behind, 3);
    bare.control.ask({.what = What::Pause});
    QTRY_VERIFY(bare.control.isPaused());
    QVERIFY(at(bare, SourceState::Behind, 40));
    QVERIFY(at(bare, SourceState::Connected, 50)); // it has caught up
    QVERIFY(at(bare, SourceState::Connected, 52));
    QVERIFY(!at(bare, SourceState::Connected, 53));
}

void tst_Training::anEmulatedRunIsAskedNothing()
{
    Shown shown("echo done >&2");
    QAction actions[5];
    actions[0].setToolTip(QStringLiteral("as ever"));
    RunControls buttons(shown.control, shown.view, shown.controller,
                        {&actions[0], &actions[1], &actions[2], &actions[3], &actions[4]});
    auto run = std::make_shared<RunSnapshot>(*snapshotAt(telemetry::SourceState::Connected, -1));
    emit shown.controller.session().updated(run);
    QVERIFY(actions[0].isEnabled() && actions[3].isEnabled());
    QCOMPARE(actions[0].toolTip(), QStringLiteral("as ever"));
    run = std::make_shared<RunSnapshot>(*run);
    run->info->emulated = true;
    emit shown.controller.session().updated(run);
    for (const QAction& action : actions) {
        QVERIFY(!action.isEnabled());
        QVERIFY(action.toolTip().startsWith(QStringLiteral("An emulated run")));
    }
    shown.control.ask({.what = ControlRequest::What::Pause});
    QVERIFY(!shown.control.isAsking());
}

void tst_Training::aCommandThatIsLateSaysSo()
{
    FakeProgram program("exec sleep 30");
    std::optional<CommandAnswer> answer;
    ShortCommand::run({program.path, {}}, std::chrono::milliseconds{20}, false, this,
                      [&](const CommandAnswer& came) { answer = came; });
    QTRY_VERIFY(answer);
    QVERIFY(answer->late && !answer->good && !answer->problem.isEmpty());
}

void tst_Training::everyRequestIsTheCommandItSays()
{
    using What = ControlRequest::What;
    const auto words = [](const ControlRequest& request) {
        return commandOf(request, QStringLiteral("p"), QStringLiteral("r")).text();
    };
    QCOMPARE(words({.what = What::Pause}), QStringLiteral("p pause r"));
    QCOMPARE(words({.what = What::Resume}), QStringLiteral("p resume r"));
    QCOMPARE(words({.what = What::StopAfterStep}), QStringLiteral("p stop r --after-step"));
    QCOMPARE(words({.what = What::Checkpoint}), QStringLiteral("p checkpoint r"));
    QCOMPARE(words({.what = What::Slow, .rank = 3, .factor = 2.5}),
             QStringLiteral("p slow r 3 2.5"));
    QCOMPARE(words({.what = What::Swap, .schedule = QStringLiteral("zb-h1")}),
             QStringLiteral("p swap r zb-h1"));
}

void tst_Training::theDialogSendsRankAndFactor()
{
    Shown shown("echo done >&2");
    auto* dialog = new SlowDialog(shown.control, 4);
    dialog->findChild<QSpinBox*>()->setValue(9); // there are four
    dialog->findChild<QDoubleSpinBox*>()->setValue(1.8);
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        QVERIFY(!button->accessibleName().isEmpty());
        if (button->text() == QStringLiteral("Slow it"))
            button->click();
    }
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("slow run-7 3 1.8"));
}

void tst_Training::theDialogOffersTheWorldWhileTheRunGoesOn()
{
    Shown shown("echo done >&2");
    QAction actions[5];
    RunControls buttons(shown.control, shown.view, shown.controller,
                        {&actions[0], &actions[1], &actions[2], &actions[3], &actions[4]});
    emit shown.controller.session().updated(snapshotAt(telemetry::SourceState::Connected, 3));
    actions[3].trigger();
    auto* dialog = buttons.findChild<SlowDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QSpinBox*>()->maximum(), 7);
    QPushButton* slow = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Slow it"))
            slow = button;
    QVERIFY(slow && slow->isEnabled());
    emit shown.controller.session().updated(snapshotAt(telemetry::SourceState::Ended, 3));
    QVERIFY(!slow->isEnabled());
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
    const QString text = verdictText(*run.view.run(), run.view.stragglers(),
                                     run.view.shown().complete->timeline.makespan);
    QVERIFY2(text.contains(QStringLiteral("Rank 2 takes 2.00 times as long since step 40; the "
                                          "step takes ")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Rank 1, step 12, 2F0: the second run gave other bits")),
             qPrintable(text));
    // By its number in the world: two devices stand at every place.
    RunSnapshot large;
    large.info = measured::RunInfo{
        .shape = {.ranks = 4}, .schedule = "1f1b", .device = "cpu", .world = 8};
    const measured::Straggler well{.rank = 2, .factor = 1.5, .since = 10, .until = 20};
    const QString two = verdictText(large, {well}, {});
    QVERIFY2(two.startsWith(QStringLiteral("Rank 4 took 1.50 times as long from step 10 to step "
                                           "19\n")),
             qPrintable(two));
    QVERIFY2(two.contains(QStringLiteral("Only one replica")), qPrintable(two));
    CheckTotals equal;
    equal.compared = 82;
    QCOMPARE(checksText(equal),
             QStringLiteral("Ops computed twice in the bubbles: 82; all equal"));
    QVERIFY(checksText({}).isEmpty());
}

void tst_Training::everyStepIsHeldAgainstItsOwnSchedule()
{
    Trained run({.steps = 60,
                 .slowRank = 2,
                 .slowSince = 40,
                 .swapStep = 20,
                 .swapTo = "zb-h1"},
                true);
    QTRY_VERIFY(run.ended());
    const auto check = [&](int step, const char* name) {
        run.view.hold(step);
        const ShownStep& shown = run.view.shown();
        QCOMPARE(shown.step->schedule.name, std::string(name));
        const auto schedule = *plan::makeSchedule(name, run.schedule.shape);
        QVERIFY(shown.schedule && shown.schedule->order == schedule.order);
        QVERIFY(shown.prediction);
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
    strategy.model = strategy::Model{.layers = 4};
    document.start(strategy);
    QVERIFY(cpu.flags() & Qt::ItemIsEnabled);
    devices->setCurrentIndex(1);
    QTRY_VERIFY(document.isPredictionCurrent());
    window.actions().action("run.launch")->trigger();
    QTRY_VERIFY(!controller.isBusy());
    QVERIFY2(program.lastTold().contains(QStringLiteral("--device cpu")),
             qPrintable(program.lastTold()));
}

QTEST_MAIN(tst_Training)
#include "tst_training.moc"
