// The panel of runs: what is listed, found, opened and removed.

#include "gui/runs/remove_run.h"
#include "gui/runs/run_delegate.h"
#include "gui/runs/run_words.h"
#include "gui/theme/theme.h"
#include "tests/gui/listed_runs.h"
#include "tests/gui/named.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QScrollBar>
#include <QSignalSpy>

using namespace gui;
using test::Listed;
using test::named;
using test::Opened;

class tst_Runs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void runsAreToldOfAtAGlance();
    void theModelIsOneWhileRunsComeAndGo();
    void whatIsLookedForIsFound();
    void theyAreOrderedAsOneWants();
    void enterOpensOneAndOnceOnly();
    void aDoubleClickOpensOne();
    void theTabSaysHowItsRunStands();
    void hostileNamesArePlain();
    void thousandsAreListed();
    void aRunThatCameIntoSightWhileItWasReadIsDrawn();
    void aRunThatGoesOnIsNotReadWithEveryListing();
    void withoutTheProgramItSaysSo();
    void everythingIsNamed();
};

void tst_Runs::initTestCase()
{
    QLocale::setDefault(QLocale::c());
    test::useOwnTrash();
}

void tst_Runs::runsAreToldOfAtAGlance()
{
    Listed listed;
    listed.browse();
    // Newest first, as they were recorded.
    QCOMPARE(listed.shown(), QStringList({"killed", "swapped", "training", "emulated"}));
    const auto text = [&listed](const char* name, int role) {
        return listed.of(QString::fromLatin1(name)).data(role).toString();
    };
    QCOMPARE(text("emulated", Qt::DisplayRole), QStringLiteral("First run"));
    QCOMPARE(text("emulated", RunModel::KindRole), QStringLiteral("1F1B · 4 ranks · emulated"));
    QCOMPARE(text("emulated", RunModel::StandingTextRole), QStringLiteral("○ completed"));
    const QString numbers = text("emulated", RunModel::NumbersRole);
    QVERIFY2(numbers.startsWith(QStringLiteral("2/2 steps · 165 ms")), qPrintable(numbers));
    QVERIFY2(numbers.contains(QStringLiteral("28.6 %")), qPrintable(numbers));
    QCOMPARE(text("killed", RunModel::StandingTextRole),
             QStringLiteral("■ FAILED rank 0, signal 9, step 1"));
    QVERIFY2(text("killed", RunModel::NumbersRole).startsWith(QStringLiteral("1/400 steps")),
             qPrintable(text("killed", RunModel::NumbersRole)));
    QCOMPARE(text("swapped", RunModel::StandingTextRole), QStringLiteral("○ stopped"));
    QVERIFY(text("training", RunModel::KindRole).endsWith(QStringLiteral("CPU")));
    // Of a run whose times are not to be relied on, or that has gaps, its record says so.
    const auto warned = parseRunList(R"([
        {"run": "a", "state": "completed", "pace_warning": "the emulation could not keep up"},
        {"run": "b", "state": "stopped", "unlogged": 51044}])");
    QCOMPARE(standingText(warned->at(0), nullptr), QStringLiteral("could not keep up"));
    QCOMPARE(standingMark(standingOf(warned->at(0), nullptr)), QStringLiteral("▲"));
    QCOMPARE(standingText(warned->at(1), nullptr), QStringLiteral("not all recorded"));
    // When it began, in words and exactly.
    QVERIFY(!text("emulated", RunModel::AgeRole).isEmpty());
    QVERIFY(text("emulated", Qt::ToolTipRole).contains(QStringLiteral("2026")));
    for (const char* name : {"killed", "training", "emulated"}) {
        const QString id = QString::fromLatin1(name);
        QTRY_VERIFY_WITH_TIMEOUT(!listed.of(id).data(Qt::DecorationRole).value<QImage>().isNull(),
                                 20'000);
    }
}

void tst_Runs::theModelIsOneWhileRunsComeAndGo()
{
    Listed listed({QStringLiteral("swapped"), QStringLiteral("emulated")});
    listed.browse(2);
    auto& model = const_cast<RunModel&>(listed.browser->model());
    const QAbstractItemModelTester ofRuns(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester ofThoseShown(
        listed.view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    listed.view->setCurrentIndex(listed.of(QStringLiteral("emulated")));
    const QPersistentModelIndex chosen = listed.view->currentIndex();
    listed.add(QStringLiteral("killed"));   // newer
    listed.add(QStringLiteral("training")); // between the two
    listed.write();
    // By itself: it is in sight.
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 4, 20'000);
    QCOMPARE(listed.shown(), QStringList({"killed", "swapped", "training", "emulated"}));
    QCOMPARE(listed.view->currentIndex(), QModelIndex(chosen));
    QCOMPARE(chosen.data(RunModel::IdRole).toString(), listed.folder(QStringLiteral("emulated")));
    listed.list.removeAt(0); // "swapped" is gone
    listed.write();
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 3, 20'000);
    QCOMPARE(listed.shown(), QStringList({"killed", "training", "emulated"}));
    QCOMPARE(listed.view->currentIndex(), QModelIndex(chosen));
    QCOMPARE(resets.count(), 0);
}

void tst_Runs::whatIsLookedForIsFound()
{
    Listed listed;
    listed.browse();
    QVERIFY(listed.browser->filter().hasFocus());
    QTest::keyClicks(&listed.browser->filter(), QStringLiteral("FIRST failed"));
    QCOMPARE(listed.shown(), QStringList({"killed"}));
    const auto* words = named<QLabel>(*listed.browser, QStringLiteral("How many runs there are"));
    QCOMPARE(words->text(), QStringLiteral("1 of 4 runs"));
    QTest::keyClicks(&listed.browser->filter(), QStringLiteral(" nonsense"));
    QCOMPARE(listed.shown(), QStringList());
    QCOMPARE(words->text(), QStringLiteral("None of 4 runs matches"));
    QTest::keyClick(&listed.browser->filter(), Qt::Key_Escape);
    QCOMPARE(listed.shown().size(), 4);
    auto* devices = named<QComboBox>(*listed.browser, QStringLiteral("Devices shown"));
    devices->setCurrentText(QStringLiteral("CPU"));
    QCOMPARE(listed.shown(), QStringList({"swapped", "training"}));
    devices->setCurrentIndex(0);
    auto* verdicts = named<QComboBox>(*listed.browser, QStringLiteral("Verdicts shown"));
    verdicts->setCurrentText(QStringLiteral("Failed"));
    QCOMPARE(listed.shown(), QStringList({"killed"}));
    verdicts->setCurrentText(QStringLiteral("Completed"));
    QCOMPARE(listed.shown(), QStringList({"training", "emulated"}));
    verdicts->setCurrentText(QStringLiteral("Live"));
    QCOMPARE(listed.shown(), QStringList());
}

void tst_Runs::theyAreOrderedAsOneWants()
{
    Listed listed;
    listed.browse();
    auto* order = named<QComboBox>(*listed.browser, QStringLiteral("Order of the runs"));
    order->setCurrentText(QStringLiteral("Name"));
    QCOMPARE(listed.shown(), QStringList({"killed", "emulated", "swapped", "training"}));
    order->setCurrentText(QStringLiteral("Verdict"));
    QCOMPARE(listed.shown().front(), QStringLiteral("killed"));
    for (const auto& [text, role] :
         {std::pair{"Step time", RunModel::StepTimeRole}, std::pair{"Bubble", RunModel::BubbleRole},
          std::pair{"Steps", RunModel::StepsRole}}) {
        order->setCurrentText(QString::fromLatin1(text));
        for (int row = 1; row < 4; ++row)
            QVERIFY2(listed.row(row - 1).data(role).toDouble()
                         <= listed.row(row).data(role).toDouble(),
                     text);
    }
}

void tst_Runs::enterOpensOneAndOnceOnly()
{
    Listed listed;
    listed.browse();
    const int before = listed.tabs();
    QTest::keyClicks(&listed.browser->filter(), QStringLiteral("failed"));
    QTest::keyClick(&listed.browser->filter(), Qt::Key_Down);
    QVERIFY(listed.view->hasFocus());
    QTest::keyClick(listed.view, Qt::Key_Return);
    QCOMPARE(listed.tabs(), before); // in place of the strategy that nobody has touched
    auto& shows = static_cast<OpenStrategy&>(*listed.opened.workspace.current());
    QCOMPARE(shows.controller().run()->directory, listed.folder(QStringLiteral("killed")));
    QCOMPARE(listed.opened.window.mode(), Mode::Runs); // one goes on looking
    QVERIFY(listed.view->hasFocus());
    // Another one beside it.
    listed.browser->filter().clear();
    listed.view->setCurrentIndex(listed.of(QStringLiteral("emulated")));
    QTest::keyClick(listed.view, Qt::Key_Return);
    QCOMPARE(listed.tabs(), before + 1);
    QCOMPARE(listed.opened.workspace.currentPlace(), before);
    // The first again: its tab comes to the front.
    listed.view->setCurrentIndex(listed.of(QStringLiteral("killed")));
    QTest::keyClick(listed.view, Qt::Key_Return);
    QCOMPARE(listed.tabs(), before + 1);
    QCOMPARE(listed.opened.workspace.currentPlace(), 0);
    // Whichever way it is asked for.
    listed.opened.window.openFile(listed.folder(QStringLiteral("emulated"))
                                  + QStringLiteral("/events.bslog"));
    QCOMPARE(listed.tabs(), before + 1);
    QCOMPARE(listed.opened.workspace.currentPlace(), before);
}

void tst_Runs::aDoubleClickOpensOne()
{
    Listed listed;
    listed.browse();
    const QPoint middle = listed.view->visualRect(listed.of(QStringLiteral("training"))).center();
    QTest::mouseClick(listed.view->viewport(), Qt::LeftButton, {}, middle);
    QTest::mouseDClick(listed.view->viewport(), Qt::LeftButton, {}, middle);
    auto& shows = static_cast<OpenStrategy&>(*listed.opened.workspace.current());
    QVERIFY(shows.controller().run());
    QCOMPARE(shows.controller().run()->directory, listed.folder(QStringLiteral("training")));
    QTRY_COMPARE_WITH_TIMEOUT(shows.document().strategy().name, std::string("Tiny GPT"), 20'000);
}

void tst_Runs::theTabSaysHowItsRunStands()
{
    Listed listed;
    listed.browse();
    const auto mark = [&listed] {
        const int place = listed.opened.workspace.currentPlace();
        return listed.opened.window.frame().tabs().tabText(place).left(2);
    };
    listed.view->setCurrentIndex(listed.of(QStringLiteral("killed")));
    listed.act(QStringLiteral("Open"))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(mark(), QStringLiteral("■ "), 20'000);
    listed.view->setCurrentIndex(listed.of(QStringLiteral("emulated")));
    listed.act(QStringLiteral("Open"))->trigger();
    auto& shows = static_cast<OpenStrategy&>(*listed.opened.workspace.current());
    QTRY_VERIFY_WITH_TIMEOUT(shows.onShow(), 20'000);
    QVERIFY2(mark() != QStringLiteral("■ ") && mark() != QStringLiteral("● "), qPrintable(mark()));
}

void tst_Runs::hostileNamesArePlain()
{
    Listed listed({QStringLiteral("emulated")});
    QJsonObject run = listed.list.at(0).toObject();
    run[QStringLiteral("strategy_name")]
        = QStringLiteral("<img src=x>\u202e") + QString(70000, QLatin1Char('w'));
    listed.list.replace(0, run);
    listed.write();
    listed.browse(1);
    QVERIFY(!listed.row(0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<img")));
    listed.view->grab(); // draws it
    QCOMPARE(listed.view->horizontalScrollBar()->maximum(), 0);
}

void tst_Runs::thousandsAreListed()
{
    Listed listed({QStringLiteral("emulated")});
    const QJsonObject one = listed.list.at(0).toObject();
    for (int i = 0; i < 4999; ++i) {
        QJsonObject run = one;
        run[QStringLiteral("run")] = QStringLiteral("run-%1").arg(i);
        run[QStringLiteral("directory")] = QStringLiteral("/nowhere/run-%1").arg(i);
        run[QStringLiteral("strategy_name")] = QStringLiteral("zebra%1x").arg(i % 10);
        listed.list.append(run);
    }
    listed.write();
    QVERIFY(QTest::qWaitForWindowActive(&listed.opened.window));
    QTest::keyClick(&listed.opened.window, Qt::Key_R, Qt::ControlModifier);
    listed.browser = listed.opened.window.findChild<RunBrowser*>();
    listed.view = &listed.browser->list();
    QTRY_COMPARE_WITH_TIMEOUT(listed.browser->model().rowCount(), 5000, 60'000);
    listed.browser->filter().setText(QStringLiteral("ZEBRA7x"));
    QTRY_COMPARE(listed.view->model()->rowCount(), 500);
    // Those in sight have been read before the rest.
    QTRY_VERIFY_WITH_TIMEOUT(
        !listed.row(0).data(RunModel::NumbersRole).toString().contains(QStringLiteral("asked")),
        60'000);
}

void tst_Runs::aRunThatCameIntoSightWhileItWasReadIsDrawn()
{
    Listed listed({QStringLiteral("training")});
    RunLibrary library(listed.opened.program.path);
    const QString id = listed.folder(QStringLiteral("training"));
    // Arrives once reading has begun, and before what was read is delivered.
    connect(
        &library, &RunLibrary::listed, &library,
        [&library, id] {
            library.setInSight({id}, {RunDelegate::pictureSize(), 1, &lightTheme()});
        },
        Qt::QueuedConnection);
    QSignalSpy digested(&library, &RunLibrary::digested);
    library.readAll();
    library.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!library.picture(id).isNull(), 20'000);
    QCOMPARE(digested.count(), 2); // as it was read first, nobody saw it
}

void tst_Runs::aRunThatGoesOnIsNotReadWithEveryListing()
{
    Listed listed({QStringLiteral("training")});
    const auto setState = [&listed](const char* state) {
        QJsonObject run = listed.list.at(0).toObject();
        run[QStringLiteral("state")] = QString::fromLatin1(state);
        listed.list[0] = run;
        listed.write();
    };
    setState("running");
    RunLibrary library(listed.opened.program.path);
    library.readAll();
    QSignalSpy digested(&library, &RunLibrary::digested);
    QSignalSpy lists(&library, &RunLibrary::listed);
    library.refresh();
    QTRY_COMPARE(digested.count(), 1);
    const QString id = listed.folder(QStringLiteral("training"));
    const RunDigestPtr first = library.digest(id);
    QVERIFY(first && first->stepsDone > 0);
    QFile log(id + QStringLiteral("/events.bslog"));
    QVERIFY(log.open(QIODevice::Append) && log.write(QByteArray(64, '\0')) == 64);
    log.close();
    library.refresh();
    QTRY_COMPARE(lists.count(), 2);
    QCOMPARE(library.digest(id), first);
    setState("completed");
    library.refresh();
    QTRY_VERIFY(library.digest(id) != first);
    QCOMPARE(lists.count(), 3);
    QCOMPARE(digested.count(), 2); // not with the second listing
}

void tst_Runs::withoutTheProgramItSaysSo()
{
    RunLibrary library{QString()};
    RunBrowser browser(library);
    browser.resize(340, 600);
    browser.show();
    auto* remarks = named<QLabel>(browser, QStringLiteral("Runs that cannot be listed"));
    QTRY_VERIFY(remarks->isVisible());
    QVERIFY(remarks->text().contains(QStringLiteral("bubblescope-run")));
    QVERIFY(named<QLabel>(browser, QStringLiteral("How many runs there are"))
                ->text()
                .startsWith(QStringLiteral("No runs on this machine")));
}

void tst_Runs::everythingIsNamed()
{
    Listed listed;
    listed.browse();
    for (QWidget* widget : listed.browser->findChildren<QWidget*>())
        if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus
            && !widget->objectName().startsWith(QLatin1String("qt_")))
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    QVERIFY(listed.row(0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("FAILED rank 0")));
}

QTEST_MAIN(tst_Runs)
#include "tst_runs.moc"
