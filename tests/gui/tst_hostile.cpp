// What files, runs and the machine may do to the window: it says so in a sentence, and goes on.

#include "engine/strategy/fields.h"
#include "engine/strategy/yaml.h"
#include "gui/charts/step_stack.h"
#include "gui/editor/field_names.h"
#include "gui/frame/verdict_bar.h"
#include "gui/window/language.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/modelled.h"
#include "tests/gui/opened.h"

#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>

#include <limits>

using namespace gui;
using namespace std::chrono_literals;
using test::Opened;

namespace {

const QString kMarkup = QStringLiteral("<img src=x><h1>big</h1>&amp;<a href=file:///etc>x</a>");
const QString kTurned = QStringLiteral("safe") + QChar(0x202E) + QStringLiteral("lmay.exe");

// Those that would take a text for markup.
QStringList labelsThatGuess(const QWidget& window)
{
    QStringList found;
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->text().contains(QStringLiteral("<img")) && label->textFormat() != Qt::PlainText)
            found << label->accessibleName() + QStringLiteral(": ") + label->text().left(80);
    return found;
}

// An edit is predicted, and the window takes no more room than it has.
void verifyUsable(Opened& opened)
{
    const int before = opened.document.strategy().batch.global;
    strategy::Strategy edited = opened.document.strategy();
    edited.batch.global = before == 8 ? 16 : 8;
    opened.document.edit(QStringLiteral("microbatches"), QStringLiteral("batch.global"), edited);
    QTRY_VERIFY_WITH_TIMEOUT(opened.document.isPredictionCurrent(), 60'000);
    QVERIFY(opened.document.prediction());
    opened.document.undoStack().undo();
    QCOMPARE(opened.document.strategy().batch.global, before);
    const QSize least = opened.window.minimumSizeHint();
    QVERIFY2(least.width() <= 1024 && least.height() <= 700,
             qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
    QVERIFY(opened.window.isVisible());
}

} // namespace

class tst_Hostile : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void namesStayText_data();
    void namesStayText();
    void numbersThatAreNoneAreRefused_data();
    void numbersThatAreNoneAreRefused();
    void theLongestTimesAreShown();
    void theLastStepThereIsIsShown();
    void truncatedRecordingsSayWhatIsMissing_data();
    void truncatedRecordingsSayWhatIsMissing();
    void aRunThatVanishesLeavesTheWindow();
    void aHomeThatCannotBeWrittenLosesNothing();
};

void tst_Hostile::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    applyTheme(*qApp, ThemeChoice::Light, systemPalette());
    applySizes(*qApp, Metrics());
}

void tst_Hostile::namesStayText_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("markup") << kMarkup;
    QTest::newRow("turned") << kTurned;
    QTest::newRow("64 KiB") << QString(65'536, QLatin1Char('x'));
    QTest::newRow("64 KiB of markup") << kMarkup.repeated(900);
    QTest::newRow("lines") << QStringLiteral("a\nb\n").repeated(200);
}

void tst_Hostile::namesStayText()
{
    QFETCH(QString, name);
    Opened opened;
    strategy::Strategy strategy = test::llama();
    strategy.name = name.toStdString();
    opened.document.start(strategy);
    opened.window.frame().setArrangement({.panel = true, .drawer = true});
    // Some names are refused, which is said in the window; those of files and runs come all the
    // same.
    QTRY_VERIFY_WITH_TIMEOUT(
        opened.document.isPredictionCurrent() || !opened.document.problems().empty(), 60'000);
    const bool isRefused = !opened.document.problems().empty();
    QVERIFY(opened.area().panel().finishFrame());
    // A file and its run of that name, too.
    opened.showLiveRun(name);
    opened.sheet.showFailure(name);
    opened.window.frame().verdict().setVerdict(
        {.numbers = {{.name = name, .value = name, .tip = name}},
         .source = name,
         .health = name,
         .healthMood = Mood::Bad});
    opened.window.setMode(Mode::Run);
    QCoreApplication::processEvents();
    QCOMPARE(labelsThatGuess(opened.window), QStringList());
    for (const QString& title :
         {opened.window.windowTitle(), opened.window.frame().tabs().tabText(0),
          opened.area().failure()}) {
        QVERIFY(!title.contains(QChar(0x202E)));
        QVERIFY(title.size() < 2'000);
    }
    if (isRefused)
        opened.document.start(test::llama());
    verifyUsable(opened);
}

void tst_Hostile::numbersThatAreNoneAreRefused_data()
{
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("yaml");
    QTest::addColumn<QString>("field");
    const struct {
        const char* yaml;
        const char* field;
    } files[] = {
        {"bubblescope: 1\nparallel:\n  pipeline: %1\n", "parallel.pipeline"},
        {"bubblescope: 1\nparallel: {pipeline: 2}\nbatch: {global: %1}\n", "batch.global"},
        {"bubblescope: 1\nparallel: {pipeline: 2}\ncosts:\n  forward: %1\n  input_grad: 2\n"
         "  weight_grad: 2\n",
         "costs.forward"},
    };
    for (const char* number : {"4", "nan", ".nan", ".inf", "-1", "1e308", "99999999999999999999",
                               "[]", "\"<b>2</b>\"", "!!binary aGVsbG8="})
        for (const auto& file : files)
            QTest::addRow("%s in %s", number, file.field)
                << QString::fromLatin1(number)
                << QString::fromLatin1(file.yaml).arg(QString::fromLatin1(number))
                << QString::fromLatin1(file.field);
}

void tst_Hostile::numbersThatAreNoneAreRefused()
{
    QFETCH(QString, number);
    QFETCH(QString, yaml);
    QFETCH(QString, field);
    Opened opened;
    const strategy::Strategy before = opened.document.strategy();
    opened.window.openFile(opened.saved(yaml));
    QTRY_VERIFY(opened.window.opener().isIdle());
    if (number == QLatin1String("4")) { // the file is sound but for its number
        QTRY_VERIFY(opened.window.strategySheet()->document().strategy() != before);
        QVERIFY(opened.area().failure().isEmpty());
        return;
    }
    QTRY_VERIFY(!opened.area().failure().isEmpty());
    const QString said = opened.area().failure();
    // A tag is refused before any field is read: by its line.
    const qsizetype line = yaml.left(yaml.indexOf(number)).count(QLatin1Char('\n')) + 1;
    if (number.startsWith(QLatin1String("!!")))
        QVERIFY2(said.contains(QStringLiteral("s.yaml:%1:").arg(line)), qPrintable(said));
    else
        QVERIFY2(said.contains(field) || said.contains(fieldName(field)), qPrintable(said));
    QVERIFY(opened.document.strategy() == before);
    QCOMPARE(labelsThatGuess(opened.window), QStringList());
    verifyUsable(opened);
}

// As long as a file may say.
void tst_Hostile::theLongestTimesAreShown()
{
    Opened opened;
    strategy::Strategy strategy = builtInStrategy();
    plan::Costs costs = plan::Costs::unit();
    for (plan::StageCosts& stage : costs.stages)
        stage = {strategy::kMaxCost, strategy::kMaxCost, plan::Nanoseconds{1}};
    strategy.costs = costs;
    opened.document.start(strategy);
    QTRY_VERIFY_WITH_TIMEOUT(opened.document.isPredictionCurrent(), 60'000);
    const Verdict& verdict = opened.sheet.verdict();
    QVERIFY(opened.document.problems().empty());
    QVERIFY(opened.area().panel().finishFrame());
    QTRY_VERIFY(!verdict.numbers.empty());
    for (const VerdictNumber& number : verdict.numbers)
        QVERIFY2(!number.value.contains(QStringLiteral("nan")) && number.value.size() < 30,
                 qPrintable(number.value));
    for (int i = 0; i < 40; ++i)
        opened.sheet.viewState().zoom(4, Nanoseconds{1});
    QVERIFY(opened.area().panel().finishFrame());
    opened.sheet.viewState().fit();
    QVERIFY(opened.area().panel().finishFrame());
    verifyUsable(opened);
}

void tst_Hostile::theLastStepThereIsIsShown()
{
    constexpr int kLast = std::numeric_limits<int>::max();
    for (const int last : {kLast - 1, kLast}) {
        StepCurve curve{.id = QStringLiteral("time"),
                        .name = QStringLiteral("Step time"),
                        .toText = [](double value) { return QString::number(value); }};
        curve.values.add(0, 1);
        curve.values.add(last, 2);
        for (const bool complete : {false, true}) {
            StepStack curves;
            curves.resize(900, 200);
            curves.setComplete(complete);
            curves.setCurves({curve});
            QVERIFY(curves.lastStep() >= last);
            QVERIFY(!curves.grab().isNull());
            curves.setCursor(last);
            QSignalSpy chosen(&curves, &StepStack::stepChosen);
            for (const int key : {Qt::Key_Right, Qt::Key_PageDown, Qt::Key_End})
                QTest::keyClick(&curves, Qt::Key(key));
            QCOMPARE(chosen.size(), 3);
            for (const QList<QVariant>& each : chosen)
                QCOMPARE(each[0].toInt(), last);
        }
    }
}

void tst_Hostile::truncatedRecordingsSayWhatIsMissing_data()
{
    QTest::addColumn<QString>("recording");
    QTest::addColumn<int>("permille"); // that is left of it
    for (const char* recording : {"emulated", "training"})
        for (const int permille : {0, 1, 100, 500, 999})
            QTest::addRow("%s %d", recording, permille)
                << QString::fromLatin1(recording) << permille;
}

void tst_Hostile::truncatedRecordingsSayWhatIsMissing()
{
    QFETCH(QString, recording);
    QFETCH(int, permille);
    Opened opened;
    const QDir from(QStringLiteral(BUBBLESCOPE_TREE "/tests/measured/recordings/") + recording);
    const QDir to(opened.program.directory.path());
    for (const QString& name : from.entryList(QDir::Files)) {
        QFile file(from.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray bytes = file.readAll();
        if (name == QLatin1String("events.bslog"))
            bytes.truncate(bytes.size() * permille / 1000);
        QFile copy(to.filePath(name));
        QVERIFY(copy.open(QIODevice::WriteOnly));
        copy.write(bytes);
    }
    opened.window.runTabs().openRecording(to.path());
    StrategySheet* sheet = opened.window.strategySheet();
    QVERIFY(sheet);
    // Either there is something to see of it, or a sentence says why not.
    QTRY_VERIFY_WITH_TIMEOUT(
        !sheet->timelineArea().failure().isEmpty() || !sheet->timelineArea().remarks().isEmpty()
            || !sheet->verdict().health.isEmpty() || sheet->timelineArea().panel().track(1),
        60'000);
    opened.workspace.setCurrent(opened.workspace.placeOf(opened.open));
    verifyUsable(opened);
}

void tst_Hostile::aRunThatVanishesLeavesTheWindow()
{
    Opened opened;
    opened.showLiveRun();
    opened.window.setMode(Mode::Run);
    QCoreApplication::processEvents();
    QVERIFY(opened.program.directory.remove());
    // Whatever is asked of it now is answered by a sentence, if by anything.
    for (const char* id : {"run.pause", "run.checkpoint", "run.stopAfterStep"})
        if (opened.action(id)->isEnabled())
            opened.action(id)->trigger();
    QCoreApplication::processEvents();
    verifyUsable(opened);
    opened.action("run.leave")->trigger();
    verifyUsable(opened);
}

void tst_Hostile::aHomeThatCannotBeWrittenLosesNothing()
{
    QTemporaryDir folder;
    QFile inTheWay(folder.filePath(QStringLiteral("home")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly)); // a file where the folder ought to be
    QSettings settings(folder.filePath(QStringLiteral("home/s.ini")), QSettings::IniFormat);
    Workspace workspace(folder.filePath(QStringLiteral("none")));
    OpenStrategy& open = workspace.addStrategy();
    open.document().start(builtInStrategy());
    {
        MainWindow window(workspace, settings, {});
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(open.document().isPredictionCurrent(), 60'000);
        strategy::Strategy edited = open.document().strategy();
        edited.batch.global = 16;
        open.document().edit(QStringLiteral("microbatches"), QStringLiteral("batch.global"),
                             edited);
        QCOMPARE(open.document().strategy().batch.global, 16);
        // Saving where nothing can be written says so, and keeps the change.
        const QString nowhere = folder.filePath(QStringLiteral("home/s.yaml"));
        QVERIFY(
            open.document().saveAs(nowhere).value_or(QString()).contains(QStringLiteral("s.yaml")));
        QVERIFY(open.document().isModified());
        open.document().undoStack().undo();
        window.close();
    }
    settings.sync();
    QVERIFY(settings.status() != QSettings::NoError);
}

QTEST_MAIN(tst_Hostile)
#include "tst_hostile.moc"
