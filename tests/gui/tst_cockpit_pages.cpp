// What an operator sees and does beside the alarms: the log, the curves, a second run, controls.

#include "gui/charts/step_stack.h"
#include "gui/cockpit/alarm_notices.h"
#include "gui/cockpit/alarm_rules_dialog.h"
#include "gui/cockpit/log_page.h"
#include "gui/text/engine_text.h"
#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/recorded.h"
#include "tests/gui/recording.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTableWidget>

using namespace gui;
using gui::test::liveAt;
using gui::test::named;
using gui::test::Opened;
using gui::test::Recorded;

class tst_CockpitPages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void theLogIsFiltered();
    void linesOfTheLogAreTranslatedOnce();
    void aClickInTheCurvesChoosesTheStep();
    void aStepHasNoValueOfAnother();
    void twoRunsOfOneStrategyAreCompared();
    void aRunOfTheLibraryIsComparedToo();
    void enterLeavesTheRunAlone();
    void aRunThatDoesNotGoOnSaysSo();
    void theQuestionOfAStopIsOfThatRun();
};

void tst_CockpitPages::theLogIsFiltered()
{
    Recorded recorded(
        {.steps = 20, .slowRank = 2, .slowSince = 4, .slowUntil = 9, .slowedByHand = true});
    QTRY_VERIFY(recorded.ended());
    auto* page = recorded.window.findChild<LogPage*>();
    QVERIFY(page);
    QTRY_COMPARE(page->text().count(QStringLiteral("rank 2:")), 2);
    auto* filter = named<QLineEdit>(*page, QStringLiteral("Filter of the log"));
    QTest::keyClicks(filter, QStringLiteral("step 9"));
    QCOMPARE(page->text().count(QStringLiteral("rank 2:")), 1);
    filter->clear();
    auto* level = named<QComboBox>(*page, QStringLiteral("Which lines of the log"));
    level->setCurrentIndex(2);
    QVERIFY(page->text().isEmpty());
}

void tst_CockpitPages::linesOfTheLogAreTranslatedOnce()
{
    Recorded recorded(
        {.steps = 20, .slowRank = 2, .slowSince = 4, .slowUntil = 9, .slowedByHand = true});
    QTRY_VERIFY(recorded.ended());
    auto* page = recorded.window.findChild<LogPage*>();
    QTRY_COMPARE(page->text().count(QStringLiteral("rank 2:")), 2);
    const QString before = page->text();
    // Were a line translated at every change of the filter, it would be in Chinese from here on.
    const QLocale english;
    QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
    const auto& lines = recorded.run.controller.session().log().lines();
    const bool isTranslatable = std::any_of(lines.begin(), lines.end(), [](const auto& line) {
        return engineText(line.text) != QString::fromStdString(line.text);
    });
    auto* filter = named<QLineEdit>(*page, QStringLiteral("Filter of the log"));
    QTest::keyClicks(filter, QStringLiteral("step 9"));
    filter->clear();
    const QString after = page->text();
    QLocale::setDefault(english);
    QVERIFY(isTranslatable);
    QCOMPARE(after, before);
}

void tst_CockpitPages::aClickInTheCurvesChoosesTheStep()
{
    Recorded recorded({.steps = 40, .skipped = 7, .gpus = true});
    QTRY_VERIFY(recorded.ended());
    StepStack& curves = *recorded.sheet.charts().steps();
    curves.resize(900, 300);
    for (const char* id : {"time", "loss", "rate", "memory", "power"})
        QVERIFY2(curves.curve(QString::fromLatin1(id)), id);
    QCOMPARE(curves.cursor(), 39);
    QTest::mouseClick(&curves, Qt::LeftButton, {}, {curves.xOf(12), 40});
    QCOMPARE(recorded.sheet.runView().shown().step->number, 12);
    QVERIFY(!recorded.sheet.runView().isFollowing());
    QCOMPARE(curves.cursor(), 12);
    auto* slider = named<QSlider>(recorded.window, QStringLiteral("Step to look at"));
    QVERIFY(slider);
    QCOMPARE(slider->value(), 12);
    slider->setValue(20); // and the other way
    QCOMPARE(curves.cursor(), 20);
    QTest::keyClick(&curves, Qt::Key_Left);
    QCOMPARE(recorded.sheet.runView().shown().step->number, 19);
    QVERIFY2(curves.wordsOf(7).contains(QStringLiteral("Loss: left out")),
             qPrintable(curves.wordsOf(7)));
    QVERIFY2(curves.wordsOf(3).contains(QStringLiteral("Norm of the gradient: 1.87")),
             qPrintable(curves.wordsOf(3)));
    const StepCurve* power = curves.curve(QStringLiteral("power"));
    QCOMPARE(power->limit, std::optional(700.0));
    // Without counters there is no such curve.
    Recorded without({.steps = 5});
    QTRY_VERIFY(without.ended());
    QVERIFY(without.sheet.charts().steps()->curve(QStringLiteral("loss")));
    QVERIFY(!without.sheet.charts().steps()->curve(QStringLiteral("power")));
    without.run.controller.leave();
    QVERIFY(without.sheet.charts().steps()->curves().empty());
}

void tst_CockpitPages::aStepHasNoValueOfAnother()
{
    StepCurve curve{.id = QStringLiteral("time"),
                    .name = QStringLiteral("Step time"),
                    .toText = [](double ms) { return QStringLiteral("%1 ms").arg(ms); }};
    for (int step = 0; step < 4000; ++step)
        curve.values.add(step, step == 1501 ? 900 : 165 + step % 3);
    StepStack curves;
    curves.setCurves({curve});
    QCOMPARE(curves.wordsOf(1501), QStringLiteral("step 1501\nStep time: 900 ms"));
    const auto among = curve.values.around(1503);
    QVERIFY(among && among->last > among->first);
    QCOMPARE(curves.wordsOf(1503),
             QStringLiteral("step 1503\nStep time: 165 ms to 900 ms in steps %1–%2")
                 .arg(among->first)
                 .arg(among->last));
    QCOMPARE(curves.wordsOf(4000), QStringLiteral("step 4000")); // it has not been yet
}

void tst_CockpitPages::twoRunsOfOneStrategyAreCompared()
{
    Recorded recorded({.steps = 60, .slowRank = 2, .slowSince = 40});
    QTRY_VERIFY(recorded.ended());
    QTRY_COMPARE(recorded.sheet.cockpit().watch().list().waiting(), 1);
    const auto* next = named<QLabel>(recorded.alarms(), QStringLiteral("What to do next"));
    QVERIFY(recorded.alarms().detail().finish());
    QVERIFY(!next->text().contains(QStringLiteral("A/A: ")));
    // The same again, in another tab.
    OpenStrategy& other = recorded.run.workspace.addStrategy();
    other.controller().replayPath(recorded.run.directory.path());
    QTRY_VERIFY(other.controller().session().history().newestNumber() == 59);
    recorded.run.workspace.setCurrent(0);
    recorded.alarms().detail().show(0);
    recorded.alarms().detail().show(1);
    QVERIFY(recorded.alarms().detail().finish());
    QVERIFY2(next->text().contains(QStringLiteral("A/A: Median step"))
                 && next->text().contains(QStringLiteral("no more than the noise")),
             qPrintable(next->text()));
    // A run that is over can be run again; the launch is the window's.
    auto* again = named<QPushButton>(recorded.alarms(), QStringLiteral("Run it again (A/A test)…"));
    QVERIFY(again && again->isEnabled());
    const int tabs = recorded.run.workspace.count();
    again->click();
    QCOMPARE(recorded.run.workspace.count(), tabs + 1);
}

// Every dialog that may end or change a run, with what has the focus when it opens, and on every
// button that does it.
void tst_CockpitPages::enterLeavesTheRunAlone()
{
    Opened opened;
    opened.window.setMode(Mode::Run);
    opened.showLiveRun();
    emit opened.controller.session().updated(liveAt(3));
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    for (const char* id : {"run.stop", "run.stopAfterStep", "run.slow"}) {
        QAction* action = opened.action(id);
        QVERIFY2(action->isEnabled(), id);
        QTRY_VERIFY(!opened.controller.isBusy());
        const QString before = opened.program.lastTold();
        action->trigger();
        QPointer<QDialog> dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        QVERIFY2(dialog, id);
        QWidget* const focus = dialog->focusWidget();
        QTest::keyClick(focus ? focus : dialog.data(), Qt::Key_Return);
        if (dialog && dialog->isVisible())
            for (QWidget* each : dialog->findChildren<QWidget*>())
                if (dialog && dialog->isVisible() && each->focusPolicy() != Qt::NoFocus
                    && !qobject_cast<QAbstractButton*>(each))
                    QTest::keyClick(each, Qt::Key_Return);
        QVERIFY2(!opened.controller.isBusy() && !opened.sheet.runCommands().control().isAsking()
                     && opened.program.lastTold() == before,
                 id);
        if (dialog)
            dialog->reject();
        QTRY_VERIFY(!dialog);
    }
}

void tst_CockpitPages::aRunOfTheLibraryIsComparedToo()
{
    Recorded recorded({.steps = 60, .slowRank = 2, .slowSince = 40});
    QTRY_VERIFY(recorded.ended());
    QTRY_COMPARE(recorded.sheet.cockpit().watch().list().waiting(), 1);
    recorded.alarms().detail().show(1);
    QVERIFY(recorded.alarms().detail().finish());
    const auto* next = named<QLabel>(recorded.alarms(), QStringLiteral("What to do next"));
    QVERIFY(!next->text().contains(QStringLiteral("A/A: ")));
    // One that did the same, and one that did not; neither is open any more.
    strategy::Strategy another = gui::test::trainedStrategy();
    another.batch.global = 16;
    const gui::test::Trained same({.steps = 60}, gui::test::trainedStrategy());
    const gui::test::Trained different({.steps = 60}, another);
    for (const auto* other : {&same, &different}) {
        emit recorded.window.opener().recordingWanted(other->directory.path());
        recorded.run.workspace.remove(recorded.run.workspace.currentPlace());
    }
    QVERIFY(recorded.window.strategySheet() == &recorded.sheet);
    recorded.window.actions().action("run.attach")->trigger(); // lists them
    QTRY_VERIFY2(next->text().contains(QStringLiteral("A/A: Median step")),
                 qPrintable(next->text()));
    QCOMPARE(next->text().count(QStringLiteral("A/A: ")), 1);
    QVERIFY2(next->text().contains(QFileInfo(same.directory.path()).fileName()),
             qPrintable(next->text()));
}

void tst_CockpitPages::aRunThatDoesNotGoOnSaysSo()
{
    Opened opened;
    const QString file = opened.program.directory.filePath(QStringLiteral("strategy.yaml"));
    QVERIFY(strategy::saveStrategyFile(file.toStdString(), builtInStrategy()));
    opened.showLiveRun();
    auto run = liveAt(7);
    for (int step = 0; step < 8; ++step) // 165 ms are predicted
        run->summaries.push_back({step, std::chrono::milliseconds(330), true});
    emit opened.controller.session().updated(run);
    AlarmWatch& watch = opened.sheet.cockpit().watch();
    const QString words = QStringLiteral("Steps take 100 % longer than predicted since step 0");
    QTRY_COMPARE(watch.health().words, words);
    const auto* state = named<QLabel>(opened.window, QStringLiteral("State"));
    QCOMPARE(state->text(), QStringLiteral("running"));
    RunControl& control = opened.sheet.runCommands().control();
    control.ask({.what = ControlRequest::What::Pause});
    QTRY_COMPARE(watch.health().words, QStringLiteral("paused; ") + words);
    QCOMPARE(state->text(), QStringLiteral("paused"));
    run = std::make_shared<RunSnapshot>(*run);
    run->summaries.clear();
    run->end = telemetry::RunEnd{.outcome = telemetry::RunOutcome::Stopped};
    run->status.state = telemetry::SourceState::Ended;
    emit opened.controller.session().updated(run);
    QCOMPARE(watch.health().words, QStringLiteral("stopped"));
    QCOMPARE(watch.health().mood, Mood::Plain);
    QCOMPARE(watch.list().waiting(), 0);
    QCOMPARE(state->text(), QStringLiteral("stopped"));
}

void tst_CockpitPages::theQuestionOfAStopIsOfThatRun()
{
    Opened opened;
    opened.showLiveRun();
    RunEntry entry = *opened.controller.run();
    entry.steps = 2000;
    opened.controller.attach(entry);
    auto run = liveAt(-1);
    auto newest = std::make_shared<measured::Step>();
    newest->number = 3;
    newest->ended = true;
    newest->timeline.makespan = std::chrono::milliseconds(800);
    run->newest = newest;
    const auto question = [&opened, &run](const char* device) {
        run = std::make_shared<RunSnapshot>(*run);
        run->info->device = device;
        run->info->emulated = run->info->device == "emulated";
        emit opened.controller.session().updated(run);
        opened.action("run.stop")->trigger();
        auto* box = opened.window.findChild<QMessageBox*>();
        const QString text = box ? box->text() + box->informativeText() : QString();
        delete box;
        return text;
    };
    const QString trains = question("cpu");
    QVERIFY2(trains.contains(QStringLiteral("about 26.6 min"))
                 && trains.contains(QStringLiteral("last checkpoint"))
                 && trains.contains(QStringLiteral("Ctrl+F5")),
             qPrintable(trains));
    const QString emulated = question("emulated"); // which trains nothing, and takes no commands
    QVERIFY2(emulated.contains(QStringLiteral("about 26.6 min"))
                 && !emulated.contains(QStringLiteral("checkpoint"))
                 && !emulated.contains(QStringLiteral("Ctrl+F5")),
             qPrintable(emulated));
}

QTEST_MAIN(tst_CockpitPages)
#include "tst_cockpit_pages.moc"
