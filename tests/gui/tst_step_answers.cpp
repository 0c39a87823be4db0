// How answers to the steps of lessons are given by mouse and by keyboard, what is said to them, and
// that nothing of any step of the course is cut.

#include "gui/lessons/lesson_text.h"
#include "gui/lessons/verdict_note.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/cut_texts.h"
#include "tests/gui/lesson_steps.h"

#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QTextDocumentFragment>

using namespace gui;
using test::Learning;
using test::readOf;

namespace {

// Labels that are lower than their texts: what has no blanks has no words to be too wide.
QStringList lowTexts(const QWidget& within)
{
    QStringList found;
    for (const QLabel* label : within.findChildren<QLabel*>())
        if (label->isVisibleTo(&within) && label->wordWrap()
            && label->height() + 2 < label->heightForWidth(label->width()))
            found << label->text();
    for (const QAbstractButton* button : within.findChildren<QAbstractButton*>())
        if (button->isVisibleTo(&within)
            && (button->width() < button->sizeHint().width() - 1
                || button->height() < button->sizeHint().height() - 2))
            found << button->text();
    return found;
}

} // namespace

class tst_StepAnswers : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light, systemPalette());
        applySizes(*qApp, Metrics());
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void aWrongNumberIsTypedOver();
    void pointsFollowTries();
    void choicesStayMarked();
    void layersAreTypedOrClicked();
    void ranksOfAPathStayInOrder();
    void opsAreTyped();
    void statesAreOrderedByKeys();
    void aStretchIsTypedOrDrawn();
    void fieldsAreDragged();
    void guessesAreHeldAgainstTheTruth();
    void aStepWithoutHintsHasTheUsualOnes();
    void whatWasPassedIsShownAgain();
    void nothingIsMarkup();

    void noTextIsCut_data();
    void noTextIsCut();
};

void tst_StepAnswers::aWrongNumberIsTypedOver()
{
    Learning learning("same-bubble-less-memory", "wall");
    auto* line = learning.find<QLineEdit>();
    QVERIFY(line);
    learning.type(QStringLiteral("4"));
    QVERIFY(!learning.isPassed());
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::Wrong);
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("4 is the number of ranks.")));
    QVERIFY(line->hasFocus());
    QCOMPARE(line->selectedText(), QStringLiteral("4"));
    // Nobody foresaw 5.
    learning.type(QStringLiteral("5"));
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("Try again.")));
    // What is no number is no answer.
    learning.type(QStringLiteral("five"));
    QCOMPARE(learning.store.progress().find("same-bubble-less-memory", "wall")->tries, 2);
    learning.type(QStringLiteral("8"));
    QVERIFY(learning.isPassed());
    QCOMPARE(learning.session.current(), 0); // the same key does not go on as well
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::Right);
    QVERIFY(line->isReadOnly());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(learning.session.current(), 1);
}

void tst_StepAnswers::pointsFollowTries()
{
    const std::pair<int, const char*> expected[]{{0, "3"}, {1, "2"}, {2, "1"}, {3, "1"}};
    for (const auto& [wrong, points] : expected) {
        Learning learning("same-bubble-less-memory", "wall");
        for (int i = 0; i < wrong; ++i)
            learning.type(QStringLiteral("5"));
        learning.type(QStringLiteral("8"));
        QCOMPARE(learning.panel.verdict().word(),
                 QStringLiteral("Right. Points: %1").arg(QLatin1String(points)));
    }
}

void tst_StepAnswers::choicesStayMarked()
{
    Learning learning("same-bubble-less-memory", "time");
    const auto options = learning.options();
    QCOMPARE(options.size(), 3);
    QTRY_VERIFY(options[0]->hasFocus());
    QTest::keyClick(options[0], Qt::Key_C);
    QCOMPARE(options[2]->mark(), OptionButton::Mark::Wrong);
    QVERIFY(options[2]->accessibleDescription().contains(QStringLiteral("wrong")));
    // Once more is no other try.
    QTest::keyClick(options[2], Qt::Key_C);
    QTest::mouseClick(options[2], Qt::LeftButton);
    QCOMPARE(learning.store.progress().find("same-bubble-less-memory", "time")->tries, 1);
    options[2]->setFocus();
    QTest::keyClick(options[2], Qt::Key_Up);
    QVERIFY(options[1]->hasFocus());
    QTest::keyClick(options[1], Qt::Key_Up);
    QTest::keyClick(options[0], Qt::Key_Return);
    QCOMPARE(options[0]->mark(), OptionButton::Mark::Wrong);
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("fill and drain")));
    QTest::keyClick(options[0], Qt::Key_B);
    QVERIFY(learning.isPassed());
    QCOMPARE(options[1]->mark(), OptionButton::Mark::Right);
    QCOMPARE(options[2]->mark(), OptionButton::Mark::Wrong);
    QCOMPARE(options[0]->mark(), OptionButton::Mark::Wrong);
}

void tst_StepAnswers::layersAreTypedOrClicked()
{
    const std::string step = readOf("interleaving")->lesson.steps[0].id;
    {
        Learning learning("interleaving", step.c_str());
        QSignalSpy marks(&learning.panel, &StepPanel::marksChanged);
        for (const int layer : {9, 0, 3, 8, 1})
            learning.panel.takeLayer(layer);
        learning.panel.takeRank(2); // is not asked for
        learning.panel.takeLayer(3);
        QCOMPARE(marks.last()[1].value<std::vector<int>>(), (std::vector<int>{0, 1, 8, 9}));
        learning.panel.advance();
        QVERIFY(learning.isPassed());
    }
    Learning learning("interleaving", step.c_str());
    learning.type(QStringLiteral("0, 1, 2, 3"));
    QVERIFY(!learning.isPassed());
    learning.type(QStringLiteral("8，9 1,0"));
    QVERIFY(learning.isPassed());
}

void tst_StepAnswers::ranksOfAPathStayInOrder()
{
    const lesson::Step& step = readOf("v-shapes")->lesson.steps[0];
    Learning learning("v-shapes", step.id.c_str());
    for (const int rank : {0, 1, 2, 3, 3, 2, 1, 0})
        learning.panel.takeRank(rank);
    QCOMPARE(learning.find<QLineEdit>()->text(), QStringLiteral("0 1 2 3 3 2 1 0"));
    learning.panel.advance();
    QVERIFY(learning.isPassed());
}

void tst_StepAnswers::opsAreTyped()
{
    Learning learning("zero-bubble");
    learning.session.go(0);
    auto* line = learning.find<QLineEdit>();
    QVERIFY(line);
    line->setText(QStringLiteral("W"));
    QVERIFY(!learning.panel.input()->isReady());
    learning.type(QStringLiteral("0f0"));
    QVERIFY(!learning.isPassed());
    // What is clicked in the picture is the answer.
    learning.state.setSelected(OpRef{.slot = 0, .rank = 1, .op = *plan::parseOp("1W0")});
    QVERIFY(learning.isPassed());
    QCOMPARE(line->text(), QStringLiteral("1W0"));
}

void tst_StepAnswers::statesAreOrderedByKeys()
{
    Learning learning("zero-bubble");
    while (!std::holds_alternative<lesson::OrderAction>(learning.session.step().action)
           && learning.session.current() + 1 < learning.session.count())
        learning.session.go(learning.session.current() + 1);
    auto* list = learning.find<QListWidget>();
    QVERIFY(list);
    QTRY_VERIFY(list->hasFocus());
    QTest::keyClick(list, Qt::Key_Return); // as they stand: the longest first
    QVERIFY(!learning.isPassed());
    const auto right = lesson::rightAnswer(learning.session.scene());
    const auto wanted = std::get<lesson::Words>(*right).words;
    for (int place = 0; place < int(wanted.size()); ++place)
        for (int row = list->count() - 1; row > place; --row)
            if (list->item(row)->text().toStdString() == wanted[std::size_t(place)]) {
                list->setCurrentRow(row);
                for (; row > place; --row)
                    QTest::keyClick(list, Qt::Key_Up, Qt::ControlModifier);
            }
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(learning.isPassed());
}

void tst_StepAnswers::aStretchIsTypedOrDrawn()
{
    const auto& steps = readOf("three-phases")->lesson.steps;
    const auto step = std::find_if(steps.begin(), steps.end(), [](const lesson::Step& one) {
        return std::holds_alternative<lesson::BracketAction>(one.action);
    });
    QVERIFY(step != steps.end());
    Learning learning("three-phases", step->id.c_str());
    const auto u = *learning.session.read().lesson.unit;
    learning.type(QStringLiteral("3"));
    QVERIFY(!learning.isPassed());
    learning.state.setExtent(learning.session.shown()->timeline().makespan);
    learning.state.setArea(TimeArea{.range = {plan::Nanoseconds{}, 2 * u}});
    QCOMPARE(learning.find<QLineEdit>()->text(), QStringLiteral("2"));
    learning.panel.advance();
    QVERIFY(learning.isPassed());
}

void tst_StepAnswers::fieldsAreDragged()
{
    const auto& steps = readOf("cut-the-batch")->lesson.steps;
    const auto step = std::find_if(steps.begin(), steps.end(), [](const lesson::Step& one) {
        return std::holds_alternative<lesson::SetAction>(one.action);
    });
    Learning learning("cut-the-batch", step->id.c_str());
    auto* box = learning.find<QSpinBox>();
    auto* slider = learning.find<QSlider>();
    QVERIFY(box && slider);
    const int before = box->value();
    QVERIFY(before < 20);
    auto* line = box->findChild<QLineEdit*>();
    const QPoint from = line->rect().center();
    QTest::mousePress(line, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, from + QPoint(30, 0),
                     line->mapToGlobal(from + QPoint(30, 0)), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(line, &move);
    QTest::mouseRelease(line, Qt::LeftButton, {}, from + QPoint(30, 0));
    QVERIFY(box->value() > before);
    QCOMPARE(slider->value(), box->value());
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::NotYet);
    QCOMPARE(learning.session.shown()->row().shape.microbatches, box->value());
    slider->setValue(28);
    QVERIFY(learning.isPassed());
}

void tst_StepAnswers::guessesAreHeldAgainstTheTruth()
{
    const auto& steps = readOf("three-phases")->lesson.steps;
    const auto step = std::find_if(steps.begin(), steps.end(), [](const lesson::Step& one) {
        const auto* number = std::get_if<lesson::NumberAction>(&one.action);
        return number && number->guess;
    });
    Learning learning("three-phases", step->id.c_str());
    learning.type(QStringLiteral("12"));
    QVERIFY(learning.isPassed());
    QCOMPARE(learning.panel.verdict().kind(), VerdictNote::Kind::Guess);
    QCOMPARE(learning.panel.verdict().word(), QStringLiteral("Your guess: 12, the truth: 20."));
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("40.0 %")));
}

void tst_StepAnswers::aStepWithoutHintsHasTheUsualOnes()
{
    // As its file has it, but for the hints.
    auto read = std::make_shared<lesson::ReadLesson>(*readOf("same-bubble-less-memory"));
    for (lesson::Step& step : read->lesson.steps)
        step.hints.clear();
    ViewState state;
    LessonSession session(read, nullptr);
    StepPanel panel(session, state);
    const auto press = [](const StepPanel& of) {
        for (auto* button : of.findChildren<QPushButton*>())
            if (button->text().startsWith(QStringLiteral("Hint")) && !button->isHidden())
                return button->click(), true;
        return false;
    };
    session.goTo("wall");
    QVERIFY(panel.hints().isEmpty());
    QVERIFY(press(panel));
    QCOMPARE(panel.hints().size(), 1);
    QVERIFY(panel.hints()[0].startsWith(QStringLiteral("Play the step")));
    QVERIFY(press(panel));
    QVERIFY(panel.hints()[1].startsWith(QStringLiteral("Ask why")));
    QVERIFY(press(panel)); // the catalogue has GPipe's peak in letters
    QVERIFY(panel.hints()[2].contains(QStringLiteral("GPipe")));
    QVERIFY(!press(panel));
    session.goTo("time"); // asks for no number
    QVERIFY(panel.hints().isEmpty());
    QVERIFY(press(panel) && press(panel) && !press(panel));

    // The author's own come instead, and cost points.
    Learning own("same-bubble-less-memory", "wall");
    QVERIFY(press(own.panel));
    QVERIFY(own.panel.hints()[0].startsWith(QStringLiteral("Play the step and watch the boxes")));
    QVERIFY(!press(own.panel));
    own.type(QStringLiteral("8"));
    QCOMPARE(own.panel.verdict().word(), QStringLiteral("Right. Points: 2"));
}

void tst_StepAnswers::whatWasPassedIsShownAgain()
{
    Learning learning("same-bubble-less-memory", "wall");
    learning.type(QStringLiteral("8"));
    learning.session.go(2);
    learning.session.go(0);
    QCOMPARE(learning.find<QLineEdit>()->text(), QStringLiteral("8"));
    QVERIFY(learning.find<QLineEdit>()->isReadOnly());
    QVERIFY(learning.panel.saidText().contains(QStringLiteral("what it costs grows with m")));
}

void tst_StepAnswers::nothingIsMarkup()
{
    const auto& read = *readOf("same-bubble-less-memory");
    const lesson::Text text{"<img src=x> & **a < b <i** x</p>", {}};
    const QString rich = richText(text, read, {});
    QVERIFY(!rich.contains(QStringLiteral("<img")));
    QCOMPARE(QTextDocumentFragment::fromHtml(rich).toPlainText(),
             QStringLiteral("<img src=x> & a < b <i x</p>"));
}

void tst_StepAnswers::noTextIsCut_data()
{
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<bool>("chinese");
    for (const lesson::CourseEntry& entry : lesson::course())
        for (const bool chinese : {false, true}) {
            const QString name = QString::fromStdString(entry.head.name);
            QTest::addRow("%s %s", qPrintable(name), chinese ? "zh" : "en") << name << chinese;
        }
}

// As a lecture shows it: letters of 24 pixels in a narrow panel and in a wide one, and as large as
// they get.
void tst_StepAnswers::noTextIsCut()
{
    QFETCH(QString, lesson);
    QFETCH(bool, chinese);
    QLocale::setDefault(chinese ? QLocale(QLocale::Chinese) : QLocale::c());
    ViewState state;
    const std::string name = lesson.toStdString();
    LessonSession session(readOf(lesson::findInCourse(name)->head.name), nullptr);
    QScrollArea scrolled;
    auto& panel = *new StepPanel(session, state);
    scrolled.setWidgetResizable(true);
    scrolled.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled.setWidget(&panel);
    scrolled.show();
    const auto look = [&](int step, const char* what) {
        for (const auto& [letters, width] : {std::pair{13, 380}, {24, 380}, {24, 900}, {30, 420}}) {
            QFont font = panel.font();
            font.setPixelSize(letters);
            panel.setFont(font);
            scrolled.resize(width, 700);
            QApplication::processEvents();
            // Heights follow widths in more than one go.
            QStringList cut;
            const auto isWhole = [&] {
                cut = chinese ? lowTexts(panel) : test::cutTexts(panel);
                if (panel.width() > scrolled.viewport()->width())
                    cut << QStringLiteral("the panel itself, %1 wide").arg(panel.width());
                return cut.isEmpty();
            };
            QTRY_VERIFY2_WITH_TIMEOUT(isWhole(),
                                      qPrintable(QStringLiteral("step %1, %2, %3 px in %4: %5")
                                                     .arg(step)
                                                     .arg(QLatin1String(what))
                                                     .arg(letters)
                                                     .arg(width)
                                                     .arg(cut.join(QLatin1Char('\n')))),
                                      5000);
        }
    };
    for (int step = 0; step < session.count(); ++step) {
        session.go(step);
        for (auto* button : panel.findChildren<QPushButton*>())
            while (button->text().startsWith(QStringLiteral("Hint")) && !button->isHidden())
                button->click();
        look(step, "asked");
        session.answer(lesson::Words{{"none"}});
        look(step, "wrong");
        if (const auto right = lesson::rightAnswer(session.scene())) {
            session.answer(*right);
            look(step, "passed");
        }
    }
}

QTEST_MAIN(tst_StepAnswers)
#include "tst_step_answers.moc"
