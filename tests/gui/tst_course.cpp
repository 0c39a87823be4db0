// The home of Learn: the map of the course, its terms, practice, own lessons and what was done.

#include "tests/gui/long_waits.h"

#include "engine/lesson/course.h"
#include "engine/lesson/read_lesson.h"
#include "gui/course/calibration_strip.h"
#include "gui/course/course_map.h"
#include "gui/course/course_page.h"
#include "gui/course/own_lessons.h"
#include "gui/course/practice_view.h"
#include "gui/course/progress_panel.h"
#include "gui/course/term_list.h"
#include "gui/learn/learn_panel.h"
#include "gui/lessons/answer_input.h"
#include "gui/workspace/open_lesson.h"
#include "tests/gui/accessible_walk.h"
#include "tests/gui/beginning.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QStandardPaths>
#include <QTabBar>

#include <sys/stat.h>

using namespace gui;
using namespace gui::test;

namespace {

constexpr int kDay = 20'000; // on which what is passed was passed

void write(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

// Every step of these lessons is passed, at the first try.
QByteArray passed(const QStringList& lessons)
{
    lesson::Progress progress;
    for (const QString& name : lessons) {
        const lesson::CourseEntry* entry = lesson::findInCourse(name.toStdString());
        for (const lesson::Step& step : lesson::readCourseLesson(*entry).lesson.steps)
            progress.lessons[name.toStdString()][step.id]
                = {.tries = 1, .passed = true, .day = kDay};
    }
    return QByteArray::fromStdString(lesson::toJson(progress));
}

struct Home {
    QTemporaryDir folder;
    QString file = folder.filePath(QStringLiteral("progress.json"));
    std::unique_ptr<ProgressStore> store;
    std::unique_ptr<CoursePage> page;

    explicit Home(const QByteArray& progress = {}, int width = 340)
    {
        if (!progress.isEmpty())
            write(file, progress);
        store = std::make_unique<ProgressStore>(file);
        page = std::make_unique<CoursePage>(*store);
        page->setDay(kDay);
        page->resize(width, 800);
        page->show();
    }
    QString textOf(const char* name) const
    {
        const auto* label = named<QLabel>(*page, QString::fromLatin1(name));
        return label && label->isVisible() ? label->text() : QString();
    }
    QPushButton* button(const QString& text) const { return named<QPushButton>(*page, text); }
};

} // namespace

class tst_Course : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theMapHasTheCourseInItsOrder();
    void aWideMapStandsByWhatLessonsNeed();
    void cardsSayHowFarOneIs();
    void everyLessonOpensByMouseAndKeys();
    void termsAreFoundInBothLanguages();
    void aTermIsOpenedByMouseAndKeys();
    void aSnippetIsPlainText();
    void practiceIsDueAfterOneDay();
    void whatIsPractisedIsDrawnAnew();
    void aWrongAnswerStaysDue();
    void ownLessonsAreListed();
    void aGuessStandsBesideTheTruth();
    void progressIsExported();
    void progressThatCannotBeReadIsToldOf();
    void erasingAsks();
    void lessonsAndSchedulesOpenAsTabs();
    void theCatalogueIsTheSecondPage();
    void everythingHasAName();

private:
    QTemporaryDir m_data;
};

void tst_Course::init()
{
    const QString data = m_data.filePath(QString::fromLatin1(QTest::currentTestFunction()));
    qputenv("XDG_DATA_HOME", data.toUtf8());
}

void tst_Course::theMapHasTheCourseInItsOrder()
{
    const Home home;
    CourseMap& map = home.page->map();
    QCOMPARE(map.count(), 16);
    QVERIFY(!map.isInColumns());
    for (int i = 0; i < map.count(); ++i) {
        QCOMPARE(map.card(i)->shown().number, QString::number(i + 1));
        const auto& head = lesson::course()[std::size_t(i)].head;
        QCOMPARE(map.card(i)->shown().title, QString::fromStdString(head.title.english));
        QVERIFY(map.card(i)->shown().line.contains(QString::number(head.minutes)));
        QVERIFY(map.rect().contains(map.card(i)->geometry()));
        QVERIFY(map.card(i)->height() >= map.card(i)->heightForWidth(map.card(i)->width()));
        if (i > 0) {
            QCOMPARE(map.card(i)->x(), map.card(i - 1)->x());
            QVERIFY(map.card(i)->y() > map.card(i - 1)->geometry().bottom());
        }
    }
}

void tst_Course::aWideMapStandsByWhatLessonsNeed()
{
    for (const int width : {1280, 2560}) {
        const Home home({}, width);
        const CourseMap& map = home.page->map();
        QVERIFY(map.isInColumns());
        std::map<std::string, int> places;
        for (int i = 0; i < map.count(); ++i) {
            const QRect place = map.card(i)->geometry();
            QVERIFY(map.rect().contains(place));
            QVERIFY(place.height() >= map.card(i)->heightForWidth(place.width()));
            const lesson::LessonHead& head = lesson::course()[std::size_t(i)].head;
            for (const std::string& need : head.needs)
                QVERIFY2(map.card(places.at(need))->geometry().right() < place.left(),
                         head.name.c_str());
            for (int other = 0; other < i; ++other)
                QVERIFY(!place.intersects(map.card(other)->geometry()));
            places[head.name] = i;
        }
    }
}

void tst_Course::cardsSayHowFarOneIs()
{
    Home home(passed({QStringLiteral("why-four-devices-idle")}));
    const CourseMap& map = home.page->map();
    QTRY_VERIFY(home.page->isComplete());
    QVERIFY(map.card(0)->shown().isWhole);
    QVERIFY(map.card(0)->shown().line.contains(QStringLiteral("done")));
    QVERIFY(map.card(1)->shown().remark.isEmpty());
    QVERIFY(!map.card(1)->shown().isWhole);
    QCOMPARE(map.card(2)->shown().remark, QStringLiteral("Comes after 2"));
    QCOMPARE(map.card(14)->shown().remark, QStringLiteral("Comes after 2, 8, 12"));
    const auto& steps
        = lesson::readCourseLesson(*lesson::findInCourse("cut-the-batch")).lesson.steps;
    home.store->note("cut-the-batch", steps[0], lesson::HasRead{},
                     {.passed = true, .said = {}, .unmet = {}});
    QVERIFY2(map.card(1)->shown().line.contains(QStringLiteral("1 of %1").arg(steps.size())),
             qPrintable(map.card(1)->shown().line));
    QCOMPARE(map.card(1)->shown().share, 1.0 / double(steps.size()));
    QVERIFY(home.textOf("How far you are").startsWith(QStringLiteral("1 of 16")));
    // Three points for each step at the first try.
    const auto count = lesson::readCourseLesson(lesson::course()[0]).lesson.steps.size() + 1;
    QVERIFY2(home.textOf("How far you are").endsWith(QString::number(3 * count)),
             qPrintable(home.textOf("How far you are")));
}

void tst_Course::everyLessonOpensByMouseAndKeys()
{
    for (const int width : {340, 1280}) {
        const Home home({}, width);
        CourseMap& map = home.page->map();
        QSignalSpy wanted(home.page.get(), &CoursePage::lessonWanted);
        QTest::mouseClick(map.card(5), Qt::LeftButton);
        QCOMPARE(wanted.takeFirst().at(0).toString(), QStringLiteral("when-it-does-not-divide"));
        map.card(0)->setFocus();
        QCOMPARE(QApplication::focusWidget(), map.card(0));
        QTest::keyClick(map.card(0), width < 1000 ? Qt::Key_Down : Qt::Key_Right);
        QCOMPARE(QApplication::focusWidget(), map.card(1));
        QTest::keyClick(map.card(1), Qt::Key_Return);
        QCOMPARE(wanted.takeFirst().at(0).toString(), QStringLiteral("cut-the-batch"));
        QTest::keyClick(map.card(1), width < 1000 ? Qt::Key_Up : Qt::Key_Left);
        QCOMPARE(QApplication::focusWidget(), map.card(0));
        QTest::keyClick(map.card(0), Qt::Key_End);
        QCOMPARE(QApplication::focusWidget(), map.card(15));
        // Every card is reached by arrows alone.
        std::set<int> reached{0};
        std::vector<int> from{0};
        while (!from.empty()) {
            const int at = from.back();
            from.pop_back();
            for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
                map.card(at)->setFocus();
                QTest::keyClick(map.card(at), Qt::Key(key));
                for (int i = 0; i < map.count(); ++i)
                    if (map.card(i)->hasFocus() && reached.insert(i).second)
                        from.push_back(i);
            }
        }
        QCOMPARE(reached.size(), std::size_t(16));
        // Tab comes to one of them.
        int stops = 0;
        for (int i = 0; i < map.count(); ++i)
            stops += (map.card(i)->focusPolicy() & Qt::TabFocus) ? 1 : 0;
        QCOMPARE(stops, 1);
    }
}

void tst_Course::termsAreFoundInBothLanguages()
{
    const Home home;
    auto* line = named<QLineEdit>(*home.page, QStringLiteral("Find a term in the course"));
    QVERIFY(line);
    TermList& terms = home.page->terms();
    for (const QString& term : {QStringLiteral("1/v"), QStringLiteral("BUBBLE"),
                                QString(u"\u6c14\u6ce1"), QString(u"\u663e\u5b58")}) {
        line->setText(term);
        QVERIFY(terms.isVisible());
        QVERIFY2(terms.count() > 0, qPrintable(term));
        for (int i = 0; i < terms.count(); ++i) {
            const QModelIndex index = terms.model()->index(i, 0);
            QVERIFY2(index.data().toString().contains(term, Qt::CaseInsensitive),
                     qPrintable(index.data().toString()));
        }
    }
    line->setText(QStringLiteral("no such words <b>at</b> all"));
    QVERIFY(!terms.isVisible());
    QVERIFY(home.textOf("Why nothing is listed").contains(QStringLiteral("<b>at</b>")));
    QCOMPARE(named<QLabel>(*home.page, QStringLiteral("Why nothing is listed"))->textFormat(),
             Qt::PlainText);
    QTest::keyClick(line, Qt::Key_Escape);
    QVERIFY(home.page->map().isVisible());
}

void tst_Course::aTermIsOpenedByMouseAndKeys()
{
    const Home home;
    auto* line = named<QLineEdit>(*home.page, QStringLiteral("Find a term in the course"));
    TermList& terms = home.page->terms();
    QSignalSpy wanted(home.page.get(), &CoursePage::lessonWanted);
    line->setFocus();
    QTest::keyClicks(line, QStringLiteral("activations"));
    QVERIFY(terms.count() > 1);
    const auto place = [](const lesson::FoundTerm& found) {
        return QVariantList{QString::fromStdString(found.place.lesson),
                            QString::fromStdString(found.place.step)};
    };
    const auto found = lesson::findTerm("activations");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(wanted.takeFirst(), place(found[0]));
    QTest::keyClick(line, Qt::Key_Down);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(wanted.takeFirst(), place(found[1]));
    QTest::mouseClick(terms.viewport(), Qt::LeftButton, {},
                      terms.visualItemRect(terms.item(0)).center());
    QCOMPARE(wanted.takeFirst(), place(found[0]));
}

void tst_Course::aSnippetIsPlainText()
{
    const TermSnippet markup
        = snippetOf(QStringLiteral("a <b>Bubble</b> & more"), QStringLiteral("bubble"));
    QCOMPARE(markup.text, QStringLiteral("a <b>Bubble</b> & more"));
    QCOMPARE(markup.text.mid(markup.begin, markup.length), QStringLiteral("Bubble"));
    const QString far = QStringLiteral("word ").repeated(60) + QStringLiteral("needle ")
        + QStringLiteral("word ").repeated(60);
    const TermSnippet cut = snippetOf(far, QStringLiteral("NEEDLE"));
    QVERIFY(cut.text.size() < 200);
    QCOMPARE(cut.text.mid(cut.begin, cut.length), QStringLiteral("needle"));
    QCOMPARE(snippetOf(QStringLiteral("no"), QStringLiteral("yes")).length, 0);
}

void tst_Course::practiceIsDueAfterOneDay()
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

void tst_Course::whatIsPractisedIsDrawnAnew()
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
        const QString values = home.textOf("Values of the question");
        for (const auto& [key, value] : session.drawn()->fields)
            QVERIFY2(values.contains(QStringLiteral("%1 = %2").arg(QString::fromStdString(key),
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
        QVERIFY(home.textOf("What is said to your answer").startsWith(QStringLiteral("Right")));
        QCOMPARE(home.store->progress().find(name, step.id)->practices, 1);
        QTest::keyClick(&view, Qt::Key_Return);
    }
    QVERIFY(view.isOver());
    QTest::mouseClick(home.button(QStringLiteral("Back to the course")), Qt::LeftButton);
    QVERIFY(home.page->map().isVisible());
    QVERIFY(home.page->due().empty());
}

void tst_Course::aWrongAnswerStaysDue()
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
    QVERIFY(home.textOf("What is said to your answer").startsWith(QStringLiteral("Not quite")));
    home.button(QStringLiteral("Show the answer"))->click();
    const std::string right = *lesson::answerText(view.session()->scene());
    QVERIFY(home.textOf("What is said to your answer").contains(QString::fromStdString(right)));
    QCOMPARE(home.page->due().size(), std::size_t(1));
    QCOMPARE(home.store->progress().lessons.at("cut-the-batch").begin()->second.practices, 0);
    home.button(QStringLiteral("Next"))->click();
    QVERIFY(view.isOver());
}

void tst_Course::ownLessonsAreListed()
{
    const QString folder = OwnLessons::folder();
    QVERIFY(folder.startsWith(m_data.path()));
    write(folder + QStringLiteral("/b.yaml"),
          "lesson: 1\nname: mine\ntitle: {en: \"Mine <i>&\"}\nminutes: 5\n");
    write(folder + QStringLiteral("/a.yaml"), "[\n");
    write(folder + QStringLiteral("/c.yaml"), QByteArray(int(lesson::kMaxLessonBytes) + 1, ' '));
    write(folder + QStringLiteral("/notes.txt"), "lesson: 1\n");
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
        write(folder + QStringLiteral("/many%1.yaml").arg(i), "lesson: 1\n");
    QCOMPARE(readOwnLessons(folder, outdated).size(), std::size_t(200));
}

void tst_Course::aGuessStandsBesideTheTruth()
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

void tst_Course::progressIsExported()
{
    const QByteArray progress = passed({QStringLiteral("cut-the-batch")});
    const Home home(progress);
    home.button(QStringLiteral("Export…"))->click();
    auto* dialog = home.page->window()->findChild<QFileDialog*>();
    QVERIFY(dialog);
    const QString path = home.folder.filePath(QStringLiteral("copy.json"));
    emit dialog->fileSelected(path);
    QCOMPARE(contentsOf(path), contentsOf(home.file));
    QVERIFY(home.textOf("What came of it").contains(path));
    emit dialog->fileSelected(home.folder.filePath(QStringLiteral("none/copy.json")));
    QVERIFY(home.textOf("What came of it").contains(QStringLiteral("none/copy.json")));
    QVERIFY(!home.textOf("What came of it").startsWith(QStringLiteral("Written")));
    dialog->close();
}

void tst_Course::progressThatCannotBeReadIsToldOf()
{
    const Home home("{");
    QVERIFY(!home.store->problem().isEmpty());
    QCOMPARE(home.textOf("What came of it"), home.store->problem());
    QCOMPARE(named<QLabel>(*home.page, QStringLiteral("What came of it"))->textFormat(),
             Qt::PlainText);
    QVERIFY(home.textOf("Where it is kept").contains(QStringLiteral("nothing of it is sent")));
}

void tst_Course::erasingAsks()
{
    write(ProgressStore::usualFile(), passed({QStringLiteral("cut-the-batch")}));
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

void tst_Course::lessonsAndSchedulesOpenAsTabs()
{
    Opened opened;
    opened.window.setMode(Mode::Learn);
    opened.window.frame().setArrangement({.panel = true});
    auto* page = opened.window.findChild<CoursePage*>();
    QVERIFY(page);
    emit page->lessonWanted(QStringLiteral("cut-the-batch"), QStringLiteral("step-time"));
    auto* open = qobject_cast<OpenLesson*>(opened.workspace.current());
    QVERIFY(open);
    QCOMPARE(open->name(), QStringLiteral("cut-the-batch"));
    QCOMPARE(open->session().step().id, std::string("step-time"));
    opened.workspace.setCurrent(opened.workspace.placeOf(opened.open));
    const QString file = opened.program.directory.filePath(QStringLiteral("own.yaml"));
    write(file, QByteArray(lesson::course()[0].text.data(), int(lesson::course()[0].text.size())));
    emit page->lessonFileWanted(file);
    open = qobject_cast<OpenLesson*>(opened.workspace.current());
    QVERIFY(open);
    QCOMPARE(open->source(), file);
}

void tst_Course::theCatalogueIsTheSecondPage()
{
    const Home home;
    auto* tabs = home.page->findChild<QTabBar*>();
    QVERIFY(!home.page->catalogue().isVisible());
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
    QVERIFY(home.page->catalogue().isVisible());
    QVERIFY(!home.page->map().isVisible());
    tabs->setFocus();
    QTest::keyClick(tabs, Qt::Key_Left);
    QVERIFY(home.page->map().isVisible());
    home.page->showSchedule("zb-h1");
    QVERIFY(home.page->catalogue().isVisible());
    QSignalSpy wanted(home.page.get(), &CoursePage::scheduleWanted);
    home.button(QStringLiteral("Try it in a new tab"))->click();
    QCOMPARE(wanted.takeFirst().at(0).toString(), QStringLiteral("zb-h1"));
    QSignalSpy challenge(home.page.get(), &CoursePage::challengeWanted);
    home.page->showCourse();
    QTest::mouseClick(home.button(QStringLiteral("Today's challenge")), Qt::LeftButton);
    QCOMPARE(challenge.size(), 1);
}

void tst_Course::everythingHasAName()
{
    Home home(passed({QStringLiteral("cut-the-batch")}));
    home.page->setDay(kDay + 1);
    QTRY_COMPARE(home.page->due().size(), std::size_t(1));
    QCOMPARE(unnamed(*home.page), QStringList());
    home.button(QStringLiteral("Practice: 1 question"))->click();
    QTRY_VERIFY(home.page->practice().session());
    QCOMPARE(unnamed(*home.page), QStringList());
    home.page->showCourse();
    named<QLineEdit>(*home.page, QStringLiteral("Find a term in the course"))
        ->setText(QStringLiteral("rank"));
    QCOMPARE(unnamed(*home.page), QStringList());
}

QTEST_MAIN(tst_Course)
#include "tst_course.moc"
