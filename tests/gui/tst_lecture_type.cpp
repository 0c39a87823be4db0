// That who sits in the last row of a lecture can read all of it, in every lesson of the course.

#include "gui/lanes/play_lanes.h"
#include "gui/lessons/lesson_picture.h"
#include "gui/stepviews/state_chart.h"
#include "gui/stepviews/step_views.h"
#include "gui/theme/theme.h"
#include "tests/gui/lectured.h"

#include <QApplication>
#include <QLocale>

using namespace gui;
using test::kProjector;
using test::lessonOf;
using test::Shown;
using test::unreadable;

namespace {

constexpr int kReadableType = 24; // pixels, on a projector

} // namespace

class tst_LectureType : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void cleanup() { QApplication::setPalette(fusionPalette(lightTheme())); }
    void lastRowCanReadAll_data();
    void lastRowCanReadAll();
    void typeGrowsWithTheScreen();
    void allOfALongTextIsThere();
    void statesBesideEachOtherAreInSight();
    void curvesAreInSight();
};

void tst_LectureType::lastRowCanReadAll_data()
{
    QTest::addColumn<const Theme*>("theme");
    QTest::newRow("light") << &lightTheme();
    QTest::newRow("dark") << &darkTheme();
    QTest::newRow("contrast") << &contrastTheme();
}

void tst_LectureType::lastRowCanReadAll()
{
    QFETCH(const Theme*, theme);
    QApplication::setPalette(fusionPalette(*theme));
    for (const lesson::CourseEntry& entry : lesson::course()) {
        Shown shown(entry.head.name);
        int halves = 0;
        while (!shown.window.script().isAtEnd()) {
            ++halves;
            if (shown.window.script().half() == LectureHalf::Votes)
                for (const int key : {Qt::Key_4, Qt::Key_5, Qt::Key_B, Qt::Key_2, Qt::Key_9,
                                      Qt::Key_A, Qt::Key_R, Qt::Key_1, Qt::Key_3, Qt::Key_A})
                    shown.press(key);
            const QString where = QString::fromStdString(entry.head.name + ", "
                                                         + shown.window.session().step().id + ": ");
            const QStringList found = unreadable(shown.window, kReadableType);
            QVERIFY2(found.isEmpty(), qPrintable(where + found.join(QLatin1Char('\n'))));
            QVERIFY2(shown.window.pictures().height() >= kProjector.height() / 5,
                     qPrintable(where + QString::number(shown.window.pictures().height())));
            QCOMPARE(shown.window.size(), kProjector);
            shown.press(Qt::Key_PageDown);
        }
        QVERIFY(halves >= 2 * shown.window.session().count());
    }
}

void tst_LectureType::typeGrowsWithTheScreen()
{
    Shown shown("why-four-devices-idle", QStringLiteral("more"));
    shown.window.resize(2 * kProjector);
    for (int half = 0; half < 3; ++half) {
        QCOMPARE(unreadable(shown.window, 2 * kReadableType), QStringList());
        shown.press(Qt::Key_PageDown);
    }
    shown.press(Qt::Key_F1);
    QCOMPARE(unreadable(shown.window, 2 * kReadableType), QStringList());
}

void tst_LectureType::allOfALongTextIsThere()
{
    auto read = *lessonOf("why-four-devices-idle");
    lesson::Step& step = read.lesson.steps[3];
    std::string words;
    while (words.size() + 6 < lesson::kMaxTextLetters)
        words += "words ";
    step.text.english = step.reveal.english = words;
    auto& options = std::get<lesson::ChooseAction>(step.action).options;
    while (options.size() < 6)
        options.push_back({.key = "k" + std::to_string(options.size()), .text = {words, words}});
    Shown shown(std::make_shared<const lesson::ReadLesson>(std::move(read)),
                QStringLiteral("more"));
    for (int half = 0; half < 3; ++half) {
        QCOMPARE(test::cutTexts(shown.window), QStringList());
        shown.press(Qt::Key_PageDown);
    }
}

// A clicker does not scroll.
void tst_LectureType::statesBesideEachOtherAreInSight()
{
    int seen = 0;
    for (const lesson::CourseEntry& entry : lesson::course()) {
        Shown shown(entry.head.name);
        for (; !shown.window.script().isAtEnd(); shown.press(Qt::Key_PageDown)) {
            const lesson::Step& step = shown.window.session().step();
            const PlayLanes& lanes = shown.window.picture().played().lanes();
            if (step.compare.size() < 2 || StepViews::hasViews(step) || !lanes.isVisible()
                || lanes.isCovered())
                continue;
            ++seen;
            QTRY_VERIFY2(lanes.parentWidget()->height() >= lanes.height(), step.id.c_str());
        }
    }
    QVERIFY2(seen >= 7, qPrintable(QString::number(seen)));
}

void tst_LectureType::curvesAreInSight()
{
    const auto isOther = [](lesson::View view) {
        return view != lesson::View::Timeline && view != lesson::View::Chart;
    };
    int seen = 0;
    for (const lesson::CourseEntry& entry : lesson::course()) {
        Shown shown(entry.head.name);
        for (; !shown.window.script().isAtEnd(); shown.press(Qt::Key_PageDown)) {
            const lesson::Step& step = shown.window.session().step();
            if (std::any_of(step.show.begin(), step.show.end(), isOther))
                continue;
            QCoreApplication::processEvents(); // new widgets are shown by an event
            for (const auto* chart : shown.window.findChildren<StateChart*>()) {
                if (!chart->isVisible()) // it goes
                    continue;
                ++seen;
                QTRY_VERIFY2(chart->visibleRegion().boundingRect().height() == chart->height(),
                             step.id.c_str());
                QVERIFY(chart->height() >= kProjector.height() / 8);
            }
        }
    }
    QVERIFY2(seen >= 8, qPrintable(QString::number(seen)));
}

QTEST_MAIN(tst_LectureType)
#include "tst_lecture_type.moc"
