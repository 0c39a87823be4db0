// Whatever one does, however large it is: the thread that draws the window is never busy for long.
// What counts is its own processor time between two waits for events, which other programs on the
// machine hardly lengthen.

#include "engine/strategy/yaml.h"
#include "gui/window/comparison_sheet.h"
#include "gui/window/language.h"
#include "gui/window/search_sheet.h"
#include "tests/bench/watchdog.h"
#include "tests/gui/opened.h"
#include "tests/gui/recording.h"
#include "tests/sanitizer.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>

using namespace gui;
using test::Opened;

namespace {

#ifdef NDEBUG
constexpr bool kFast = !tests::kAddressSanitizer && !tests::kThreadSanitizer;
#else
constexpr bool kFast = false;
#endif
constexpr double kMostWork = kFast ? 50 : 1000; // ms
constexpr int kPatience = 60'000;               // ms
constexpr int kPoll = 10;                       // ms

// Runs the event loop, which waits, until `condition` holds; false: it does not for a minute.
bool runUntil(const std::function<bool()>& condition)
{
    QEventLoop loop;
    QElapsedTimer since;
    since.start();
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (condition() || since.elapsed() > kPatience)
            loop.quit();
    });
    poll.start(kPoll);
    loop.exec();
    return condition();
}

// What one does, and what comes of it, keep the thread busy for kMostWork at most.
void expectAnswers(const char* what, const std::function<void()>& act,
                   const std::function<bool()>& condition)
{
    runUntil([turns = 0]() mutable { return ++turns > 3; }); // what is left from before is done
    test::Watchdog watchdog;
    act();
    const bool reached = runUntil(condition);
    watchdog.stop();
    QVERIFY2(reached, what);
    const double longest = watchdog.work().empty() ? 0 : watchdog.work().back();
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_TIMING"))
        qInfo("%s: %.1f ms", what, longest);
    QVERIFY2(longest <= kMostWork,
             qPrintable(QStringLiteral("%1 kept it busy for %2 ms").arg(what).arg(longest)));
}

// Ops without costs and without a model.
strategy::Strategy pipelineOf(int ranks, int microbatches, const char* schedule = "1f1b")
{
    strategy::Strategy made;
    made.parallel.pipeline = ranks;
    made.batch.global = microbatches;
    made.schedule.name = schedule;
    return made;
}

strategy::Strategy withLayers(strategy::Strategy strategy)
{
    strategy.model.emplace();
    strategy.model->layers = strategy.parallel.pipeline;
    return strategy;
}

// A window on a strategy, of which everything is known.
struct Ready : Opened {
    explicit Ready(const strategy::Strategy& strategy)
    {
        document.start(strategy);
        QVERIFY(runUntil([this] { return known(); }));
    }
    Document& front() { return static_cast<OpenStrategy*>(workspace.current())->document(); }
    // What is in front is predicted, estimated and drawn.
    bool known()
    {
        StrategySheet* shown = window.strategySheet();
        if (!shown)
            return false;
        const TrackData* track = shown->timelineArea().panel().track(0);
        const bool isEstimated = !front().strategy().model || shown->estimator().isCurrent();
        return front().isPredictionCurrent() && front().causes() && isEstimated && track
            && track->timeline == front().prediction()->timeline;
    }
};

// A recording of a run of that timeline, beside its strategy.
struct Recording {
    QTemporaryDir folder;
    bool written = false;

    Recording(int ranks, int microbatches, int steps)
    {
        strategy::Strategy made = pipelineOf(ranks, microbatches);
        constexpr std::chrono::milliseconds kPart{5};
        made.costs = plan::Costs{{{kPart, kPart, kPart}}, {}};
        const auto prediction = predict(made);
        written = prediction
            && strategy::saveStrategyFile(
                      folder.filePath(QStringLiteral("strategy.yaml")).toStdString(), made)
            && test::writeRecording(folder.filePath(QStringLiteral("events.bslog")).toStdString(),
                                    "1f1b", (*prediction)->schedule->shape,
                                    *(*prediction)->timeline, {.steps = steps});
    }
};

std::shared_ptr<RunSnapshot> snapshotOf(int number, const Prediction& prediction)
{
    auto step = std::make_shared<measured::Step>();
    step->number = number;
    step->ended = true;
    step->schedule.name = "1f1b";
    step->timeline = *prediction.timeline;
    auto run = std::make_shared<RunSnapshot>();
    run->status.state = telemetry::SourceState::Connected;
    const plan::Shape& shape = prediction.schedule->shape;
    run->info = measured::RunInfo{
        .shape = shape, .schedule = "1f1b", .device = "cpu", .world = shape.ranks};
    run->schedule.name = "1f1b";
    run->summaries = {{number, step->timeline.makespan, true}};
    run->newest = std::move(step);
    return run;
}

} // namespace

class tst_GuiThread : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aLargeStrategyOpensAndChanges();
    void editsOfAModelledStrategy();
    void aLongRecordingIsReadAndSteppedThrough();
    void stepsOfARunStreamIn();
    void aSearchFindsAndIsShown();
    void stepsAreCompared();
};

void tst_GuiThread::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

// Two million ops: whatever is worked out of them takes a thread a fair part of a second.
void tst_GuiThread::aLargeStrategyOpensAndChanges()
{
    Ready ready(pipelineOf(4, 8));
    const QString path
        = ready.saved(QStringLiteral("bubblescope: 1\nparallel: {pipeline: 64}\nbatch: {micro: 1, "
                                     "global: 16000}\nschedule: {name: 1f1b}\n"));
    expectAnswers(
        "opening 64 x 16000", [&] { ready.window.openFile(path); },
        [&] { return ready.known() && ready.front().path() == path; });
    expectAnswers(
        "editing 64 x 16000",
        [&] { ready.front().edit(QString(), QString(), pipelineOf(64, 16'001)); },
        [&] { return ready.known(); });
    expectAnswers(
        "undoing 64 x 16000", [&] { ready.front().undoStack().undo(); },
        [&] { return ready.known(); });
}

void tst_GuiThread::editsOfAModelledStrategy()
{
    Ready ready(withLayers(pipelineOf(64, 512)));
    for (int i = 1; i <= 5; ++i)
        expectAnswers(
            "editing 64 x 512",
            [&] { ready.document.edit(QString(), QString(), withLayers(pipelineOf(64, 512 + i))); },
            [&] { return ready.known(); });
    expectAnswers(
        "another schedule of 64 x 512",
        [&] {
            ready.document.edit(QString(), QString(), withLayers(pipelineOf(64, 512, "zb-h1")));
        },
        [&] { return ready.known(); });
}

void tst_GuiThread::aLongRecordingIsReadAndSteppedThrough()
{
    constexpr int kSteps = 16;
    const Recording recording(32, 1024, kSteps); // a million spans
    QVERIFY(recording.written);
    Ready ready(pipelineOf(4, 8));
    const RunView& view = ready.sheet.runView();
    expectAnswers(
        "a recording of a million spans",
        [&] { ready.controller.replayPath(recording.folder.path()); },
        [&] {
            return view.run() && view.run()->status.state == telemetry::SourceState::Ended
                && view.isSettled();
        });
    for (const int number : {0, 7, kSteps - 1})
        expectAnswers(
            "stepping through it", [&] { ready.sheet.runView().hold(number); },
            [&] {
                const TrackData* track = ready.area().panel().track(1);
                return view.shown().step && view.shown().step->number == number && track
                    && track->timeline;
            });
}

void tst_GuiThread::stepsOfARunStreamIn()
{
    const auto prediction = predict(pipelineOf(32, 512));
    QVERIFY(prediction);
    Ready ready(pipelineOf(32, 512));
    ready.window.setMode(Mode::Run);
    ready.showLiveRun();
    for (int number = 0; number < 20; ++number) {
        const auto run = snapshotOf(number, **prediction);
        expectAnswers(
            "a step of 32 x 512", [&] { emit ready.controller.session().updated(run); },
            [&] {
                const StepPtr& shown = ready.sheet.runView().shown().step;
                return shown && shown->number == number;
            });
    }
}

void tst_GuiThread::aSearchFindsAndIsShown()
{
    Ready ready(pipelineOf(4, 8));
    const auto path = QStringLiteral(BUBBLESCOPE_TREE "/resources/strategies/gpt3-175b.yaml");
    expectAnswers(
        "opening a preset", [&] { ready.window.openFile(path); }, [&] { return ready.known(); });
    SearchSheet* sheet = nullptr;
    expectAnswers(
        "a tab of a search",
        [&] {
            QTest::keyClick(&ready.window, Qt::Key_H, Qt::ControlModifier);
            sheet = qobject_cast<SearchSheet*>(ready.window.sheet());
        },
        [&] { return sheet != nullptr; });
    QVERIFY(sheet);
    auto& search = static_cast<OpenSearch&>(sheet->item());
    expectAnswers(
        "a search", [&] { sheet->options().start(); },
        [&] { return !search.isSearching() && search.answer(); });
}

void tst_GuiThread::stepsAreCompared()
{
    Ready ready(pipelineOf(64, 2048));
    ready.workspace.addStrategy().document().start(pipelineOf(64, 2048, "gpipe"));
    ready.workspace.setCurrent(0);
    ComparisonSheet* sheet = nullptr;
    expectAnswers(
        "a comparison of 64 x 2048",
        [&] {
            QTest::keyClick(&ready.window, Qt::Key_M, Qt::ControlModifier);
            sheet = qobject_cast<ComparisonSheet*>(ready.window.sheet());
        },
        [&] { return sheet && sheet->view().isCurrent(); });
}

QTEST_MAIN(tst_GuiThread)
#include "tst_gui_thread.moc"
