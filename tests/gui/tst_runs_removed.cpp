// Runs that are put away, and recordings that stay where they are.

#include "gui/runs/remove_run.h"
#include "gui/runs/run_words.h"
#include "tests/gui/listed_runs.h"
#include "tests/gui/named.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QScrollBar>
#include <QSignalSpy>

using namespace gui;
using test::copyFolder;
using test::kRecordings;
using test::Listed;
using test::named;
using test::Opened;

class tst_RunsRemoved : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aRunIsPutAwayAfterAQuestion();
    void whatIsNoRunIsLeftAlone();
    void withoutATrashNothingIsMoved();
    void recordingsFromElsewhereAreKept();
};

void tst_RunsRemoved::initTestCase()
{
    QLocale::setDefault(QLocale::c());
    test::useOwnTrash();
}

void tst_RunsRemoved::aRunIsPutAwayAfterAQuestion()
{
    Listed listed;
    listed.browse();
    listed.view->setFocus();
    listed.view->setCurrentIndex(listed.of(QStringLiteral("swapped")));
    QTest::keyClick(listed.view, Qt::Key_Delete);
    auto* box = listed.opened.window.findChild<QMessageBox*>();
    QVERIFY(box && box->text().contains(listed.folder(QStringLiteral("swapped"))));
    QTest::keyClick(box, Qt::Key_Return); // Enter leaves it
    QVERIFY(QDir(listed.folder(QStringLiteral("swapped"))).exists());
    delete box;
    QTest::keyClick(listed.view, Qt::Key_Delete);
    listed.opened.answer(QStringLiteral("Move to the trash"));
    QVERIFY(!QDir(listed.folder(QStringLiteral("swapped"))).exists());
    for (const char* name : {"killed", "training", "emulated"})
        QVERIFY(QFile::exists(listed.folder(QString::fromLatin1(name))
                              + QStringLiteral("/events.bslog")));
    // Of a run that goes on nothing is removed.
    QJsonObject live = listed.list.at(0).toObject();
    live[QStringLiteral("state")] = QStringLiteral("running");
    listed.list.replace(0, live);
    listed.write();
    QTRY_COMPARE_WITH_TIMEOUT(
        listed.of(QStringLiteral("killed")).data(RunModel::StandingRole).toInt(),
        int(RunStanding::Live), 20'000);
    listed.view->setCurrentIndex({});
    listed.view->setCurrentIndex(listed.of(QStringLiteral("killed")));
    QAction* remove = listed.act(QStringLiteral("Remove…"));
    QVERIFY(remove && !remove->isEnabled());
    QVERIFY(remove->toolTip().contains(QStringLiteral("stop it first")));
}

void tst_RunsRemoved::whatIsNoRunIsLeftAlone()
{
    Listed listed;
    // The list names a folder that holds another run.
    QJsonObject other = listed.list.at(0).toObject();
    other[QStringLiteral("directory")] = listed.folder(QStringLiteral("emulated"));
    other[QStringLiteral("run")] = QStringLiteral("another");
    listed.list = {other};
    listed.write();
    listed.browse(1);
    listed.view->setFocus();
    listed.view->setCurrentIndex(listed.row(0));
    QTest::keyClick(listed.view, Qt::Key_Delete);
    QVERIFY(!listed.opened.window.findChild<QMessageBox*>());
    QVERIFY(QDir(listed.folder(QStringLiteral("emulated"))).exists());
}

void tst_RunsRemoved::withoutATrashNothingIsMoved()
{
    Listed listed({QStringLiteral("emulated")});
    QTemporaryDir here;
    const QString before = QDir::currentPath();
    const QByteArray data = qgetenv("XDG_DATA_HOME");
    QVERIFY(QDir::setCurrent(here.path()));
    QFile blocked(here.filePath(QStringLiteral("blocked")));
    QVERIFY(blocked.open(QIODevice::WriteOnly));
    qputenv("XDG_DATA_HOME", blocked.fileName().toUtf8()); // a file: no folder can be made there
    RunEntry run = *readRunRecord(listed.folder(QStringLiteral("emulated")));
    const auto problem = moveToTrash(run);
    qputenv("XDG_DATA_HOME", data);
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(problem && problem->contains(run.directory));
    QVERIFY(QFile::exists(run.events()));
    QCOMPARE(QDir(here.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("blocked")});
}

void tst_RunsRemoved::recordingsFromElsewhereAreKept()
{
    Listed listed({QStringLiteral("training")});
    QTemporaryDir elsewhere;
    const QString folder = elsewhere.filePath(QStringLiteral("kept"));
    copyFolder(kRecordings + QStringLiteral("/emulated"), folder);
    listed.opened.window.openFile(folder + QStringLiteral("/events.bslog"));
    const int tabs = listed.tabs();
    listed.opened.window.openFile(folder);
    QCOMPARE(listed.tabs(), tabs); // it is open
    listed.browse(2);
    QModelIndex kept;
    for (int i = 0; i < 2; ++i)
        if (listed.row(i).data(RunModel::IdRole).toString() == folder)
            kept = listed.row(i);
    QVERIFY(kept.isValid());
    listed.view->setFocus();
    listed.view->setCurrentIndex(kept);
    QTest::keyClick(listed.view, Qt::Key_Delete);
    listed.opened.answer(QStringLiteral("Take it off"));
    QTRY_COMPARE_WITH_TIMEOUT(listed.browser->model().rowCount(), 1, 20'000);
    QVERIFY(QFile::exists(folder + QStringLiteral("/events.bslog")));
}

QTEST_MAIN(tst_RunsRemoved)
#include "tst_runs_removed.moc"
