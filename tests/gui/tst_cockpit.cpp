// What an operator sees of a run: its health, its alarms, its curves and its log.

#include "gui/charts/step_stack.h"
#include "gui/cockpit/alarm_notices.h"
#include "gui/cockpit/alarm_rules_dialog.h"
#include "gui/cockpit/log_page.h"
#include "gui/live/last_checkpoint.h"
#include "gui/live/verdict_words.h"
#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/recorded.h"
#include "tests/gui/recording.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTableWidget>

using namespace gui;
using gui::test::liveAt;
using gui::test::named;
using gui::test::Opened;
using gui::test::Recorded;

namespace {

// Shows the recording of an emulated run in which each part of an op took `part`. As no scale is
// told, 1 us is predicted of each.
void replayEmulated(Opened& opened, plan::Nanoseconds part,
                    const gui::test::RecordingOptions& options)
{
    const plan::Shape shape{.ranks = 4, .chunks = 1, .microbatches = 8};
    const plan::Schedule schedule = *plan::makeSchedule("1f1b", shape);
    const auto timeline = plan::simulate(schedule, plan::Costs{.stages = {{part, part, part}}});
    const QString folder = opened.program.directory.path();
    QVERIFY(strategy::saveStrategyFile((folder + QStringLiteral("/strategy.yaml")).toStdString(),
                                       gui::test::trainedStrategy()));
    QVERIFY(gui::test::writeRecording((folder + QStringLiteral("/events.bslog")).toStdString(),
                                      "1f1b", shape, *timeline, options));
    opened.controller.replayPath(folder);
    QTRY_VERIFY(opened.sheet.runView().run() && opened.sheet.runView().run()->isOver()
                && opened.sheet.runView().isSettled());
}

} // namespace

class tst_Cockpit : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aKilledRankIsToldTheSameEverywhere();
    void theStepARankWasKilledInIsShown();
    void aSlowRankHasEvidenceAndANextStep();
    void whatAFailedRunLeavesIsSaid();
    void aRunThatIsWellIsHealthy();
    void anEmulationThatCannotKeepUpIsTold();
    void aFullDiskIsToldAndTheRunGoesOn();
    void silenceIsTold();
    void anAlarmIsAcknowledgedByItsKey();
    void rulesSwitchAlarmsOffAndAreKept();
    void noticesAreGathered();
};

void tst_Cockpit::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Cockpit::aKilledRankIsToldTheSameEverywhere()
{
    Opened opened;
    opened.window.setMode(Mode::Run);
    opened.showLiveRun();
    auto run = liveAt(162);
    emit opened.controller.session().updated(run);
    run = std::make_shared<RunSnapshot>(*run);
    telemetry::RunEnd end{
        .rank = 1, .signal = 9, .step = 163, .outcome = telemetry::RunOutcome::Failed};
    telemetry::copyText(end.text, "rank 1 was killed by signal 9 in step 163 after 2F0");
    run->end = end;
    run->status.state = telemetry::SourceState::Ended;
    QSignalSpy raised(&opened.sheet.cockpit().watch(), &AlarmWatch::raised);
    emit opened.controller.session().updated(run);
    const QString words
        = QStringLiteral("failed: rank 1 was killed by signal 9 in step 163 after forward of "
                         "microbatch 0 on stage 2");
    const Verdict& verdict = opened.window.frame().verdict().verdict();
    QCOMPARE(verdict.health, words);
    QCOMPARE(verdict.healthMood, Mood::Bad);
    QCOMPARE(raised.count(), 1);
    QCOMPARE(opened.area().failure(), words);
    const Alarm& alarm = opened.sheet.cockpit().watch().list().alarms().back();
    QCOMPARE(alarm.found.what, words);
    QVERIFY(alarm.found.evidence.contains(QStringLiteral("Lost: step 163")));
    // Why it did is said by the verdict.
    QCOMPARE(named<QLabel>(opened.window, QStringLiteral("State"))->text(),
             QStringLiteral("failed"));
    // Never that nothing is lost.
    QCOMPARE(named<QLabel>(opened.window, QStringLiteral("Lost"))->text(),
             QStringLiteral("step 163, which was under way"));
}

void tst_Cockpit::theStepARankWasKilledInIsShown()
{
    telemetry::RunEnd end{
        .rank = 1, .signal = 9, .step = 3, .outcome = telemetry::RunOutcome::Failed};
    telemetry::copyText(end.text, "rank 1 was killed by signal 9 in step 3 after 2F0");
    Opened opened;
    opened.window.setMode(Mode::Run);
    replayEmulated(opened, plan::Nanoseconds{1000}, {.steps = 3, .cutShort = true, .end = end});
    AlarmPage& page = *opened.window.findChild<AlarmPage*>();
    auto* show = named<QPushButton>(page, QStringLiteral("Show step 3 on the timeline"));
    QVERIFY(show);
    show->click();
    // The run's end may be heard of a round before what was under way is handed out.
    QTRY_COMPARE(opened.sheet.runView().shown().step->number, 3);
    const ShownStep& shown = opened.sheet.runView().shown();
    QVERIFY(shown.filling);
    // Each nanosecond of it is on a line, as of a step that ended.
    const TrackData* track = opened.area().panel().track(1);
    QVERIFY(track && track->ledger);
    for (const plan::RankLedger& rank : track->ledger->ranks)
        QCOMPARE(plan::sum(rank), track->timeline->makespan);
}

void tst_Cockpit::aSlowRankHasEvidenceAndANextStep()
{
    Recorded recorded({.steps = 60, .slowRank = 2, .slowSince = 40});
    QTRY_VERIFY(recorded.ended());
    QTRY_COMPARE(recorded.health(), QStringLiteral("Rank 2 slow ×2.00 since step 40"));
    AlarmPage& page = recorded.alarms();
    AlarmDetail& detail = page.detail();
    QVERIFY(detail.finish());
    QCOMPARE(detail.table().rowCount(), 2); // F and B
    QCOMPARE(detail.table().verticalHeaderItem(0)->text(), QStringLiteral("F, forward"));
    QCOMPARE(detail.table().item(0, 2)->text(), QStringLiteral("×2.00"));
    QCOMPARE(detail.table().item(1, 3)->text(), QStringLiteral("×1.00"));
    const auto* next = named<QLabel>(page, QStringLiteral("What to do next"));
    QVERIFY2(next->text().contains(QStringLiteral("on its host")), qPrintable(next->text()));
    const auto* evidence = named<QLabel>(page, QStringLiteral("Evidence"));
    QVERIFY2(evidence->text().contains(QStringLiteral("The other ranks wait for it")),
             qPrintable(evidence->text()));
    // From the verdict to the spans.
    auto* show = named<QPushButton>(page, QStringLiteral("Show step 40 on the timeline"));
    QVERIFY(show);
    show->click();
    QCOMPARE(recorded.sheet.runView().shown().step->number, 40);
    QVERIFY(recorded.sheet.viewState().area());
    QCOMPARE(recorded.sheet.viewState().area()->firstRank, 2);
    QCOMPARE(recorded.sheet.viewState().area()->lastRank, 2);
    // The mark of the alarm stands in the curves.
    QVERIFY(recorded.sheet.charts().steps()->wordsOf(40).contains(recorded.health()));
}

void tst_Cockpit::whatAFailedRunLeavesIsSaid()
{
    Opened opened;
    opened.showLiveRun();
    auto run = liveAt(162);
    telemetry::RunEnd end{
        .rank = 1, .signal = 9, .step = 163, .outcome = telemetry::RunOutcome::Failed};
    telemetry::copyText(end.text, "rank 1 was killed by signal 9 in step 163 after 2F0");
    run->end = end;
    const QString folder = opened.program.directory.path();
    QVERIFY(endEvidence(*run, lastCheckpointIn(folder)).contains(QStringLiteral("no checkpoint")));
    for (const char* name : {"step-00000080", "step-00000120", "step-00000160"})
        QVERIFY(QDir(folder).mkpath(QStringLiteral("checkpoints/%1").arg(QLatin1String(name))));
    for (const char* name : {"step-00000080", "step-00000120"}) { // and one that is not whole
        QFile file(folder
                   + QStringLiteral("/checkpoints/%1/checkpoint.json").arg(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    emit opened.controller.session().updated(run);
    const QString said = opened.sheet.cockpit().watch().list().alarms().back().found.evidence;
    QVERIFY2(said.contains(QStringLiteral("the state after 120 steps"))
                 && said.contains(folder + QStringLiteral("/checkpoints/step-00000120"))
                 && said.contains(QStringLiteral("dmesg")),
             qPrintable(said));
    // Nothing is trained by an emulated run, and no signal ended one whose supervisor is gone.
    run->info->device = "emulated";
    run->info->emulated = true;
    run->end.reset();
    const QString lost = endEvidence(*run, lastCheckpointIn(folder));
    QVERIFY2(lost.contains(QStringLiteral("Lost: step 163"))
                 && !lost.contains(QStringLiteral("checkpoint"))
                 && !lost.contains(QStringLiteral("ignal")),
             qPrintable(lost));
}

void tst_Cockpit::aRunThatIsWellIsHealthy()
{
    Opened opened;
    opened.showLiveRun();
    emit opened.controller.session().updated(liveAt(3));
    QCOMPARE(opened.window.frame().verdict().verdict().health, QStringLiteral("healthy"));
    QCOMPARE(opened.window.frame().verdict().verdict().healthMood, Mood::Good);
}

void tst_Cockpit::anEmulationThatCannotKeepUpIsTold()
{
    Opened opened;
    replayEmulated(opened, plan::Nanoseconds{1500}, {.steps = 12});
    const QString words = QStringLiteral(
        "The machine is too slow for this emulation: times are longer than asked for");
    const Verdict& verdict = opened.window.frame().verdict().verdict();
    QTRY_COMPARE(verdict.health, words);
    QCOMPARE(verdict.healthMood, Mood::Warning);
    const auto& alarms = opened.sheet.cockpit().watch().list().alarms();
    const auto standing = std::count_if(alarms.begin(), alarms.end(),
                                        [](const Alarm& each) { return !each.found.isOver; });
    QCOMPARE(standing, 1); // and not that steps are slow, besides
    const Alarm* worst = opened.sheet.cockpit().watch().list().worst();
    QVERIFY(worst->found.kind == AlarmKind::Pace);
    QCOMPARE(worst->found.step, 0);
    QVERIFY2(worst->found.evidence.contains(QStringLiteral("12 of 12 steps"))
                 && worst->found.evidence.contains(QStringLiteral("stands for less")),
             qPrintable(worst->found.evidence));
    // It holds for the whole run: over the rows it would hide them for as long.
    QVERIFY2(!opened.area().remarks().contains(QStringLiteral("keep up")),
             qPrintable(opened.area().remarks()));
    QVERIFY2(verdict.numbers.at(0).tip.contains(QStringLiteral("could not keep up")),
             qPrintable(verdict.numbers.at(0).tip));
    Opened inTime;
    replayEmulated(inTime, plan::Nanoseconds{1010}, {.steps = 12});
    QVERIFY(inTime.sheet.cockpit().watch().list().worst() == nullptr);
}

void tst_Cockpit::aFullDiskIsToldAndTheRunGoesOn()
{
    Opened opened;
    opened.showLiveRun();
    AlarmWatch& watch = opened.sheet.cockpit().watch();
    const auto show = [&opened, &watch](auto change) {
        auto run = liveAt(3);
        run->status.logBytes = 4000;
        change(*run);
        emit opened.controller.session().updated(run);
        watch.look({});
    };
    show([](RunSnapshot&) {});
    QSignalSpy raised(&watch, &AlarmWatch::raised);
    show([](RunSnapshot& run) { run.status.unlogged = 1234; });
    const Verdict& verdict = opened.window.frame().verdict().verdict();
    QCOMPARE(verdict.health,
             QStringLiteral("The disk is full: the run goes on, but nothing more of it can be "
                            "recorded or shown"));
    QCOMPARE(verdict.healthMood, Mood::Warning);
    QCOMPARE(raised.count(), 1);
    QCOMPARE(raised.front().front().value<Alarm>().found.what, verdict.health);
    const auto evidence = [&watch] { return watch.list().worst()->found.evidence; };
    QVERIFY(evidence().contains(QLocale().toString(1234)));
    // Somebody made room.
    const QString past = QStringLiteral("Not all of the run is recorded: the disk was full");
    show([](RunSnapshot& run) {
        run.status.unlogged = 1234;
        run.status.logBytes = 5000;
    });
    QCOMPARE(watch.health().words, past);
    QVERIFY(evidence().contains(QLocale().toString(1234)));
    show([](RunSnapshot& run) {
        run.status.unlogged = 1400;
        run.status.logBytes = 5000;
    });
    QVERIFY(watch.health().words != past);
    show([](RunSnapshot& run) {
        run.status.unlogged = 1500;
        run.status.logBytes = 5000;
        run.status.state = telemetry::SourceState::Ended;
    });
    QCOMPARE(watch.health().words, QStringLiteral("ended; ") + past);
    QCOMPARE(watch.list().alarms().size(), std::size_t{1});
}

void tst_Cockpit::silenceIsTold()
{
    using std::chrono::milliseconds;
    Opened opened;
    opened.showLiveRun();
    emit opened.controller.session().updated(liveAt(3));
    AlarmWatch& watch = opened.sheet.cockpit().watch();
    watch.look(milliseconds{3900});
    QCOMPARE(watch.health().words, QStringLiteral("healthy"));
    watch.look(milliseconds{4100});
    QCOMPARE(watch.health().words, QStringLiteral("No progress for 4 s"));
    // Said in passing without a number, which would stay as it was.
    QCOMPARE(opened.window.frame().said(), QStringLiteral("New alarm: No progress"));
    QCOMPARE(watch.health().mood, Mood::Warning);
    watch.look({});
    QCOMPARE(watch.health().words, QStringLiteral("healthy"));
    // A run of steps of 10 s may be silent for longer.
    auto longer = liveAt(4);
    longer->summaries = {{4, std::chrono::seconds(10), true}};
    emit opened.controller.session().updated(longer);
    watch.look(milliseconds{29'000});
    QCOMPARE(watch.health().words, QStringLiteral("healthy"));
    watch.look(milliseconds{31'000});
    QCOMPARE(watch.health().words, QStringLiteral("No progress for 31 s"));
    // It vanishes altogether.
    auto gone = liveAt(4);
    gone->status.state = telemetry::SourceState::Lost;
    emit opened.controller.session().updated(gone);
    watch.look({});
    QCOMPARE(watch.health().words, QStringLiteral("No answer from the run; trying again"));
    QCOMPARE(watch.health().mood, Mood::Bad);
}

void tst_Cockpit::anAlarmIsAcknowledgedByItsKey()
{
    Recorded recorded({.steps = 60, .slowRank = 2, .slowSince = 40, .differentStep = 12});
    QTRY_VERIFY(recorded.ended());
    AlarmWatch& watch = recorded.sheet.cockpit().watch();
    QTRY_COMPARE(watch.list().waiting(), 2);
    QAbstractItemModelTester tester(recorded.alarms().list().model());
    QTRY_COMPARE(recorded.window.frame().drawer().pages().at(1).title,
                 QStringLiteral("Alarms (2)"));
    QTest::keyClick(&recorded.alarms().list(), Qt::Key_A);
    QCOMPARE(watch.list().waiting(), 1);
    QVERIFY(recorded.window.actions().action("run.acknowledge")->isEnabled());
    QTest::keyClick(&recorded.window, Qt::Key_F4);
    QCOMPARE(watch.list().waiting(), 0);
    QVERIFY(!recorded.window.actions().action("run.acknowledge")->isEnabled());
    QCOMPARE(recorded.window.frame().drawer().pages().at(1).title, QStringLiteral("Alarms"));
    QVERIFY(!recorded.health().isEmpty()); // what is seen is not well by that
}

void tst_Cockpit::rulesSwitchAlarmsOffAndAreKept()
{
    Recorded recorded({.steps = 60, .slowRank = 2, .slowSince = 40});
    QTRY_VERIFY(recorded.ended());
    QTRY_COMPARE(recorded.sheet.cockpit().watch().list().waiting(), 1);
    recorded.window.actions().action("run.alarmRules")->trigger();
    auto* dialog = recorded.window.findChild<AlarmRulesDialog*>();
    QVERIFY(dialog);
    auto* off = named<QCheckBox>(*dialog, QStringLiteral("Slow rank"));
    auto* factor = named<QDoubleSpinBox>(*dialog, QStringLiteral("Slow from"));
    QVERIFY(off && factor && factor->isEnabled());
    QTest::mouseClick(off, Qt::LeftButton, {}, {8, off->height() / 2});
    QVERIFY(!factor->isEnabled());
    named<QPushButton>(*dialog, QStringLiteral("OK"))->click();
    QCOMPARE(recorded.sheet.cockpit().watch().list().waiting(), 0);
    QVERIFY(!readRules(recorded.settings).has(AlarmKind::SlowRank));
    QVERIFY(readRules(recorded.settings).has(AlarmKind::Failed));
    // Whatever stands in a file that somebody wrote.
    recorded.settings.setValue(QStringLiteral("alarms/noNewsSeconds"), QStringLiteral("nan"));
    QCOMPARE(readRules(recorded.settings).noNews, AlarmRules{}.noNews);
}

void tst_Cockpit::noticesAreGathered()
{
    QStringList shown;
    bool watched = false;
    AlarmNotices notices(
        [&shown](const QString& title, const QString& text, bool bad) {
            shown << QStringLiteral("%1|%2|%3").arg(title, text).arg(bad);
        },
        [&watched] { return watched; });
    const auto alarm = [](AlarmKind kind, const char* what) {
        return Alarm{.found = {.kind = kind, .what = QString::fromLatin1(what)}};
    };
    notices.add(QStringLiteral("run-7"), alarm(AlarmKind::SlowRank, "<b>slow</b>"));
    QVERIFY(shown.isEmpty()); // more may come
    notices.add(QStringLiteral("run-7"), alarm(AlarmKind::Failed, "failed: rank 1"));
    notices.add(QStringLiteral("run-7"), alarm(AlarmKind::NoNews, "No progress"));
    notices.flush();
    QCOMPARE(shown.size(), 1);
    QVERIFY2(shown[0].startsWith(QStringLiteral("run-7|failed: rank 1\nand 2 more alarm")),
             qPrintable(shown[0]));
    QVERIFY(shown[0].endsWith(QStringLiteral("|1")));
    notices.flush();
    QCOMPARE(shown.size(), 1);
    watched = true; // the user looks at the window
    notices.add(QStringLiteral("run-7"), alarm(AlarmKind::Failed, "failed"));
    notices.flush();
    QCOMPARE(shown.size(), 1);
}

QTEST_MAIN(tst_Cockpit)
#include "tst_cockpit.moc"
