// What a step says of itself beside its answers: names of several numbers, why a state is refused,
// and what a run did not show.

#include "gui/lessons/lesson_picture.h"
#include "gui/lessons/unmet_text.h"
#include "gui/lessons/verdict_note.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/lesson_steps.h"

#include <QTest>
#include <QVBoxLayout>

using namespace gui;
using test::Learning;

class tst_StepWords : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light, systemPalette());
        applySizes(*qApp, Metrics());
    }
    void numbersOfStatesHaveTheirNames();
    void whatWasBuiltHandsTheKeyboardOn();
    void whyAStateIsRefusedIsSaid();
    void aRunThatDoesNotShowItIsNoWrongAnswer();
    void whatIsNeededIsInWordsOfTheWindow();
    void anotherLanguageLeavesTheKeyboardWhereItIs();
};

void tst_StepWords::numbersOfStatesHaveTheirNames()
{
    Learning learning("data-parallel", "stages");
    QStringList names;
    for (const QLineEdit* line : learning.panel.input()->findChildren<QLineEdit*>())
        names << line->accessibleName();
    QCOMPARE(names,
             QStringList({QStringLiteral("Your answer in GiB, zero-1"),
                          QStringLiteral("Your answer in GiB, zero-2"),
                          QStringLiteral("Your answer in GiB, zero-3")}));
}

void tst_StepWords::whatWasBuiltHandsTheKeyboardOn()
{
    Learning learning("why-four-devices-idle", "lay");
    for (const char* op : {"0F0", "1F0", "1B0", "0B0"}) {
        const plan::Op laid = *plan::parseOp(op);
        const auto& order = learning.session.board()->schedule().order;
        QCOMPARE(learning.session.board()->lay(laid, order[std::size_t(laid.stage)].size()),
                 std::string());
        learning.session.boardChanged();
    }
    QVERIFY(learning.isPassed());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(learning.session.step().id, std::string("share"));
}

void tst_StepWords::whyAStateIsRefusedIsSaid()
{
    Learning learning("data-parallel", "repair");
    LessonPicture picture(learning.session, learning.state);
    QVERIFY(!picture.isPlayed());
    QCOMPARE(learning.session.refusal().front().key, std::string("batch.global"));
    QVERIFY2(picture.timeline().emptyText().startsWith(QStringLiteral("Refused: batch › global ")),
             qPrintable(picture.timeline().emptyText()));
    learning.session.setField("batch.global", "64");
    QVERIFY(learning.session.refusal().empty());
    QCOMPARE(picture.timeline().emptyText(), QString());
    learning.session.setField("batch.global", "61");
    QVERIFY(picture.timeline().emptyText().contains(QStringLiteral("61")));
    // Where the reason is what is asked for, it is said behind the answer.
    Learning asked("when-it-does-not-divide", "circle");
    LessonPicture refused(asked.session, asked.state);
    QCOMPARE(refused.timeline().emptyText(), QStringLiteral("The engine refuses this state."));
    asked.session.answer(*lesson::rightAnswer(asked.session.scene()));
    QVERIFY(refused.timeline().emptyText().contains(QStringLiteral("deadlocks")));
}

void tst_StepWords::aRunThatDoesNotShowItIsNoWrongAnswer()
{
    Learning learning("cut-the-batch", "run");
    const auto planned = learning.session.shown()->timeline().makespan;
    learning.session.answer(lesson::MeasuredRun{.step = planned * 11 / 10});
    QVERIFY(!learning.isPassed());
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::NotYet);
    // What it took, beside what it may.
    QVERIFY2(learning.panel.saidText().contains(
                 QStringLiteral("Measured step: 36.3 u. Needed: at most 33.66 u.")),
             qPrintable(learning.panel.saidText()));
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("Run it again")));
    learning.session.answer(lesson::MeasuredRun{.step = planned});
    QVERIFY(learning.isPassed());
    QVERIFY(!learning.panel.saidText().contains(QStringLiteral("Run it again")));
}

void tst_StepWords::whatIsNeededIsInWordsOfTheWindow()
{
    std::size_t conditions = 0;
    for (const lesson::CourseEntry& entry : lesson::course())
        for (const lesson::Step& step : test::readOf(entry.head.name)->lesson.steps)
            for (const lesson::Condition& condition : step.pass) {
                const std::string written = toText(condition.measure);
                if (dimensionOf(condition.measure) == lesson::Dimension::Truth)
                    continue;
                const lesson::Unmet unmet{
                    .sentence = written,
                    .missed = lesson::Missed{condition.measure, condition.relation, "1", "2"}};
                QVERIFY2(!unmetText(unmet).startsWith(QString::fromStdString(written)),
                         written.c_str());
                ++conditions;
            }
    QVERIFY(conditions > 20);
    QCOMPARE(unmetText({.sentence = "fits is no", .broken = lesson::MeasureId::Fits}),
             QStringLiteral("It does not fit into the memory of its devices."));
    QCOMPARE(unmetText({.sentence = "a sentence of the engine's"}),
             QStringLiteral("a sentence of the engine's"));
}

void tst_StepWords::anotherLanguageLeavesTheKeyboardWhereItIs()
{
    Learning learning("cut-the-batch", "enough");
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* panel = new StepPanel(learning.session, learning.state);
    auto* elsewhere = new QLineEdit;
    layout->addWidget(panel);
    layout->addWidget(elsewhere);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QEvent change(QEvent::LanguageChange);
    elsewhere->setFocus();
    QCoreApplication::sendEvent(panel, &change);
    QVERIFY(elsewhere->hasFocus());
    panel->focused()->setFocus();
    QCoreApplication::sendEvent(panel, &change);
    QVERIFY(panel->isAncestorOf(QApplication::focusWidget()));
}

QTEST_MAIN(tst_StepWords)
#include "tst_step_words.moc"
