// What is kept of a learner: what is due to be practised, own lessons, guesses, and the file of it.

#include "tests/gui/long_waits.h"

#include "gui/course/calibration_strip.h"
#include "gui/course/course_map.h"
#include "gui/course/own_lessons.h"
#include "gui/course/practice_view.h"
#include "gui/course/progress_panel.h"
#include "gui/lessons/answer_input.h"
#include "gui/lessons/lesson_text.h"
#include "gui/lessons/verdict_note.h"
#include "tests/gui/beginning.h"
#include "tests/gui/course_home.h"
#include "tests/gui/opened.h"

#include <QFileDialog>

#include <sys/stat.h>

using namespace gui;
using namespace gui::test;

namespace {

QString verdict(const Home& home)
{
    const auto* note = home.page->findChild<VerdictNote*>();
    return note->isVisible() ? note->plain() : QString();
}

} // namespace

class tst_CourseKept : public QObject {
    Q_OBJECT
    QTemporaryDir m_data;

private slots:
    void init();
    void practiceIsDueAfterOneDay();
    void whatIsPractisedIsDrawnAnew();
    void aWrongAnswerStaysDue();
    void ownLessonsAreListed();
    void ownLessonsAreAskedAgain();
    void aGuessStandsBesideTheTruth();
    void progressIsExported();
    void progressThatCannotBeReadIsToldOf();
    void erasingAsks();
};

void tst_CourseKept::init()
{
    const QString data = m_data.filePath(QString::fromLatin1(QTest::currentTestFunction()));
    qputenv("XDG_DATA_HOME", data.toUtf8());
}

void tst_CourseKept::practiceIsDueAfterOneDay()
{
    Home home(passed({QStringLiteral("same-bubble-less-memory")}));
    QTRY_VERIFY(home.page->isComplete());
    QVERIFY(home.page->due().empty());
    QPushButton* practise = nullptr;
    home.page->setDay(kDay + 1);
    // Of its steps one is asked in more than one way.
    QCOMPARE(home.page->due().size(), std::size_t(1));
    practise = home.button(QStringLiteral("Practice: 1 question"));
    QVERIFY(practise && practise->isVisible());
    home.store->notePractice("same-bubble-less-memory", home.page->due()[0].step);
    QVERIFY(home.page->due().empty());
    QVERIFY(!practise->isVisible());
    for (const auto& [day, isDue] : std::map<int, bool>{{2, false}, {3, true}}) {
        home.page->setDay(kDay + day);
        QCOMPARE(home.page->due().empty(), !isDue);
    }
    home.store->notePractice("same-bubble-less-memory", home.page->due()[0].step);
    for (const auto& [day, isDue] : std::map<int, bool>{{6, false}, {7, true}}) {
        home.page->setDay(kDay + day);
        QCOMPARE(home.page->due().empty(), !isDue);
    }
}

void tst_CourseKept::whatIsPractisedIsDrawnAnew()
{
    Home home(passed({QStringLiteral("cut-the-batch"), QStringLiteral("three-phases")}));
    home.page->setDay(kDay + 1);
    QTRY_COMPARE(home.page->due().size(), std::size_t(2));
    QPushButton* practise = home.button(QStringLiteral("Practice: 2 questions"));
    QVERIFY(practise);
    QTest::mouseClick(practise, Qt::LeftButton);
    PracticeView& view = home.page->practice();
    QVERIFY(view.isVisible());
    for (int question = 0; question < 2; ++question) {
        QTRY_VERIFY(view.session());
        LessonSession& session = *view.session();
        QCOMPARE(session.phase(), StepPhase::Asked);
        const lesson::Step& step = session.step();
        QVERIFY(session.drawn());
        const QString values
            = home.textOf("Values of the question").replace(QChar(QChar::Nbsp), QLatin1Char(' '));
        for (const auto& [key, value] : session.drawn()->fields)
            QVERIFY2(values.contains(QStringLiteral("%1 = %2").arg(fieldWords(key),
                                                                   QString::fromStdString(value))),
                     qPrintable(values));
        // It is judged by what was drawn.
        const auto scene = lesson::sceneOf(session.read(), step, *session.drawn());
        const auto right = lesson::rightAnswer(scene);
        QVERIFY(bool(right));
        const double number = std::get<lesson::Numbers>(*right).values.at(0);
        auto* line = view.input()->findChild<QLineEdit*>();
        QVERIFY(line && line->isVisible());
        const std::string name = session.read().lesson.head.name;
        QTest::keyClicks(line, QString::number(number, 'g', 12));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(session.phase(), StepPhase::Passed);
        QVERIFY(verdict(home).startsWith(QStringLiteral("Right")));
        QCOMPARE(home.store->progress().find(name, step.id)->practices, 1);
        QTest::keyClick(&view, Qt::Key_Return);
    }
    QVERIFY(view.isOver());
    QTest::mouseClick(home.button(QStringLiteral("Back to the course")), Qt::LeftButton);
    QVERIFY(home.page->map().isVisible());
    QVERIFY(home.page->due().empty());
}

void tst_CourseKept::aWrongAnswerStaysDue()
{
    Home home(passed({QStringLiteral("cut-the-batch")}));
    home.page->setDay(kDay + 1);
    QTRY_COMPARE(home.page->due().size(), std::size_t(1));
    home.button(QStringLiteral("Practice: 1 question"))->click();
    PracticeView& view = home.page->practice();
    QTRY_VERIFY(view.session());
    auto* line = view.input()->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("1"));
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(view.session()->phase(), StepPhase::Asked);
    QVERIFY(verdict(home).startsWith(QStringLiteral("Not right")));
    home.button(QStringLiteral("Show the answer"))->click();
    const std::string right = *lesson::answerText(view.session()->scene());
    QVERIFY(verdict(home).contains(QString::fromStdString(right)));
    QCOMPARE(home.page->due().size(), std::size_t(1));
    QCOMPARE(home.store->progress().lessons.at("cut-the-batch").begin()->second.practices, 0);
    home.button(QStringLiteral("Next"))->click();
    QVERIFY(view.isOver());
}

void tst_CourseKept::ownLessonsAreListed()
{
    const QString folder = OwnLessons::folder();
    QVERIFY(folder.startsWith(m_data.path()));
    writeFile(folder + QStringLiteral("/b.yaml"),
              "lesson: 1\nname: mine\ntitle: {en: \"Mine <i>&\"}\nminutes: 5\n");
    writeFile(folder + QStringLiteral("/a.yaml"), "[\n");
    writeFile(folder + QStringLiteral("/c.yaml"),
              QByteArray(int(lesson::kMaxLessonBytes) + 1, ' '));
    writeFile(folder + QStringLiteral("/notes.txt"), "lesson: 1\n");
    QCOMPARE(mkfifo(qPrintable(folder + QStringLiteral("/d.yaml")), 0600), 0);
    const Home home;
    CardFlow& cards = home.page->ownLessons().cards();
    QTRY_COMPARE(cards.count(), 3);
    QCOMPARE(cards.card(0)->shown().title, QStringLiteral("a.yaml"));
    QCOMPARE(cards.card(1)->shown().title, QStringLiteral("Mine <i>&"));
    QVERIFY(cards.card(1)->shown().line.contains(QStringLiteral("b.yaml")));
    QVERIFY(!cards.card(1)->toolTip().contains(QStringLiteral("<i>")));
    QSignalSpy wanted(home.page.get(), &CoursePage::lessonFileWanted);
    cards.card(1)->setFocus();
    QTest::keyClick(cards.card(1), Qt::Key_Return);
    QCOMPARE(wanted.takeFirst().at(0).toString(), folder + QStringLiteral("/b.yaml"));
    home.button(QStringLiteral("Open a lesson file…"))->click();
    auto* dialog = home.page->findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(QStringLiteral("/elsewhere.yaml"));
    QCOMPARE(wanted.takeFirst().at(0).toString(), QStringLiteral("/elsewhere.yaml"));
    dialog->close();
    const auto outdated = [] { return false; };
    for (int i = 0; i < 220; ++i)
        writeFile(folder + QStringLiteral("/many%1.yaml").arg(i), "lesson: 1\n");
    QCOMPARE(readOwnLessons(folder, outdated).size(), std::size_t(200));
}

void tst_CourseKept::ownLessonsAreAskedAgain()
{
    const QByteArray mine
        = "lesson: 1\nname: mine\ntitle: {en: Mine, zh: 我的}\n"
          "base:\n  parallel: {pipeline: 4}\n"
          "  batch: {micro: 1, global: 8}\n"
          "  costs: {forward: 1000, input_grad: 1000, weight_grad: 1000, transfer: 0}\n"
          "states:\n  four: {schedule.name: 1f1b}\n"
          "steps:\n"
          "  - id: step\n    state: four\n    text: {en: How long is it, zh: 多长}\n"
          "    number: {is: makespan}\n    vary: {batch.global: 4..12}\n";
    writeFile(OwnLessons::folder() + QStringLiteral("/mine.yaml"), mine);
    writeFile(OwnLessons::folder() + QStringLiteral("/inner/none.yaml"), mine);
    QVERIFY(readKnownLesson("mine", OwnLessons::folder()));
    QVERIFY(!readKnownLesson("../mine", OwnLessons::folder() + QStringLiteral("/inner")));
    lesson::Progress progress;
    for (const char* name : {"mine", "gone", "../mine"})
        progress.lessons[name]["step"] = {.tries = 1, .passed = true, .day = kDay};
    const Home home(QByteArray::fromStdString(lesson::toJson(progress)));
    home.page->setDay(kDay + 1);
    QTRY_COMPARE(home.page->due().size(), std::size_t(1));
    QCOMPARE(home.page->due()[0].lesson, std::string("mine"));
    home.button(QStringLiteral("Practice: 1 question"))->click();
    PracticeView& view = home.page->practice();
    QTRY_VERIFY(view.session());
    const LessonSession& session = *view.session();
    const auto right
        = lesson::rightAnswer(lesson::sceneOf(session.read(), session.step(), *session.drawn()));
    QVERIFY(bool(right));
    auto* line = view.input()->findChild<QLineEdit*>();
    QTest::keyClicks(line, QString::number(std::get<lesson::Numbers>(*right).values.at(0)));
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(session.phase(), StepPhase::Passed);
    QVERIFY(home.page->due().empty());
}

void tst_CourseKept::aGuessStandsBesideTheTruth()
{
    QCOMPARE(CalibrationStrip::placeOf({.guessed = 8, .truth = 8}), 0.5);
    QCOMPARE(CalibrationStrip::placeOf({.guessed = 4, .truth = 8}), 0.25);
    QCOMPARE(CalibrationStrip::placeOf({.guessed = 16, .truth = 8}), 0.75);
    QCOMPARE(CalibrationStrip::placeOf({.guessed = 0, .truth = 8}), 0.0);
    QCOMPARE(CalibrationStrip::placeOf({.guessed = 1e9, .truth = 8}), 1.0);
    lesson::Progress progress;
    progress.guesses = {{9, 10}, {12, 10}, {20, 10}};
    const Home home(QByteArray::fromStdString(lesson::toJson(progress)));
    QVERIFY(home.textOf("How near your guesses come").contains(QStringLiteral("20")));
    QVERIFY(home.page->progress().findChild<CalibrationStrip*>()->isVisible());
}

void tst_CourseKept::progressIsExported()
{
    const QByteArray progress = passed({QStringLiteral("cut-the-batch")});
    const Home home(progress);
    home.button(QStringLiteral("Export…"))->click();
    auto* dialog = home.page->window()->findChild<QFileDialog*>();
    QVERIFY(dialog);
    const QString path = home.folder.filePath(QStringLiteral("copy.json"));
    emit dialog->fileSelected(path);
    QCOMPARE(contentsOf(path), contentsOf(home.file));
    QVERIFY(home.textOf("What is said of your progress").contains(path));
    emit dialog->fileSelected(home.folder.filePath(QStringLiteral("none/copy.json")));
    QVERIFY(
        home.textOf("What is said of your progress").contains(QStringLiteral("none/copy.json")));
    QVERIFY(!home.textOf("What is said of your progress").startsWith(QStringLiteral("Written")));
    dialog->close();
}

void tst_CourseKept::progressThatCannotBeReadIsToldOf()
{
    const Home home("{");
    QVERIFY(!home.store->problem().isEmpty());
    QCOMPARE(home.textOf("What is said of your progress"), home.store->problem());
    QCOMPARE(
        named<QLabel>(*home.page, QStringLiteral("What is said of your progress"))->textFormat(),
        Qt::PlainText);
    QVERIFY(home.textOf("Where it is kept").contains(QStringLiteral("nothing of it is sent")));
}

void tst_CourseKept::erasingAsks()
{
    writeFile(ProgressStore::usualFile(), passed({QStringLiteral("cut-the-batch")}));
    Opened opened;
    ProgressStore& store = opened.window.opener().progress();
    QVERIFY(!store.progress().lessons.empty());
    opened.window.setMode(Mode::Learn);
    opened.window.frame().setArrangement({.panel = true});
    auto* page = opened.window.findChild<CoursePage*>();
    QVERIFY(page && page->isVisible());
    auto* erase = named<QPushButton>(*page, QStringLiteral("Erase…"));
    QVERIFY(erase && erase->isEnabled());
    erase->click();
    QVERIFY(!store.progress().lessons.empty());
    opened.answer(QStringLiteral("Cancel"));
    QVERIFY(!store.progress().lessons.empty());
    QVERIFY(QFile::exists(ProgressStore::usualFile()));
    erase->click();
    opened.answer(QStringLiteral("Erase"));
    QVERIFY(store.progress().lessons.empty());
    QVERIFY(!QFile::exists(ProgressStore::usualFile()));
    QVERIFY(!erase->isEnabled());
}

QTEST_MAIN(tst_CourseKept)
#include "tst_course_kept.moc"
