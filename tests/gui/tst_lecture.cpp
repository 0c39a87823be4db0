// A lesson before an audience: what is shown at each half-step, and that no key reaches the rest of
// the program.

#include "gui/lecture/vote_bar.h"
#include "gui/lessons/lesson_picture.h"
#include "gui/stepviews/step_views.h"
#include "gui/theme/theme.h"
#include "tests/gui/lectured.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLocale>
#include <QMainWindow>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace gui;
using test::lessonOf;
using test::Read;
using test::Shown;
using test::unreadable;
using test::wordsOn;

namespace {

const QSize kProjector = test::kProjector;
constexpr int kReadableType = 24; // pixels, there

} // namespace

class tst_Lecture : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void cleanup() { QApplication::setPalette(fusionPalette(lightTheme())); }
    void keysReachNothingElse();
    void clicksGoOn();
    void aHeldKeyCountsOnce();
    void itIsLeftWhereItStopped();
    void theAnswerComesFromTheEngine();
    void whatWasRevealedIsCoveredAgain();
    void fieldsAreSetForAll();
    void aBuildIsShownFinished();
    void theRightOptionIsSaid();
    void votesAreShown();
    void aRunIsNotStarted();
    void thePictureFillsTheScreen();
    void viewsStandAloneOrBesideThePicture();
    void notesAreShown();
    void thePointerHidesWhenStill();
    void aLessonWithoutStepsIsShown();
};

void tst_Lecture::keysReachNothingElse()
{
    QMainWindow main;
    QStringList triggered;
    const std::vector<QKeySequence> keys{Qt::Key_F5,  Qt::Key_Escape, Qt::Key_Period,
                                         Qt::Key_F11, Qt::Key_A,      Qt::CTRL | Qt::Key_B};
    for (const QKeySequence& key : keys) {
        auto* action = new QAction(&main);
        action->setShortcut(key);
        action->setShortcutContext(Qt::ApplicationShortcut);
        main.addAction(action);
        connect(action, &QAction::triggered, &main,
                [&triggered, key] { triggered << key.toString(); });
    }
    main.show();
    Shown shown("why-four-devices-idle", {}, &main);
    QVERIFY(shown.window.isWindow());
    QVERIFY(shown.window.actions().isEmpty());
    shown.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&shown.window));
    const QString before = wordsOn(shown.window);
    shown.press(Qt::Key_F5);
    QCOMPARE(
        wordsOn(shown.window),
        before.chopped(0).remove(shown.window.tr("Press ? for the keys.") + QLatin1Char('\n')));
    shown.press(Qt::Key_Period);
    shown.press(Qt::Key_Period);
    shown.press(Qt::Key_Escape);
    shown.press(Qt::Key_A);
    shown.press(Qt::Key_B, Qt::ControlModifier);
    shown.press(Qt::Key_F11);
    QVERIFY2(triggered.isEmpty(), qPrintable(triggered.join(QLatin1Char(' '))));
    QVERIFY(!shown.window.isVisible());
}

void tst_Lecture::clicksGoOn()
{
    Shown shown("why-four-devices-idle", QStringLiteral("more"));
    // Wherever it is: on the picture, too.
    const QPoint onPicture
        = shown.window.picture().mapTo(&shown.window, shown.window.picture().rect().center());
    QTest::mouseClick(&shown.window, Qt::LeftButton, {}, onPicture);
    QCOMPARE(shown.window.script().half(), LectureHalf::Votes);
    QCOMPARE(shown.window.childAt(onPicture), nullptr);
    QTest::mouseClick(&shown.window, Qt::RightButton, {}, onPicture);
    QCOMPARE(shown.window.script().half(), LectureHalf::Votes);
    QTest::mouseClick(&shown.window, Qt::LeftButton, {}, QPoint(3, 3));
    QCOMPARE(shown.window.script().half(), LectureHalf::Reveal);
}

void tst_Lecture::aHeldKeyCountsOnce()
{
    Shown shown("why-four-devices-idle");
    for (const int key : {Qt::Key_PageDown, Qt::Key_Escape}) {
        QKeyEvent repeated(QEvent::KeyPress, key, Qt::NoModifier, {}, true);
        QApplication::sendEvent(&shown.window, &repeated);
    }
    QCOMPARE(shown.window.script().half(), LectureHalf::Question);
    QVERIFY(!shown.window.script().asksToLeave());
}

void tst_Lecture::itIsLeftWhereItStopped()
{
    Shown shown("why-four-devices-idle", QStringLiteral("share"));
    QCOMPARE(shown.window.session().step().id, std::string("share"));
    const QSignalSpy left(&shown.window, &LectureWindow::left);
    shown.goTo(LectureHalf::Reveal);
    shown.press(Qt::Key_PageDown);
    shown.press(Qt::Key_Escape);
    QCOMPARE(shown.window.note(), QStringLiteral("Press Esc again to leave."));
    QVERIFY(wordsOn(shown.window).contains(shown.window.note()));
    QVERIFY(shown.window.isVisible() && left.isEmpty());
    shown.press(Qt::Key_Escape);
    QVERIFY(!shown.window.isVisible());
    shown.window.close();
    QCOMPARE(left.size(), 1);
    QCOMPARE(left.front().front().toString(), QStringLiteral("waits"));
    // However its window is closed.
    Shown other("why-four-devices-idle", QStringLiteral("no such step"));
    const QSignalSpy closed(&other.window, &LectureWindow::left);
    other.window.close();
    QCOMPARE(closed.size(), 1);
    QCOMPARE(closed.front().front().toString(), QStringLiteral("lay"));
}

void tst_Lecture::theAnswerComesFromTheEngine()
{
    for (const lesson::CourseEntry& entry : lesson::course()) {
        const auto read
            = std::make_shared<const lesson::ReadLesson>(lesson::readCourseLesson(entry));
        Shown shown(read);
        LectureWindow& window = shown.window;
        for (std::size_t i = 0; i < read->lesson.steps.size(); ++i) {
            QCOMPARE(window.session().current(), int(i));
            const lesson::Step& step = read->lesson.steps[i];
            shown.goTo(LectureHalf::Reveal);
            const bool isRun = std::holds_alternative<lesson::RunAction>(step.action);
            const auto told = lesson::rightAnswer(window.session().scene());
            const bool passes = !isRun && static_cast<bool>(told);
            QVERIFY2((window.session().phase() == StepPhase::Passed) == passes, step.id.c_str());
            QCOMPARE(window.picture().isCovered(),
                     !passes && std::holds_alternative<lesson::NumberAction>(step.action));
            if (passes && std::holds_alternative<lesson::NumberAction>(step.action)) {
                const auto words = lesson::answerText(window.session().scene());
                QVERIFY2(wordsOn(window).contains(QStringLiteral("Answer: ")
                                                  + QString::fromStdString(*words)),
                         qPrintable(wordsOn(window)));
            }
            shown.press(Qt::Key_PageDown);
        }
        QVERIFY(window.script().isAtEnd());
        QVERIFY(wordsOn(window).contains(QStringLiteral("This is the end of the lesson.")));
    }
}

void tst_Lecture::whatWasRevealedIsCoveredAgain()
{
    Shown shown("why-four-devices-idle", QStringLiteral("share"));
    QVERIFY(shown.window.picture().isCovered());
    const QString asked = wordsOn(shown.window);
    shown.goTo(LectureHalf::Reveal);
    QVERIFY(!shown.window.picture().isCovered());
    shown.press(Qt::Key_PageUp);
    QVERIFY(shown.window.picture().isCovered());
    QVERIFY(!wordsOn(shown.window).contains(QStringLiteral("Answer")));
    shown.press(Qt::Key_PageDown);
    shown.press(Qt::Key_PageDown);
    shown.press(Qt::Key_PageUp); // to the end of that step
    QVERIFY(!shown.window.picture().isCovered());
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("Answer: 75")));
    shown.press(Qt::Key_Home);
    shown.press(Qt::Key_2);
    shown.press(Qt::Key_Return); // asked anew
    QVERIFY(shown.window.picture().isCovered());
}

void tst_Lecture::fieldsAreSetForAll()
{
    Shown shown("slowest-stage", QStringLiteral("move"));
    LessonSession& session = shown.window.session();
    const auto before = session.shown()->row().makespan;
    shown.goTo(LectureHalf::Reveal);
    QVERIFY(session.shown()->row().makespan < before);
    QVERIFY2(wordsOn(shown.window).contains(QStringLiteral("[9, 8, 8, 7]")),
             qPrintable(wordsOn(shown.window)));
    shown.press(Qt::Key_PageUp);
    QCOMPARE(session.shown()->row().makespan, before);
}

void tst_Lecture::aBuildIsShownFinished()
{
    Shown shown("why-four-devices-idle", QStringLiteral("lay"));
    const auto isLaid = [&shown] { // ops are still to be laid
        for (const QWidget* part : shown.window.findChildren<QWidget*>())
            if (part->inherits("gui::BuildLanes") && part->isVisibleTo(&shown.window))
                return true;
        return false;
    };
    QVERIFY(isLaid());
    shown.goTo(LectureHalf::Reveal);
    QVERIFY(!isLaid());
    QVERIFY(shown.window.session().shown()->hasTimeline());
    // What is said of it is said of what is shown, and not of the empty lanes.
    const QString note = shown.window.picture().played().note();
    QVERIFY2(note.startsWith(QStringLiteral("This is")) && note.contains(QStringLiteral("above")),
             qPrintable(note));
    shown.press(Qt::Key_PageUp);
    QVERIFY(isLaid());
}

void tst_Lecture::theRightOptionIsSaid()
{
    Shown shown("why-four-devices-idle", QStringLiteral("more"));
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("the same")));
    QVERIFY(!wordsOn(shown.window).contains(QStringLiteral("Right")));
    shown.goTo(LectureHalf::Votes);
    QVERIFY(!wordsOn(shown.window).contains(QStringLiteral("Right")));
    shown.goTo(LectureHalf::Reveal);
    // By tick and word, beside that option alone.
    QCOMPARE(wordsOn(shown.window).count(QStringLiteral("✓ Right")), 1);
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("the same\n✓ Right")));
    shown.press(Qt::Key_PageUp);
    QVERIFY(!wordsOn(shown.window).contains(QStringLiteral("Right")));
}

void tst_Lecture::votesAreShown()
{
    Shown shown("why-four-devices-idle", QStringLiteral("more"));
    const auto bars = [&shown] {
        std::vector<double> shares;
        for (const VoteBar* bar : shown.window.findChildren<VoteBar*>())
            if (bar->isVisibleTo(&shown.window))
                shares.push_back(bar->share());
        return shares;
    };
    QVERIFY(bars().empty());
    shown.goTo(LectureHalf::Votes);
    QCOMPARE(bars(), (std::vector<double>{0, 0, 0}));
    for (const int key : {Qt::Key_3, Qt::Key_A, Qt::Key_B})
        shown.press(key);
    QCOMPARE(bars(), (std::vector<double>{0.75, 0.25, 0}));
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("1st: 3 · 75.0 %")));
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("Hands counted: 4")));
    shown.press(Qt::Key_Tab);
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("Talk to a neighbour")));
    shown.press(Qt::Key_C);
    QCOMPARE(bars(), (std::vector<double>{0.75, 0, 0.25, 0, 0, 1}));
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("2nd: 1 · 100 %")));
    shown.goTo(LectureHalf::Reveal);
    QCOMPARE(bars().size(), 6u);
    // Where nobody counted, there is nothing to show.
    shown.press(Qt::Key_PageUp);
    for (const int key :
         {Qt::Key_0, Qt::Key_C, Qt::Key_R, Qt::Key_0, Qt::Key_A, Qt::Key_0, Qt::Key_B})
        shown.press(key);
    shown.goTo(LectureHalf::Reveal);
    QVERIFY(bars().empty());
}

void tst_Lecture::aRunIsNotStarted()
{
    Shown shown("why-four-devices-idle", QStringLiteral("run"));
    shown.goTo(LectureHalf::Reveal);
    const QString without = wordsOn(shown.window);
    QVERIFY(without.contains(QStringLiteral("Runs are started outside the lecture.")));
    QVERIFY2(without.contains(QStringLiteral("a step of 480 ms, and a bubble fraction of 75")),
             qPrintable(without));
    QVERIFY(!without.contains(QStringLiteral("measured")));
    shown.window.setRun(lesson::MeasuredRun{.step = std::chrono::milliseconds(481)});
    const QString with = wordsOn(shown.window);
    QVERIFY2(with.contains(QStringLiteral("measured 481 ms")), qPrintable(with));
    QVERIFY(!with.contains(QStringLiteral("outside")));
}

void tst_Lecture::thePictureFillsTheScreen()
{
    Shown shown("v-shapes", QStringLiteral("cap"));
    const int beside = shown.window.pictures().height();
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("fastest that fits")));
    shown.press(Qt::Key_P);
    QVERIFY(shown.window.pictures().height() > beside + 100);
    QVERIFY(!wordsOn(shown.window).contains(QStringLiteral("fastest that fits")));
    QVERIFY(!wordsOn(shown.window).contains(QStringLiteral("V-Half\n")));
    // What is shown of four schedules is higher than that.
    const auto scrolled = [&shown] {
        int value = 0;
        for (const QScrollBar* bar : shown.window.pictures().findChildren<QScrollBar*>())
            if (bar->orientation() == Qt::Vertical && bar->isVisible())
                value += bar->value();
        return value;
    };
    shown.window.resize(kProjector.width(), kProjector.height() / 3);
    QTRY_COMPARE_WITH_TIMEOUT(scrolled(), 0, 60'000);
    QWheelEvent wheel(QPointF(640, 120), shown.window.mapToGlobal(QPointF(640, 120)), {},
                      QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&shown.window, &wheel);
    QVERIFY(scrolled() > 0);
}

void tst_Lecture::viewsStandAloneOrBesideThePicture()
{
    Shown alone("memory", QStringLiteral("fullest"));
    auto* views = alone.window.findChild<StepViews*>();
    QVERIFY(views->isVisible());
    QVERIFY(!alone.window.picture().isVisible());
    QVERIFY(views->width() > kProjector.width() * 3 / 4);
    // What answers the question is kept back until it is revealed.
    const QImage asked = views->grab().toImage();
    alone.goTo(LectureHalf::Reveal);
    QVERIFY(views->grab().toImage() != asked);

    Shown beside("memory", QStringLiteral("better"));
    views = beside.window.findChild<StepViews*>();
    QVERIFY(views->isVisible());
    QVERIFY(beside.window.picture().isVisible());
    QVERIFY(!views->geometry().intersects(beside.window.picture().geometry()));
    QVERIFY(views->height() == beside.window.picture().height());

    Shown without("memory", QStringLiteral("again"));
    QVERIFY(!without.window.findChild<StepViews*>()->isVisible());
}

void tst_Lecture::notesAreShown()
{
    Shown shown("why-four-devices-idle", QStringLiteral("more"));
    QCOMPARE(shown.window.note(), QStringLiteral("Press ? for the keys."));
    shown.press(Qt::Key_Question, Qt::ShiftModifier);
    QVERIFY(wordsOn(shown.window).contains(QStringLiteral("Leaves the lecture")));
    QCOMPARE(unreadable(shown.window, kReadableType), QStringList());
    shown.press(Qt::Key_Space);
    QVERIFY(!wordsOn(shown.window).contains(QStringLiteral("Leaves the lecture")));
    shown.press(Qt::Key_4);
    QCOMPARE(shown.window.note(), QStringLiteral("Step 4. Press Enter to go there."));
    shown.press(Qt::Key_Space);
    shown.press(Qt::Key_1);
    QCOMPARE(shown.window.note(), QStringLiteral("Votes: 1. Press the letter of an option."));
    QVERIFY(wordsOn(shown.window).contains(shown.window.note()));
    shown.press(Qt::Key_Period);
    QCOMPARE(shown.window.note(), QString());
    const QImage blank = shown.window.grab().toImage();
    for (const QPoint at : {QPoint(5, 5), blank.rect().center(), QPoint(1270, 700)})
        QCOMPARE(blank.pixelColor(at), contrastTheme().base);
    shown.press(Qt::Key_Escape);
    QVERIFY(shown.window.grab().toImage() != blank); // the sentence stands on it
}

void tst_Lecture::thePointerHidesWhenStill()
{
    Shown shown("why-four-devices-idle");
    QTRY_COMPARE_WITH_TIMEOUT(shown.window.cursor().shape(), Qt::BlankCursor, 60'000);
    QTest::mouseMove(&shown.window, QPoint(200, 200));
    QTest::mouseMove(&shown.window, QPoint(220, 210));
    QTRY_COMPARE_WITH_TIMEOUT(shown.window.cursor().shape(), Qt::ArrowCursor, 60'000);
}

void tst_Lecture::aLessonWithoutStepsIsShown()
{
    Shown shown(std::make_shared<const lesson::ReadLesson>());
    shown.press(Qt::Key_PageDown);
    QVERIFY(shown.window.script().isAtEnd());
    const QSignalSpy left(&shown.window, &LectureWindow::left);
    shown.press(Qt::Key_F11);
    QCOMPARE(left.size(), 1);
}

QTEST_MAIN(tst_Lecture)
#include "tst_lecture.moc"
