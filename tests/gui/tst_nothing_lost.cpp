// What a person did is not lost without a word: edits, comments, runs that go on.

#include "engine/strategy/yaml.h"
#include "gui/export/exports.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "gui/window/picture.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;
using test::contentsOf;
using test::named;
using test::Opened;

namespace {

void exportTo(Opened& opened, const char* command, const QString& file)
{
    opened.action(command)->trigger();
    auto* dialog = opened.window.findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(file);
    delete dialog;
}

} // namespace

class tst_NothingLost : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void undoInAFieldIsOfTheStrategy();
    void commentsOfAFileStay();
    void commentsThatCannotStayAreAskedFor();
    void aStopIsAskedFor();
    void aStopIsOfTheRunThatWasAskedAbout();
    void theRunAskedForLosesNoEdits();
    void whatIsGreyedSaysWhy();
    void aPictureWaitsForTheEstimate();
    void everyExportIsWritten();
    void whatWasAskedForIsWrittenAlthoughItsTabIsClosed();
    void theReadmeNamesWhatTheWindowShows();
};

void tst_NothingLost::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_NothingLost::undoInAFieldIsOfTheStrategy()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    auto* microbatches = named<QSpinBox>(opened.window, QStringLiteral("Microbatches"));
    auto* name = named<QLineEdit>(opened.window, QStringLiteral("Name"));
    QVERIFY(microbatches && name);
    microbatches->setFocus();
    microbatches->selectAll();
    QTest::keyClicks(microbatches, QStringLiteral("16"));
    QCOMPARE(opened.document.strategy().batch.global, 16);
    name->setFocus();
    QTest::keyClicks(name, QStringLiteral("X"));
    const std::string named = opened.document.strategy().name;
    QVERIFY(named != builtInStrategy().name);
    QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(opened.document.strategy().name, builtInStrategy().name);
    QCOMPARE(name->text().toStdString(), builtInStrategy().name);
    QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier); // and on, from where one stands
    QCOMPARE(opened.document.strategy().batch.global, 8);
    QCOMPARE(microbatches->value(), 8);
    QVERIFY(!opened.document.isModified());
    microbatches->setFocus();
    QTest::keyClick(microbatches, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(opened.document.strategy().batch.global, 16);
    QTest::keyClick(microbatches, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(microbatches->value(), 8);
}

void tst_NothingLost::commentsOfAFileStay()
{
    Opened opened;
    const QString text = QStringLiteral("# Ours.\nbubblescope: 1\nname: A   # the name\nparallel:\n"
                                        "  pipeline: 2\nbatch:\n  micro: 1\n  global: 4  # few\n");
    const QString path = opened.saved(text);
    opened.window.openFile(path);
    named<QSpinBox>(opened.window, QStringLiteral("Ranks"))->setValue(4);
    opened.action("file.save")->trigger();
    QVERIFY(!opened.document.isModified());
    QString expected = text;
    QCOMPARE(contentsOf(path),
             expected.replace(QStringLiteral("pipeline: 2"), QStringLiteral("pipeline: 4")));
    opened.document.undoStack().undo();
    opened.action("file.save")->trigger(); // over what was saved before
    QCOMPARE(contentsOf(path), text);
}

void tst_NothingLost::commentsThatCannotStayAreAskedFor()
{
    Opened opened;
    const QString text = QStringLiteral(
        "bubblescope: 1\n\"parallel\":\n  pipeline: 2 # ours\nbatch: {global: 4}\n");
    const QString path = opened.saved(text);
    opened.window.openFile(path);
    auto* ranks = named<QSpinBox>(opened.window, QStringLiteral("Ranks"));
    ranks->setValue(4);
    opened.action("file.save")->trigger();
    QCOMPARE(contentsOf(path), text);
    opened.answer(QStringLiteral("Cancel"));
    QVERIFY(opened.document.isModified());
    opened.action("file.save")->trigger();
    opened.answer(QStringLiteral("Save without them"));
    QVERIFY(!opened.document.isModified());
    QVERIFY(contentsOf(path).contains(QStringLiteral("pipeline: 4")));
    ranks->setValue(8); // there is nothing left to lose
    opened.action("file.save")->trigger();
    QVERIFY(!opened.document.isModified());
}

void tst_NothingLost::aStopIsAskedFor()
{
    Opened opened;
    opened.showLiveRun();
    QVERIFY(opened.action("run.stop")->isEnabled());
    opened.action("run.stop")->trigger();
    auto* box = opened.window.findChild<QMessageBox*>();
    QVERIFY(box && box->text().contains(QStringLiteral("run-7")));
    QTest::keyClick(box, Qt::Key_Return); // does nothing
    QVERIFY(!opened.controller.isBusy() && opened.program.lastTold().isEmpty());
    delete box;
    opened.action("run.stop")->trigger();
    opened.answer(QStringLiteral("Stop"));
    QTRY_VERIFY(opened.program.lastTold().startsWith(QStringLiteral("stop run-7")));
}

void tst_NothingLost::aStopIsOfTheRunThatWasAskedAbout()
{
    Opened opened;
    opened.showLiveRun();
    opened.action("run.stop")->trigger();
    opened.showLiveRun(QStringLiteral("run-8")); // which was looked for meanwhile
    opened.answer(QStringLiteral("Stop"));
    QTRY_VERIFY(!opened.controller.isBusy());
    QCOMPARE(opened.program.lastTold(), QStringLiteral("stop run-7"));
    QCOMPARE(opened.controller.run()->run, QStringLiteral("run-8"));
}

// What the window is opened with --attach for; the run may be found after somebody has begun.
void tst_NothingLost::theRunAskedForLosesNoEdits()
{
    strategy::Strategy launched = builtInStrategy();
    launched.name = "launched";
    const auto begin = [&launched](Opened& opened) {
        const QString copy = opened.program.directory.filePath(QStringLiteral("strategy.yaml"));
        QVERIFY(strategy::saveStrategyFile(copy.toStdString(), launched));
        opened.sheet.runCommands().openStrategyOfNextRun();
        QVERIFY(opened.document.strategy() == builtInStrategy()); // no run yet
    };
    Opened untouched;
    begin(untouched);
    untouched.showLiveRun();
    QVERIFY(untouched.document.strategy() == launched);

    Opened edited;
    begin(edited);
    named<QSpinBox>(edited.window, QStringLiteral("Ranks"))->setValue(6);
    edited.showLiveRun();
    QVERIFY(edited.document.strategy() == launched);
    edited.document.undoStack().undo();
    QCOMPARE(edited.document.strategy().parallel.pipeline, 6);
    edited.showLiveRun(QStringLiteral("run-8")); // the user's choice, which changes no strategy
    QCOMPARE(edited.document.strategy().parallel.pipeline, 6);
}

void tst_NothingLost::whatIsGreyedSaysWhy()
{
    Opened opened;
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    int greyed = 0;
    const auto specs = actionSpecs();
    for (const ActionSpec& spec : specs) {
        const QAction* action = opened.action(spec.id);
        const QString tip = QCoreApplication::translate("Actions", spec.tip);
        if (action->isEnabled())
            continue;
        ++greyed;
        QVERIFY2(!action->toolTip().isEmpty() && action->toolTip() != tip
                     && action->statusTip() == action->toolTip(),
                 spec.id);
    }
    QVERIFY(greyed > 8);
    named<QSpinBox>(opened.window, QStringLiteral("Ranks"))->setValue(0);
    QCOMPARE(opened.action("run.launch")->toolTip(),
             QStringLiteral("The strategy has a problem; the editor says which"));
    opened.document.undoStack().undo();
    QTRY_COMPARE(
        opened.action("run.launch")->toolTip(),
        QCoreApplication::translate("Actions", "Choose how to run the strategy, and start it"));
}

void tst_NothingLost::aPictureWaitsForTheEstimate()
{
    Opened opened;
    strategy::Strategy large = test::llama();
    large.batch.global = 4 * 8192; // its estimate takes a while
    opened.document.start(large);
    PictureRequest request;
    request.path = opened.program.directory.filePath(QStringLiteral("p.png"));
    Picture picture(opened.sheet, opened.window, request);
    QSignalSpy done(&picture, &Picture::done);
    bool estimated = false;
    connect(&picture, &Picture::done, this,
            [&] { estimated = opened.sheet.estimator().isCurrent(); });
    picture.start();
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 60'000);
    QCOMPARE(done[0][0].toInt(), 0);
    QVERIFY(estimated);
}

// In order, whatever is asked for while another one is being written.
void tst_NothingLost::everyExportIsWritten()
{
    QStringList heard;
    Opened opened;
    QTRY_VERIFY_WITH_TIMEOUT(!opened.sheet.exports().steps.empty(), 60'000);
    QObject::connect(&opened.sheet, &Sheet::said, &opened.sheet, [&heard](const QString& sentence) {
        if (sentence.startsWith(QStringLiteral("saved")))
            heard << sentence;
    });
    QObject::connect(&opened.sheet, &Sheet::failed, &opened.sheet,
                     [&heard](const QString&) { heard << QStringLiteral("failed"); });
    const auto path
        = [&](const char* name) { return opened.program.directory.filePath(QLatin1String(name)); };
    const std::pair<const char*, QString> kFiles[]
        = {{"export.report", path("1.html")},
           {"export.trace", QStringLiteral("/nonexistent/2.json")},
           {"export.trace", path("3.json")},
           {"export.report", path("4.html")}};
    QStringList expected;
    for (const auto& [id, file] : kFiles) {
        exportTo(opened, id, file);
        expected << (file.startsWith(QStringLiteral("/nonexistent"))
                         ? QStringLiteral("failed")
                         : QStringLiteral("saved %1").arg(file));
    }
    QTRY_COMPARE_WITH_TIMEOUT(heard, expected, 60'000);
    for (const char* name : {"1.html", "3.json", "4.html"})
        QVERIFY2(QFile(path(name)).size() > 1000, name);
}

void tst_NothingLost::whatWasAskedForIsWrittenAlthoughItsTabIsClosed()
{
    const QTemporaryDir kept;
    const QStringList files{kept.filePath(QStringLiteral("1.html")),
                            kept.filePath(QStringLiteral("2.html")),
                            kept.filePath(QStringLiteral("3.html"))};
    {
        Opened opened;
        QTRY_VERIFY_WITH_TIMEOUT(!opened.sheet.exports().steps.empty(), 60'000);
        for (const QString& file : files)
            exportTo(opened, "export.report", file);
    }
    for (const QString& file : files)
        QTRY_VERIFY2_WITH_TIMEOUT(QFile(file).size() > 1000, qPrintable(file), 60'000);
}

// The words that README sets in italics where it leads through the window.
void tst_NothingLost::theReadmeNamesWhatTheWindowShows()
{
    Opened opened;
    QString shown;
    const auto plain
        = [](QString text) { return text.remove(QLatin1Char('&')).remove(QChar(0x2026)); };
    for (const ActionSpec& spec : actionSpecs())
        shown += plain(menuTitle(spec.menu)) + QStringLiteral(" → ")
            + plain(opened.action(spec.id)->text()) + QLatin1Char('\n')
            + plain(opened.action(spec.id)->iconText()) + QLatin1Char('\n');
    for (const QWidget* widget : opened.window.findChildren<QWidget*>())
        for (const char* property : {"text", "title", "windowTitle", "accessibleName"})
            shown += plain(widget->property(property).toString()) + QLatin1Char('\n');
    for (const QTabBar* bar : opened.window.findChildren<QTabBar*>())
        for (int tab = 0; tab < bar->count(); ++tab)
            shown += plain(bar->tabText(tab)) + QLatin1Char('\n');
    for (const QComboBox* box : opened.window.findChildren<QComboBox*>())
        for (int item = 0; item < box->count(); ++item)
            shown += plain(box->itemText(item)) + QLatin1Char('\n');
    const QString readme = contentsOf(QStringLiteral(BUBBLESCOPE_README));
    const QString tour = readme.section(QStringLiteral("## Five minutes"), 1)
                             .section(QStringLiteral("\n## "), 0, 0);
    static const QRegularExpression italics(QStringLiteral("(?<![*\\w])\\*([^*\n]+)\\*(?!\\*)"));
    int names = 0;
    for (auto match = italics.globalMatch(tour); match.hasNext();) {
        const QString name = plain(match.next().captured(1));
        if (name == QStringLiteral("Unexplained")) // a row of the ledger
            continue;
        ++names;
        QVERIFY2(shown.contains(name + QLatin1Char('\n')), qPrintable(name));
    }
    QVERIFY(names > 8);
}

QTEST_MAIN(tst_NothingLost)
#include "tst_nothing_lost.moc"
