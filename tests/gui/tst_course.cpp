// The home of Learn: the map of the course, its terms, and the catalogue beside it.

#include "tests/gui/long_waits.h"

#include "engine/lesson/course.h"
#include "gui/course/course_map.h"
#include "gui/course/own_lessons.h"
#include "gui/course/practice_view.h"
#include "gui/course/term_list.h"
#include "gui/lanes/build_lanes.h"
#include "gui/learn/learn_panel.h"
#include "gui/workspace/open_lesson.h"
#include "tests/gui/accessible_walk.h"
#include "tests/gui/beginning.h"
#include "tests/gui/course_home.h"
#include "tests/gui/opened.h"

#include <QTabBar>

using namespace gui;
using namespace gui::test;

class tst_Course : public QObject {
    Q_OBJECT
    QTemporaryDir m_data;

private slots:
    void init();
    void theMapHasTheCourseInItsOrder();
    void aWideMapStandsByWhatLessonsNeed();
    void cardsSayHowFarOneIs();
    void everyLessonOpensByMouseAndKeys();
    void termsAreFoundInBothLanguages();
    void aTermIsOpenedByMouseAndKeys();
    void aSnippetIsPlainText();
    void lessonsAndSchedulesOpenAsTabs();
    void theCatalogueIsTheSecondPage();
    void everythingHasAName();
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
                                QStringLiteral("\u6c14\u6ce1"), QStringLiteral("\u663e\u5b58")}) {
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
    // Whoever opens it can answer at once.
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    open->session().go(0);
    QVERIFY(qobject_cast<BuildLanes*>(QApplication::focusWidget()));
    // To look at a lesson is to learn, whatever mode the strategies beside it are in.
    QAction* learn = opened.action("view.learn");
    QVERIFY(learn->isChecked());
    opened.window.setMode(Mode::Design);
    QVERIFY(learn->isChecked() && !opened.action("view.design")->isChecked());
    opened.workspace.setCurrent(opened.workspace.placeOf(opened.open));
    QVERIFY(!learn->isChecked() && opened.action("view.design")->isChecked());
    opened.window.setMode(Mode::Learn);
    const QString file = opened.program.directory.filePath(QStringLiteral("own.yaml"));
    writeFile(file,
              QByteArray(lesson::course()[0].text.data(), int(lesson::course()[0].text.size())));
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
