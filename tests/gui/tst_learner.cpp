// Every step of every lesson, as somebody learns it in the window: answered with the mouse and with
// the keys, and wrongly first where the lesson knows what many get wrong.

#include "tests/gui/beginning.h"
#include "tests/gui/learner.h"
#include "tests/gui/opened.h"

#include "engine/lesson/course.h"
#include "gui/lessons/lesson_text.h"
#include "gui/lessons/progress_store.h"
#include "gui/lessons/verdict_note.h"
#include "gui/window/open_commands.h"

#include <QStandardPaths>
#include <QStyleFactory>

using namespace gui;
using namespace gui::test;

namespace {

// A lesson in a window that can start nothing.
struct Learning {
    explicit Learning(const QString& name, By by)
    {
        window.resize(1280, 800);
        window.show();
        window.opener().openLesson(name);
        sheet = qobject_cast<LessonSheet*>(window.sheet());
        learner = std::make_unique<Learner>(*sheet, by);
    }

    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    Workspace workspace{QString()};
    MainWindow window{workspace, settings, {.keepLayout = false}};
    LessonSheet* sheet = nullptr;
    std::unique_ptr<Learner> learner;
};

} // namespace

class tst_Learner : public QObject {
    Q_OBJECT
    void eachLesson(bool both);

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QLocale::setDefault(QLocale::c());
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    }
    void init() { QFile::remove(ProgressStore::usualFile()); }
    void cleanupTestCase() { QFile::remove(ProgressStore::usualFile()); }

    void everyStepIsPassed_data();
    void everyStepIsPassed();
    void everyKnownMistakeMeetsItsSentence_data();
    void everyKnownMistakeMeetsItsSentence();
};

void tst_Learner::eachLesson(bool both)
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("byMouse");
    QVERIFY(lesson::course().size() >= 16);
    for (const lesson::CourseEntry& entry : lesson::course()) {
        const QString name = QString::fromStdString(entry.head.name);
        if (both)
            QTest::addRow("%s with the mouse", entry.head.name.c_str()) << name << true;
        QTest::addRow("%s with the keys", entry.head.name.c_str()) << name << false;
    }
}

void tst_Learner::everyStepIsPassed_data() { eachLesson(true); }

void tst_Learner::everyStepIsPassed()
{
    QFETCH(QString, name);
    QFETCH(bool, byMouse);
    Learning learning(name, byMouse ? By::Mouse : By::Keys);
    QVERIFY(learning.sheet);
    Learner& learner = *learning.learner;
    LessonSession& session = learner.session();
    for (int step = 0; step < session.count(); ++step) {
        QCOMPARE(session.current(), step);
        const QByteArray where = QByteArray::fromStdString(session.step().id);
        learner.pass();
        if (QTest::currentTestFailed())
            qWarning("in step %s", where.constData());
        // What is read goes on at once.
        if (session.current() == step) {
            QTRY_VERIFY2(session.phase() == StepPhase::Passed, where.constData());
            if (step + 1 < session.count()) {
                learner.goOn();
                QVERIFY2(session.current() == step + 1, where.constData());
            }
        }
    }
    for (int step = 0; step < session.count(); ++step)
        QVERIFY(session.isPassed(step));
    // It is kept for the next time.
    const ProgressStore kept(ProgressStore::usualFile());
    for (const lesson::Step& step : session.read().lesson.steps) {
        const auto* of = kept.progress().find(name.toStdString(), step.id);
        QVERIFY2(of && of->passed, step.id.c_str());
    }
}

void tst_Learner::everyKnownMistakeMeetsItsSentence_data() { eachLesson(false); }

void tst_Learner::everyKnownMistakeMeetsItsSentence()
{
    QFETCH(QString, name);
    Learning learning(name, By::Keys);
    QVERIFY(learning.sheet);
    Learner& learner = *learning.learner;
    LessonSession& session = learner.session();
    for (int step = 0; step < session.count(); ++step) {
        session.go(step);
        if (std::holds_alternative<lesson::RunAction>(session.step().action)) {
            learner.pass();
            continue;
        }
        for (const lesson::WrongAnswer& wrong : session.step().wrong) {
            const QString where = QString::fromStdString(session.step().id + ": " + wrong.answer);
            learner.giveWord(wrong.answer);
            QVERIFY2(session.phase() == StepPhase::Asked, qPrintable(where));
            QVERIFY2(session.judgement(), qPrintable(where));
            QVERIFY2(session.judgement()->said.english == wrong.text.english, qPrintable(where));
            const QString said = plainText(wrong.text, session.read(), session.ask());
            QVERIFY2(learner.panel().saidText().contains(said), qPrintable(where + said));
        }
    }
}

QTEST_MAIN(tst_Learner)
#include "tst_learner.moc"
