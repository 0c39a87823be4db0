// Runs in a lecture: what was run before it, or the recording that the program brings along.

#include "gui/lessons/lesson_picture.h"
#include "gui/window/lecture_runs.h"
#include "tests/gui/lectured.h"

#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;
using test::lessonOf;
using test::wordsOn;

namespace {

struct Lectured {
    Lectured(const char* name, const char* step)
        : open(lessonOf(name), QString(), store, QString())
        , window(open.session().readShared(), QString::fromUtf8(step))
        , runs(*new LectureRuns(window, open))
    {
        window.resize(test::kProjector);
        window.show();
    }

    bool hasRun() { return window.session().run() && !runs.isBusy(); }
    LessonSession& session() { return window.session(); }
    void press(int key) { QTest::keyClick(&window, static_cast<Qt::Key>(key)); }

    QTemporaryDir kept;
    ProgressStore store{kept.filePath(QStringLiteral("progress.json"))};
    OpenLesson open;
    LectureWindow window;
    LectureRuns& runs; // child of the window
};

} // namespace

class tst_LectureRuns : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aRecordingIsRevealed();
    void whatIsAskedOfARunIsAnswered();
    void aRunThatGoesOnHasTheOneBeforeIt();
    void aRunOfItsOwnIsPreferred();
    void aStepBeforeAnyRunHasNone();
};

void tst_LectureRuns::aRecordingIsRevealed()
{
    Lectured lectured("why-four-devices-idle", "run");
    QTRY_VERIFY(lectured.hasRun());
    QVERIFY(!lectured.runs.picture().isVisible()); // it is asked for first
    lectured.press(Qt::Key_PageDown);
    QVERIFY(lectured.runs.picture().isVisible());
    QVERIFY(!lectured.window.picture().isVisible());
    const QString words = wordsOn(lectured.window);
    QVERIFY2(words.contains(QStringLiteral("measured 480.02 ms")), qPrintable(words));
    QVERIFY(words.contains(QStringLiteral("A recording of this very run")));
    QVERIFY(!words.contains(QStringLiteral("outside")));
    lectured.press(Qt::Key_PageUp);
    QVERIFY(!lectured.runs.picture().isVisible());
    QVERIFY(lectured.window.picture().isVisible());
}

void tst_LectureRuns::whatIsAskedOfARunIsAnswered()
{
    Lectured lectured("read-a-real-run", "slow-since");
    QTRY_VERIFY(lectured.hasRun());
    QVERIFY(lectured.runs.picture().isVisible()); // it is read off there
    const int since = lectured.session().run()->slowSince.value_or(-1);
    QVERIFY2(since > 30 && since < 60, qPrintable(QString::number(since)));
    lectured.press(Qt::Key_PageDown);
    QVERIFY2(wordsOn(lectured.window).contains(QStringLiteral("Step %1.").arg(since)),
             qPrintable(wordsOn(lectured.window)));
    // That of another run is not told of this one.
    lectured.session().goTo("slow-since");
    for (const char key : {'1', '0'})
        lectured.press(key);
    lectured.press(Qt::Key_Return);
    QTRY_VERIFY(lectured.hasRun() && !lectured.session().run()->stall.empty());
    QVERIFY(!lectured.session().run()->slowRank);
}

void tst_LectureRuns::aRunThatGoesOnHasTheOneBeforeIt()
{
    Lectured lectured("the-grid", "load");
    QTRY_VERIFY(lectured.hasRun());
    QVERIFY(lectured.session().run()->lossBefore);
}

void tst_LectureRuns::aRunOfItsOwnIsPreferred()
{
    Lectured lectured("read-a-real-run", "slow");
    lectured.open.session().goTo("slow");
    lectured.open.showRecording(); // stands in for a run
    QTRY_VERIFY(lectured.open.runOf("slow"));
    QTRY_VERIFY(lectured.hasRun());
    LectureWindow another(lectured.open.session().readShared(), QStringLiteral("slow-rank"));
    auto* runs = new LectureRuns(another, lectured.open);
    QVERIFY(!runs->isBusy()); // nothing is read
    QVERIFY(another.session().run());
}

void tst_LectureRuns::aStepBeforeAnyRunHasNone()
{
    Lectured lectured("why-four-devices-idle", "share");
    QVERIFY(!lectured.runs.isBusy());
    QVERIFY(!lectured.session().run());
}

QTEST_MAIN(tst_LectureRuns)
#include "tst_lecture_runs.moc"
