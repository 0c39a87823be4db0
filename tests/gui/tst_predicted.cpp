// A step as lanes: predicted first, then drawn, with the guess in it; several under each other;
// what plays them.

#include "tests/gui/played.h"

#include "gui/lessons/lesson_picture.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QSlider>

using namespace gui;
using namespace gui::test;
using namespace std::chrono_literals;

class tst_Predicted : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    }

    void coveredLanesTellNothing();
    void afterTheAnswerItIsDrawn();
    void withLittleMotionItIsDrawnAtOnce();
    void theGuessStays();
    void aNumberThatIsNoMomentLeavesNoLine();
    void aGuessedStretchStays();
    void severalStandOnOneAxisWithTheirNumbers();
    void theBarPlays();
    void largeStepsAreShownOnTheTimeline();
    void lettersGrowAndSoDoLanes();
};

void tst_Predicted::coveredLanesTellNothing()
{
    Shown shown({"1f1b"});
    shown.lanes().setCovered(true);
    const Theme& theme = themeFor(shown.lanes().palette());
    const QImage covered = picture(shown.lanes());
    for (const QColor& op : {theme.forward, theme.backward, theme.hatch})
        QCOMPARE(pixelsOf(covered, shown.lanes().rect(), op), 0);
    QVERIFY(shown.lanes().sentence().isEmpty());
    // The axis goes on behind the end of the step, and clicks select nothing.
    QVERIFY(shown.lanes().xOf(33 * shown.unit) < shown.lanes().laneOf(0, 0).right() - 20);
    shown.click(shown.inLane(0, shown.unit / 2));
    QVERIFY(!shown.view.selected());
    QVERIFY(!shown.step.bar().isEnabled());
    for (const QLabel* label : shown.step.bar().findChildren<QLabel*>())
        QVERIFY(label->text().isEmpty());
    // A longer step may have the same axis.
    Shown other({"gpipe"});
    other.lanes().setCovered(true);
    QCOMPARE(picture(other.lanes()), covered);
}

void tst_Predicted::afterTheAnswerItIsDrawn()
{
    const Course course("cut-the-batch");
    LessonSession session(course.read, nullptr);
    ViewState view;
    LessonPicture picture(session, view);
    picture.resize(900, 600);
    picture.show();
    int asked = -1;
    for (int i = 0; i < session.count(); ++i)
        if (const auto* number
            = std::get_if<lesson::NumberAction>(&course.read->lesson.steps[std::size_t(i)].action);
            number && asked < 0)
            asked = i;
    QVERIFY(asked >= 0);
    session.go(asked);
    QVERIFY(picture.isCovered());
    QVERIFY(picture.played().lanes().isCovered());
    QVERIFY(picture.isPlayed());
    const auto right = lesson::rightAnswer(session.scene());
    QVERIFY(right);
    session.answer(*right);
    QVERIFY(!picture.isCovered());
    QVERIFY(!picture.played().lanes().isCovered());
    QVERIFY(picture.played().lanes().isRevealing());
    // What is not drawn yet is not there at all.
    QVERIFY(picture.clock().isPlaying());
    QTRY_VERIFY(picture.clock().isAtEnd());
    QVERIFY(!picture.played().lanes().isRevealing());
    // Without an answer, as after a vote.
    session.restart();
    QVERIFY(picture.isCovered());
    picture.reveal();
    QVERIFY(!picture.isCovered());
    QVERIFY(!picture.played().lanes().isCovered());
}

void tst_Predicted::withLittleMotionItIsDrawnAtOnce()
{
    QApplication::setStyle(new StillStyle);
    Shown shown({"1f1b"});
    shown.lanes().setCovered(true);
    shown.lanes().reveal();
    QVERIFY(shown.clock().isAtEnd());
    QVERIFY(!shown.clock().isPlaying());
    QVERIFY(!shown.lanes().isRevealing());
    QVERIFY(shown.clock().jumps());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
}

void tst_Predicted::theGuessStays()
{
    const Course course("cut-the-batch");
    LessonSession session(course.read, nullptr);
    ViewState view;
    LessonPicture picture(session, view);
    picture.resize(900, 600);
    picture.show();
    session.go(stepWith<lesson::NumberAction>(*course.read)); // how long the step is, in u
    session.answer(lesson::Numbers{{7}});
    const auto& guess = picture.played().lanes().guess();
    QVERIFY(guess);
    QCOMPARE(guess->range.begin, 7 * course.unit);
    QVERIFY(!guess->isStretch);
    QVERIFY(guess->label.contains(QStringLiteral("7 ")));
    // The first one stays, whatever is tried after it.
    session.answer(lesson::Numbers{{9}});
    QCOMPARE(guess->range.begin, 7 * course.unit);
    QTRY_VERIFY(picture.clock().isAtEnd());
    PlayLanes& lanes = picture.played().lanes();
    const double x = lanes.xOf(guess->range.begin);
    QVERIFY(pixelsOf(::picture(lanes), QRectF(x - 2, 0, 5, lanes.height()),
                     themeFor(lanes.palette()).predicted)
            > 30);
    session.restart();
    QVERIFY(!picture.played().lanes().guess());
}

void tst_Predicted::aNumberThatIsNoMomentLeavesNoLine()
{
    const Course course;
    LessonSession session(course.read, nullptr);
    ViewState view;
    LessonPicture picture(session, view);
    session.go(stepNamed(*course.read, "wall")); // asks how many are held
    session.answer(lesson::Numbers{{4}});
    QVERIFY(!picture.played().lanes().guess());
}

void tst_Predicted::aGuessedStretchStays()
{
    const Course course("three-phases");
    LessonSession session(course.read, nullptr);
    ViewState view;
    LessonPicture picture(session, view);
    const int asked = stepWith<lesson::BracketAction>(*course.read);
    QVERIFY(asked >= 0);
    session.go(asked);
    QVERIFY(!picture.isCovered());
    view.setArea(TimeArea{{Nanoseconds{}, 3 * course.unit}, 2, 2});
    session.answer(lesson::Stretch{3 * course.unit});
    const auto& guess = picture.played().lanes().guess();
    QVERIFY(guess && guess->isStretch);
    QCOMPARE(guess->rank, 2);
    QCOMPARE(guess->range.end, 3 * course.unit);
    QVERIFY(guess->label.contains(QStringLiteral("3 u")));
}

void tst_Predicted::severalStandOnOneAxisWithTheirNumbers()
{
    Shown shown({"gpipe", "1f1b"});
    for (int slot = 0; slot < 2; ++slot) {
        const plan::ComparisonRow& row = shown.lanes().tracks()[std::size_t(slot)].planned->row();
        const auto facts = shown.lanes().facts(slot);
        QCOMPARE(facts.size(), std::size_t(6));
        const auto text = [&](const lesson::Quantity& quantity) {
            return QString::fromStdString(lesson::toText(
                quantity, lesson::usualUnit(quantity.dimension, shown.unit), shown.unit));
        };
        QCOMPARE(facts[0].value, text(lesson::time(row.makespan)));
        QCOMPARE(facts[1].name, QStringLiteral("Bubble"));
        QCOMPARE(facts[1].value, text(lesson::share(row.bubbleFraction)));
        QCOMPARE(facts[2].name, QStringLiteral("Overhead"));
        QCOMPARE(facts[2].value, text(lesson::share(row.bubbleOverhead)));
        QCOMPARE(facts[3].name, QStringLiteral("Span bubble"));
        QCOMPARE(facts[3].value, text(lesson::share(row.spanBubbleFraction)));
        QCOMPARE(facts[4].value, QString::number(row.maxInFlight));
        QCOMPARE(facts[5].value, QString::number(row.transfers));
    }
    QCOMPARE(shown.lanes().facts(0)[4].value, QStringLiteral("8"));
    QCOMPARE(shown.lanes().facts(1)[4].value, QStringLiteral("4"));
    QCOMPARE(shown.lanes().sentence(), QStringLiteral("gpipe: The step ends after 33 u."));
    QCOMPARE(shown.lanes().laneOf(0, 3).left(), shown.lanes().laneOf(1, 0).left());
    QVERIFY(shown.lanes().laneOf(1, 0).top() > shown.lanes().laneOf(0, 3).bottom());
    QCOMPARE(shown.lanes().boxOf({0, 0, plan::forward(0, 0)}).width(),
             shown.lanes().boxOf({1, 0, plan::forward(0, 0)}).width());
}

void tst_Predicted::theBarPlays()
{
    Shown shown({"1f1b"});
    PlayBar& bar = shown.step.bar();
    const auto button = [&](const QString& name) -> QAbstractButton* {
        for (QAbstractButton* each : bar.findChildren<QAbstractButton*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    };
    shown.clock().seek({});
    QTest::mouseClick(button(QStringLiteral("Next event")), Qt::LeftButton);
    QCOMPARE(shown.clock().time(), shown.unit);
    QTest::mouseClick(button(QStringLiteral("Event before")), Qt::LeftButton);
    QCOMPARE(shown.clock().time(), Nanoseconds{});
    QVERIFY(!button(QStringLiteral("Event before"))->isEnabled());
    auto* speed = bar.findChild<QComboBox*>();
    speed->setCurrentIndex(5);
    QCOMPARE(shown.clock().speed(), 8.0);
    shown.clock().setSpeed(0.25);
    QCOMPARE(speed->currentIndex(), 0);
    auto* slider = bar.findChild<QSlider*>();
    slider->setValue(slider->maximum() / 2);
    QCOMPARE(shown.clock().time(), shown.clock().end() / 2);
    QTest::mouseClick(button(QStringLiteral("Play")), Qt::LeftButton);
    QVERIFY(shown.clock().isPlaying());
    QVERIFY(button(QStringLiteral("Pause")));
    QTest::keyClick(&bar, Qt::Key_Space);
    QVERIFY(!shown.clock().isPlaying());
}

void tst_Predicted::largeStepsAreShownOnTheTimeline()
{
    const Course course;
    LessonSession session(course.read, nullptr);
    ViewState view;
    LessonPicture picture(session, view);
    session.go(stepNamed(*course.read, "time")); // which of two is shorter
    QVERIFY(picture.isPlayed());
    QVERIFY(picture.isCovered());
    picture.reveal();
    QVERIFY(picture.isPlayed());
    session.go(stepNamed(*course.read, "why")); // of 64 microbatches
    picture.reveal();
    QVERIFY(!picture.isPlayed());
    QVERIFY(picture.timeline().track(1));
}

void tst_Predicted::lettersGrowAndSoDoLanes()
{
    Shown shown({"gpipe", "1f1b"});
    const double before = shown.lanes().laneOf(0, 0).height();
    shown.step.setLetterHeight(24);
    QVERIFY(shown.lanes().laneOf(0, 0).height() > before);
    QVERIFY(shown.lanes().laneOf(0, 0).height() >= 2 * 24);
    // At the least eight lanes, two heads and the axis.
    QVERIFY(shown.lanes().minimumSizeHint().height() > 14 * 24);
}

QTEST_MAIN(tst_Predicted)
#include "tst_predicted.moc"
