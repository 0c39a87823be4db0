// What is in no file yet survives the end of its window.

#include "gui/document/autosave.h"
#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>

using namespace gui;
using test::contentsOf;
using test::named;
using test::Opened;

namespace {

constexpr const char* kChild = "BUBBLESCOPE_TEST_EDITS_INTO"; // a folder: be the one that is killed

} // namespace

class tst_Autosave : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void aCrashLosesNoMoreThanTheLastMoments();
    void whatCannotBeKeptAnewIsNotGivenUp();
    void aNameOfTwoLinesLosesNoEdits();
    void aProcessThatIsKilledLeavesItsEdits();
    void aWindowInOrderLeavesNothingBehind();
    void whatCannotBeReadLeavesNoLock();
};

void tst_Autosave::aCrashLosesNoMoreThanTheLastMoments()
{
    QVERIFY(Autosave::kEvery <= std::chrono::seconds{30});
    Opened opened;
    const QString folder = opened.program.directory.filePath(QStringLiteral("unsaved"));
    const QString path
        = opened.saved(QStringLiteral("bubblescope: 1 # ours\nbatch:\n  global: 4\n"));
    QVERIFY(opened.document.open(path).empty());
    strategy::Strategy edited;
    {
        Autosave autosave(opened.document, folder, std::chrono::milliseconds{1});
        named<QSpinBox>(opened.window, QStringLiteral("Microbatches"))->setValue(32);
        named<QSpinBox>(opened.window, QStringLiteral("Ranks"))
            ->setValue(0); // a problem is kept, too
        edited = opened.document.strategy();
        QTRY_VERIFY(!QDir(folder).entryList({QStringLiteral("*.yaml")}).isEmpty());
        QTRY_VERIFY(contentsOf(QDir(folder).entryInfoList({QStringLiteral("*.yaml")})[0].filePath())
                        .contains(QStringLiteral("pipeline: 0")));
        QVERIFY(leftBehind(folder).empty()); // it lives
        QCOMPARE(QFile::permissions(folder) & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
    } // the process is gone, as far as the file can tell
    auto found = leftBehind(folder);
    QCOMPARE(found.size(), 1u);
    QVERIFY(leftBehind(folder).empty()); // offered to one window alone
    QCOMPARE(found[0].name, QStringLiteral("s.yaml"));
    Document restored;
    found[0].restore(restored);
    QVERIFY(restored.strategy() == edited);
    QVERIFY(restored.isModified() && restored.path() == path);
    restored.undoStack().undo();
    QCOMPARE(restored.strategy().batch.global, 4);
    found.clear();
    QVERIFY(leftBehind(folder).empty());
}

void tst_Autosave::whatCannotBeKeptAnewIsNotGivenUp()
{
    QTemporaryDir directory;
    const QString folder = directory.filePath(QStringLiteral("unsaved"));
    strategy::Strategy edited;
    edited.batch.global = 24;
    {
        Document document;
        Autosave autosave(document, folder);
        QVERIFY(autosave.keepNow()); // there is nothing
        document.edit(QStringLiteral("batch"), QStringLiteral("batch"), edited);
        QVERIFY(autosave.keepNow());
    }
    QFile inTheWay(directory.filePath(QStringLiteral("file")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    Document restored;
    {
        Autosave keeper(restored, inTheWay.fileName() + QStringLiteral("/unsaved"));
        const auto found = leftBehind(folder);
        QCOMPARE(found.size(), 1u);
        found[0].restore(restored, &keeper);
        QVERIFY(restored.strategy() == edited && restored.isModified());
        QVERIFY(!keeper.keepNow());
    } // and the window ends before it could be
    auto found = leftBehind(folder);
    QCOMPARE(found.size(), 1u);
    QVERIFY(found[0].strategy == edited);
    Autosave keeper(restored, directory.filePath(QStringLiteral("another")));
    found[0].restore(restored, &keeper);
    QVERIFY(restored.strategy() == edited);
    found.clear();
    QVERIFY(leftBehind(folder).empty());
}

void tst_Autosave::aNameOfTwoLinesLosesNoEdits()
{
    QTemporaryDir directory;
    const QString folder = directory.filePath(QStringLiteral("unsaved"));
    const QString path = directory.filePath(QStringLiteral("two\nlines.yaml"));
    Document document;
    QVERIFY(!document.saveAs(path));
    strategy::Strategy edited = document.strategy();
    edited.batch.global = 24;
    {
        Autosave autosave(document, folder, std::chrono::milliseconds{1});
        document.edit(QStringLiteral("batch"), QStringLiteral("batch"), edited);
        QTRY_VERIFY(!QDir(folder).entryList({QStringLiteral("*.yaml")}).isEmpty());
    }
    const auto found = leftBehind(folder);
    QCOMPARE(found.size(), 1u);
    QVERIFY(found[0].strategy == edited);
}

void tst_Autosave::aProcessThatIsKilledLeavesItsEdits()
{
    QTemporaryDir directory;
    const QString folder = directory.filePath(QStringLiteral("unsaved"));
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(kChild), folder);
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {});
    QVERIFY(child.waitForStarted());
    const auto kept = [&] { return QDir(folder).entryList({QStringLiteral("*.yaml")}).size(); };
    QByteArray said;
    QTRY_VERIFY((said += child.readAllStandardOutput(), said.count('\n') > 50 && kept() == 1));
    QVERIFY(leftBehind(folder).empty());
    child.kill();
    QVERIFY(child.waitForFinished());
    said += child.readAllStandardOutput();
    const int last = said.trimmed().split('\n').last().toInt();
    const auto found = leftBehind(folder);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].strategy.batch.global > 0 && found[0].strategy.batch.global <= last,
             qPrintable(QStringLiteral("%1 of %2").arg(found[0].strategy.batch.global).arg(last)));
}

void tst_Autosave::aWindowInOrderLeavesNothingBehind()
{
    Opened opened;
    const QString folder = opened.program.directory.filePath(QStringLiteral("unsaved"));
    const auto kept = [&] { return QDir(folder).entryList({QStringLiteral("*.yaml")}).size(); };
    {
        Autosave autosave(opened.document, folder, std::chrono::milliseconds{1});
        auto* ranks = named<QSpinBox>(opened.window, QStringLiteral("Ranks"));
        ranks->setValue(2);
        QTRY_COMPARE(kept(), 1);
        opened.document.undoStack().undo(); // nothing to keep any more
        QCOMPARE(kept(), 0);
        QVERIFY(QDir(folder).isEmpty()); // nor its lock, should it be killed now
        ranks->setValue(6);
        QTRY_COMPARE(kept(), 1);
        connect(&opened.window, &MainWindow::closed, &autosave, &Autosave::forget);
        opened.window.close();
        QCOMPARE(kept(), 1); // it asks first
        opened.answer(QStringLiteral("Discard"));
        QTRY_COMPARE(kept(), 0);
    }
    QVERIFY(leftBehind(folder).empty());
}

void tst_Autosave::whatCannotBeReadLeavesNoLock()
{
    QTemporaryDir folder;
    QFile empty(folder.filePath(QStringLiteral("x.yaml")));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    empty.close();
    QVERIFY(leftBehind(folder.path()).empty());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("x.yaml")});
}

// Edits without end, each told once it is made.
static int editForever(int argc, char** argv, const QString& folder)
{
    QCoreApplication application(argc, argv);
    Document document;
    document.start(builtInStrategy());
    Autosave autosave(document, folder, std::chrono::milliseconds{50});
    QTimer timer;
    int edits = 0;
    QObject::connect(&timer, &QTimer::timeout, &document, [&] {
        strategy::Strategy after = document.strategy();
        after.batch.global = ++edits;
        document.edit(QStringLiteral("edit"), QString::number(edits), after);
        std::printf("%d\n", edits);
        std::fflush(stdout);
    });
    timer.start(5);
    return QCoreApplication::exec();
}

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsSet(kChild))
        return editForever(argc, argv, qEnvironmentVariable(kChild));
    QApplication application(argc, argv);
    tst_Autosave tests;
    return QTest::qExec(&tests, argc, argv);
}

#include "tst_autosave.moc"
