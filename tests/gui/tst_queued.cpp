// Runs that wait in Slurm's queue, in the panel of runs.

#include "gui/runs/remove_run.h"
#include "gui/runs/run_words.h"
#include "gui/theme/metrics.h"
#include "tests/gui/listed_runs.h"
#include "tests/gui/named.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalSpy>

using namespace gui;
using test::Listed;
using test::named;

namespace {

const QString kWhy
    = QStringLiteral("it waits for nodes to become free; Slurm expects it to begin at 2026-11-29 "
                     "06:29");
const QString kNever
    = QStringLiteral("partition main has 2 nodes, and the job asks for 9; cancel it with scancel "
                     "43");

// A queued run as the list has it.
QJsonObject queued(const Listed& listed, const QString& name, const QJsonObject& more)
{
    QJsonObject job{{"id", "42"},
                    {"state", "queued"},
                    {"words", "job 42 is queued: " + kWhy},
                    {"why", kWhy},
                    {"waiting", "turn"},
                    {"submitted", "2099-01-01T00:00:00Z"}}; // newer than all recordings
    for (auto each = more.begin(); each != more.end(); ++each)
        job[each.key()] = each.value();
    return {
        {"run", name}, {"state", "queued"}, {"strategy_name", "Waiting"},       {"device", "cpu"},
        {"ranks", 4},  {"steps", 10},       {"directory", listed.folder(name)}, {"job", job}};
}

} // namespace

class tst_Queued : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void whyOneWaitsCanBeReadWhole();
    void theyAreFoundAmongOthers();
    void thereIsNothingToOpen();
    void stopCancelsTheJobAfterAQuestion();
    void onceItHasBegunItIsARun();
    void whatNeverBeganCanBePutAway();
    void byNameItSaysWhatItWaitsFor();
};

void tst_Queued::initTestCase()
{
    QLocale::setDefault(QLocale::c());
    test::useOwnTrash();
}

void tst_Queued::whyOneWaitsCanBeReadWhole()
{
    Listed listed({QStringLiteral("emulated")});
    listed.list.append(queued(listed, QStringLiteral("turn"), {}));
    listed.list.append(queued(listed, QStringLiteral("never"),
                              {{"id", "43"}, {"why", kNever}, {"waiting", "forever"}}));
    listed.list.append(queued(listed, QStringLiteral("held"), {{"waiting", "somebody"}}));
    listed.list.append(queued(
        listed, QStringLiteral("silent"),
        {{"state", QJsonValue()}, {"waiting", QJsonValue()}, {"why", ""}, {"words", "who knows"}}));
    listed.write();
    listed.browse(5);
    const auto text = [&listed](const char* name, int role) {
        return listed.of(QString::fromLatin1(name)).data(role).toString();
    };
    QCOMPARE(listed.shown().back(), QStringLiteral("emulated")); // by the time of submission
    QCOMPARE(text("turn", RunModel::StandingTextRole), QStringLiteral("○ queued"));
    QCOMPARE(text("never", RunModel::StandingTextRole), QStringLiteral("■ will never start"));
    QCOMPARE(text("held", RunModel::StandingTextRole), QStringLiteral("▲ held in the queue"));
    QCOMPARE(text("silent", RunModel::StandingTextRole), QStringLiteral("○ queued"));
    QCOMPARE(text("turn", RunModel::WaitingRole), QStringLiteral("I") + kWhy.mid(1));
    QCOMPARE(text("silent", RunModel::WaitingRole), QStringLiteral("Who knows"));
    QCOMPARE(text("emulated", RunModel::WaitingRole), QString());
    QCOMPARE(text("turn", RunModel::KindRole), QStringLiteral("4 ranks · CPU"));
    QCOMPARE(text("turn", RunModel::NumbersRole), QStringLiteral("job 42 · 10 steps asked for"));
    QVERIFY(text("turn", Qt::ToolTipRole).contains(kWhy.mid(1)));
    QVERIFY(text("turn", Qt::ToolTipRole).contains(listed.folder(QStringLiteral("turn"))));
    QVERIFY(text("never", Qt::AccessibleTextRole).contains(kNever.mid(1)));

    // Its row has room for the reason, wrapped, in a narrow panel too; that of a run has none.
    const auto height = [&listed](const char* name) {
        return listed.view->visualRect(listed.of(QString::fromLatin1(name))).height();
    };
    const int plain = height("emulated");
    const QFontMetrics small(metrics().font(listed.view->font(), Type::Small));
    const auto hasRoom = [&](const char* name) {
        const QString why = text(name, RunModel::WaitingRole);
        const int room = height(name) - plain;
        const int lines = (small.horizontalAdvance(why) + listed.view->viewport()->width() - 1)
            / listed.view->viewport()->width();
        return room > 0 && height(name) >= (4 + lines) * small.height();
    };
    QTRY_VERIFY(height("turn") > plain);
    QVERIFY(hasRoom("turn") && hasRoom("never"));
    const int before = height("never");
    listed.view->setFixedWidth(listed.view->width() / 2 + 60);
    QTRY_VERIFY(height("never") > before);
    QVERIFY(hasRoom("never"));
}

void tst_Queued::theyAreFoundAmongOthers()
{
    Listed listed({QStringLiteral("emulated")});
    listed.list.append(queued(listed, QStringLiteral("turn"), {}));
    listed.write();
    listed.browse(2);
    auto* verdicts = named<QComboBox>(*listed.browser, QStringLiteral("Verdicts shown"));
    verdicts->setCurrentIndex(verdicts->findText(QStringLiteral("In the queue")));
    QCOMPARE(listed.shown(), QStringList{QStringLiteral("turn")});
    verdicts->setCurrentIndex(verdicts->findText(QStringLiteral("Completed")));
    QCOMPARE(listed.shown(), QStringList{QStringLiteral("emulated")});
    verdicts->setCurrentIndex(0);
    QTest::keyClicks(&listed.browser->filter(), QStringLiteral("nodes become free"));
    QCOMPARE(listed.shown(), QStringList{QStringLiteral("turn")});
}

void tst_Queued::thereIsNothingToOpen()
{
    Listed listed({QStringLiteral("emulated")});
    listed.list.append(queued(listed, QStringLiteral("turn"), {}));
    listed.write();
    listed.browse(2);
    QSignalSpy opened(listed.browser, &RunBrowser::openWanted);
    listed.view->setFocus();
    listed.view->setCurrentIndex(listed.of(QStringLiteral("turn")));
    QAction* open = listed.act(QStringLiteral("Open"));
    QVERIFY(open && !open->isEnabled());
    QVERIFY2(open->toolTip().contains(QStringLiteral("turn has not begun")),
             qPrintable(open->toolTip()));
    QTest::keyClick(listed.view, Qt::Key_Return);
    QTest::mouseDClick(listed.view->viewport(), Qt::LeftButton, Qt::NoModifier,
                       listed.view->visualRect(listed.of(QStringLiteral("turn"))).center());
    QCOMPARE(opened.count(), 0);
    listed.view->selectAll();
    QVERIFY(!listed.act(QStringLiteral("Compare"))->isEnabled());
    QAction* remove = listed.act(QStringLiteral("Remove…"));
    listed.view->clearSelection();
    listed.view->setCurrentIndex(listed.of(QStringLiteral("emulated")));
    QVERIFY(open->isEnabled() && remove->isEnabled());
    QVERIFY(!listed.act(QStringLiteral("Stop…"))->isEnabled()); // it has ended
    listed.view->setCurrentIndex(listed.of(QStringLiteral("turn")));
    QVERIFY(!remove->isEnabled());
    QVERIFY(remove->toolTip().contains(QStringLiteral("stop it first")));
}

void tst_Queued::stopCancelsTheJobAfterAQuestion()
{
    Listed listed({QStringLiteral("emulated")});
    listed.list.append(queued(listed, QStringLiteral("turn"), {}));
    listed.write();
    listed.browse(2);
    listed.view->setCurrentIndex(listed.of(QStringLiteral("turn")));
    QAction* stop = listed.act(QStringLiteral("Stop…"));
    QVERIFY(stop && stop->isEnabled());
    stop->trigger();
    auto* box = listed.opened.window.findChild<QMessageBox*>();
    QVERIFY(box && box->text().contains(QStringLiteral("job 42 will be cancelled")));
    QTest::keyClick(box, Qt::Key_Return); // Enter leaves it
    delete box;
    stop->trigger();
    listed.opened.answer(QStringLiteral("Take it out"));
    QTRY_COMPARE(listed.opened.window.frame().said(), QStringLiteral("turn was stopped"));
    QCOMPARE(test::contentsOf(listed.opened.program.told()).count(QStringLiteral("stop turn\n")),
             1);
}

void tst_Queued::onceItHasBegunItIsARun()
{
    Listed listed({QStringLiteral("emulated")});
    listed.list.append(queued(listed, QStringLiteral("turn"), {}));
    listed.write();
    listed.browse(2);
    listed.view->setCurrentIndex(listed.of(QStringLiteral("turn")));
    QVERIFY(!listed.act(QStringLiteral("Open"))->isEnabled());
    QJsonObject begun = listed.list.at(1).toObject();
    begun[QStringLiteral("state")] = QStringLiteral("running");
    begun[QStringLiteral("started")] = QStringLiteral("2099-01-01T00:10:00Z");
    begun[QStringLiteral("job")] = QJsonValue();
    listed.list.replace(1, begun);
    listed.write();
    // By itself: it is in sight.
    QTRY_COMPARE_WITH_TIMEOUT(
        listed.of(QStringLiteral("turn")).data(RunModel::StandingRole).toInt(),
        int(RunStanding::Live), 20'000);
    QVERIFY(listed.act(QStringLiteral("Open"))->isEnabled()); // the one that is chosen still
    QCOMPARE(listed.of(QStringLiteral("turn")).data(RunModel::WaitingRole).toString(), QString());
}

void tst_Queued::whatNeverBeganCanBePutAway()
{
    Listed listed({QStringLiteral("emulated")});
    QJsonObject over = queued(listed, QStringLiteral("over"),
                              {{"state", "cancelled"},
                               {"waiting", QJsonValue()},
                               {"why", ""},
                               {"words", "job 42 was cancelled before the run began"}});
    over[QStringLiteral("state")] = QStringLiteral("stopped");
    listed.list.append(over);
    listed.write();
    QVERIFY(QDir().mkpath(listed.folder(QStringLiteral("over"))));
    QFile job(listed.folder(QStringLiteral("over")) + QStringLiteral("/job.json"));
    QVERIFY(job.open(QIODevice::WriteOnly));
    job.write(R"({"run": "another"})");
    job.close();
    listed.browse(2);
    QCOMPARE(listed.of(QStringLiteral("over")).data(RunModel::StandingTextRole).toString(),
             QStringLiteral("○ cancelled"));
    const auto runs = parseRunList(QJsonDocument(QJsonArray{over}).toJson());
    QVERIFY(whyNotRemoved(runs->front()).contains(QStringLiteral("left alone")));
    QVERIFY(job.open(QIODevice::WriteOnly | QIODevice::Truncate));
    job.write(R"({"run": "over"})");
    job.close();
    QCOMPARE(whyNotRemoved(runs->front()), QString());
    RunEntry waits = runs->front();
    waits.state = QStringLiteral("queued");
    QVERIFY(whyNotRemoved(waits).contains(QStringLiteral("stop it first")));
}

void tst_Queued::byNameItSaysWhatItWaitsFor()
{
    Listed listed({QStringLiteral("emulated")});
    listed.list.prepend(queued(listed, QStringLiteral("turn"), {}));
    listed.write();
    RunController& controller = listed.opened.controller;
    QStringList missing;
    controller.attachNamed(QStringLiteral("last"),
                           [&missing](const QString& sentence) { missing << sentence; });
    QTRY_COMPARE(missing.size(), 1);
    QCOMPARE(missing.front(), QStringLiteral("turn has not begun: job 42 is queued: ") + kWhy);
    controller.replayNamed(QStringLiteral("turn"),
                           [&missing](const QString& sentence) { missing << sentence; });
    QTRY_COMPARE(missing.size(), 2);
    QVERIFY(!controller.run());
    // The last recording is that of the last run that has begun.
    controller.replayNamed(QStringLiteral("last"),
                           [&missing](const QString& sentence) { missing << sentence; });
    QTRY_VERIFY(controller.run());
    QCOMPARE(controller.run()->directory, listed.folder(QStringLiteral("emulated")));
    QCOMPARE(missing.size(), 2);
}

QTEST_MAIN(tst_Queued)
#include "tst_queued.moc"
