// How a lecture goes through a lesson, and what every key does.

#include "gui/lecture/lecture_script.h"

#include <QKeySequence>
#include <QTest>

using namespace gui;
using Outcome = LectureScript::Outcome;

namespace {

// A question without a vote, one of three options, and one that reveals nothing.
LectureScript threeSteps(int start = 0)
{
    return LectureScript({{0, true}, {3, true}, {0, false}}, start);
}

std::pair<int, LectureHalf> placeOf(const LectureScript& script)
{
    return {script.step(), script.half()};
}

} // namespace

class tst_LectureScript : public QObject {
    Q_OBJECT
private slots:
    void halfStepsGoThereAndBack();
    void everyKeyThatWalksDoes_data();
    void everyKeyThatWalksDoes();
    void theEndSaysSoAndStays();
    void aBlankScreenComesBackWhereItWas();
    void escLeavesOnlyTwiceInARow();
    void handsAreCounted();
    void aSecondRoundIsCountedBesideTheFirst();
    void digitsAndEnterGoToAStep();
    void thePictureStandsAlone();
    void theKeysAreShownUntilAnyKey();
    void aLessonWithoutStepsStandsStill();
};

void tst_LectureScript::halfStepsGoThereAndBack()
{
    LectureScript script = threeSteps();
    using enum LectureHalf;
    const std::vector<std::pair<int, LectureHalf>> way{{0, Question}, {0, Reveal}, {1, Question},
                                                       {1, Votes},    {1, Reveal}, {2, Question}};
    for (const auto& place : way) {
        QVERIFY(placeOf(script) == place);
        QCOMPARE(script.press(Qt::Key_PageDown), Outcome::Changed);
    }
    QVERIFY(script.isAtEnd());
    for (std::size_t i = way.size() - 1; i-- > 0;) {
        QCOMPARE(script.press(Qt::Key_PageUp), Outcome::Changed);
        QVERIFY(placeOf(script) == way[i]);
    }
    QCOMPARE(script.press(Qt::Key_PageUp), Outcome::Nothing);
    QVERIFY(placeOf(threeSteps(1)) == std::pair(1, Question));
    QCOMPARE(threeSteps(7).step(), 2);
}

void tst_LectureScript::everyKeyThatWalksDoes_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("to"); // step, from the second
    for (const int on : {Qt::Key_PageDown, Qt::Key_Right, Qt::Key_Down, Qt::Key_Space})
        QTest::newRow(qPrintable(QKeySequence(on).toString())) << on << 2;
    for (const int back : {Qt::Key_PageUp, Qt::Key_Left, Qt::Key_Up, Qt::Key_Home})
        QTest::newRow(qPrintable(QKeySequence(back).toString())) << back << 0;
    QTest::newRow("End") << int(Qt::Key_End) << 3;
    for (const int none : {Qt::Key_F5, Qt::Key_Period, Qt::Key_B, Qt::Key_Tab, Qt::Key_Return})
        QTest::newRow(qPrintable(QKeySequence(none).toString())) << none << 1;
}

void tst_LectureScript::everyKeyThatWalksDoes()
{
    QFETCH(int, key);
    QFETCH(int, to);
    LectureScript script({{0, false}, {0, false}, {0, false}, {0, false}}, 1);
    QVERIFY(script.press(key) != Outcome::Left);
    QCOMPARE(script.step(), to);
    // With Ctrl it is a command of somebody's, and none of these.
    LectureScript other({{0, false}, {0, false}, {0, false}, {0, false}}, 1);
    QCOMPARE(other.press(key, Qt::ControlModifier), Outcome::Nothing);
    QCOMPARE(other.step(), 1);
    QVERIFY(!other.isBlank());
}

void tst_LectureScript::theEndSaysSoAndStays()
{
    LectureScript script = threeSteps(2);
    QCOMPARE(script.press(Qt::Key_Space), Outcome::Changed);
    QVERIFY(script.isAtEnd());
    QCOMPARE(script.press(Qt::Key_Space), Outcome::Nothing);
    QVERIFY(script.isAtEnd());
    QCOMPARE(script.step(), 2);
    script.press(Qt::Key_PageUp);
    QVERIFY(!script.isAtEnd());
    QVERIFY(placeOf(script) == std::pair(1, LectureHalf::Reveal));
    script = threeSteps(2);
    script.press(Qt::Key_Space);
    QCOMPARE(script.press(Qt::Key_End), Outcome::Changed); // says it no longer
    QVERIFY(!script.isAtEnd());
}

void tst_LectureScript::aBlankScreenComesBackWhereItWas()
{
    for (const int blank : {Qt::Key_Period, Qt::Key_B})
        for (const int back :
             {Qt::Key_Period, Qt::Key_B, Qt::Key_PageDown, Qt::Key_Space, Qt::Key_PageUp}) {
            LectureScript script = threeSteps();
            script.press(blank);
            QVERIFY(script.isBlank());
            QCOMPARE(script.press(Qt::Key_F5), Outcome::Nothing);
            QCOMPARE(script.press(Qt::Key_A), Outcome::Nothing);
            QVERIFY(script.isBlank());
            script.press(back);
            QVERIFY(!script.isBlank());
            QVERIFY(placeOf(script) == std::pair(0, LectureHalf::Question));
        }
}

void tst_LectureScript::escLeavesOnlyTwiceInARow()
{
    LectureScript script = threeSteps();
    // A clicker that sends F5 and Esc by turns never leaves.
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(script.press(Qt::Key_Escape), Outcome::Changed);
        QVERIFY(script.asksToLeave());
        QCOMPARE(script.press(Qt::Key_F5), Outcome::Changed); // the sentence goes
        QVERIFY(!script.asksToLeave());
    }
    for (const int between : {Qt::Key_PageDown, Qt::Key_A, Qt::Key_Shift, Qt::Key_Period}) {
        script.press(Qt::Key_Escape);
        script.press(between);
        QVERIFY(!script.asksToLeave());
        QVERIFY(script.press(Qt::Key_Escape) != Outcome::Left);
        script.click();
        QVERIFY(script.press(Qt::Key_Escape) != Outcome::Left);
        script.press(Qt::Key_F5);
    }
    QCOMPARE(script.press(Qt::Key_Escape), Outcome::Changed);
    QCOMPARE(script.press(Qt::Key_Escape), Outcome::Left);
    QCOMPARE(threeSteps().press(Qt::Key_F11), Outcome::Left);
    LectureScript blank = threeSteps();
    blank.press(Qt::Key_Period);
    blank.press(Qt::Key_Escape);
    QVERIFY(blank.isBlank() && blank.asksToLeave());
    QCOMPARE(blank.press(Qt::Key_Escape), Outcome::Left);
}

void tst_LectureScript::handsAreCounted()
{
    LectureScript script = threeSteps(1);
    QCOMPARE(script.press(Qt::Key_A), Outcome::Nothing); // not yet
    QCOMPARE(script.total(0), 0);
    script.press(Qt::Key_PageDown);
    script.press(Qt::Key_A);
    script.press(Qt::Key_A);
    script.press(Qt::Key_B); // an option, and no blank screen
    QVERIFY(!script.isBlank());
    script.press(Qt::Key_A, Qt::ShiftModifier);
    QCOMPARE(script.votes(0, 0), 1);
    QCOMPARE(script.votes(1, 0), 1);
    script.press(Qt::Key_C, Qt::ShiftModifier); // there are no fewer than none
    QCOMPARE(script.votes(2, 0), 0);
    QCOMPARE(script.press(Qt::Key_D), Outcome::Nothing); // no such option
    script.press(Qt::Key_2);
    script.press(Qt::Key_3);
    QCOMPARE(script.typed(), QStringLiteral("23"));
    script.press(Qt::Key_B);
    QCOMPARE(script.votes(1, 0), 23);
    QCOMPARE(script.typed(), QString());
    QCOMPARE(script.total(0), 24);
    script.press(Qt::Key_2);
    script.press(Qt::Key_Shift);
    script.press(Qt::Key_1);
    script.press(Qt::Key_Backspace);
    script.press(Qt::Key_A);
    QCOMPARE(script.votes(0, 0), 2);
    script.press(Qt::Key_1);
    script.press(Qt::Key_PageUp); // what was typed is forgotten
    script.press(Qt::Key_PageDown);
    script.press(Qt::Key_C);
    QCOMPARE(script.votes(2, 0), 1);
    script.press(Qt::Key_PageDown); // they are kept
    QCOMPARE(script.half(), LectureHalf::Reveal);
    QCOMPARE(script.total(0), 26);
    script.press(Qt::Key_Home);
    QCOMPARE(script.total(0), 0); // those of the other step
}

void tst_LectureScript::aSecondRoundIsCountedBesideTheFirst()
{
    for (const int key : {Qt::Key_R, Qt::Key_Tab}) {
        LectureScript script = threeSteps(1);
        QCOMPARE(script.press(key), Outcome::Nothing);
        script.press(Qt::Key_PageDown);
        script.press(Qt::Key_A);
        QVERIFY(!script.hasSecondRound());
        script.press(key);
        QVERIFY(script.hasSecondRound());
        QCOMPARE(script.round(), 1);
        script.press(Qt::Key_5);
        script.press(Qt::Key_C);
        QCOMPARE(script.votes(0, 0), 1);
        QCOMPARE(script.votes(2, 0), 0);
        QCOMPARE(script.votes(2, 1), 5);
        script.press(key); // to correct the first one
        QCOMPARE(script.round(), 0);
        QVERIFY(script.hasSecondRound());
        script.press(Qt::Key_A);
        QCOMPARE(script.total(0), 2);
        QCOMPARE(script.total(1), 5);
    }
}

void tst_LectureScript::digitsAndEnterGoToAStep()
{
    LectureScript script = threeSteps();
    script.press(Qt::Key_3);
    QCOMPARE(script.press(Qt::Key_Enter), Outcome::Changed);
    QCOMPARE(script.step(), 2);
    for (const int nowhere : {Qt::Key_0, Qt::Key_9}) {
        script.press(nowhere);
        QCOMPARE(script.press(Qt::Key_Return), Outcome::Changed); // the digits go
        QCOMPARE(script.step(), 2);
        QVERIFY(script.typed().isEmpty());
    }
    script.press(Qt::Key_2);
    script.press(Qt::Key_Return);
    QVERIFY(placeOf(script) == std::pair(1, LectureHalf::Question));
    script.press(Qt::Key_PageDown);
    script.press(Qt::Key_1);
    script.press(Qt::Key_Return); // hands are counted
    QVERIFY(placeOf(script) == std::pair(1, LectureHalf::Votes));
}

void tst_LectureScript::thePictureStandsAlone()
{
    LectureScript script = threeSteps(1);
    QVERIFY(!script.isPictureAlone());
    script.press(Qt::Key_P);
    QVERIFY(script.isPictureAlone());
    QVERIFY(placeOf(script) == std::pair(1, LectureHalf::Question));
    script.press(Qt::Key_P);
    QVERIFY(!script.isPictureAlone());
    for (const int key : {Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Home}) {
        script.press(Qt::Key_P);
        script.press(key); // words come with what is gone to
        QVERIFY(!script.isPictureAlone());
    }
}

void tst_LectureScript::theKeysAreShownUntilAnyKey()
{
    for (const int opens : {Qt::Key_Question, Qt::Key_F1})
        for (const int closes : {Qt::Key_Question, Qt::Key_F1, Qt::Key_PageDown, Qt::Key_Escape}) {
            LectureScript script = threeSteps();
            script.press(opens);
            QVERIFY(script.showsKeys());
            QCOMPARE(script.press(Qt::Key_F5), Outcome::Nothing);
            QVERIFY(script.showsKeys());
            QCOMPARE(script.press(closes), Outcome::Changed);
            QVERIFY(!script.showsKeys() && !script.asksToLeave());
            QVERIFY(placeOf(script) == std::pair(0, LectureHalf::Question));
        }
}

void tst_LectureScript::aLessonWithoutStepsStandsStill()
{
    LectureScript script({});
    for (const int key : {Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_End, Qt::Key_A, Qt::Key_R,
                          Qt::Key_1, Qt::Key_Return, Qt::Key_Home})
        QVERIFY(script.press(key) != Outcome::Left);
    QCOMPARE(script.step(), 0);
    QCOMPARE(script.total(1), 0);
}

QTEST_APPLESS_MAIN(tst_LectureScript)
#include "tst_lecture_script.moc"
