// The leaderboard of a challenge: a folder of entries that is ranked, watched, copied and saved to.

#include "gui/export/table_dialog.h"
#include "gui/window/language.h"
#include "tests/gui/shown_challenge.h"

#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>

using namespace gui;
using test::kLarge;
using test::kSmall;
using test::kTight;
using test::named;
using Shown = test::ShownChallenge;

class tst_Leaderboard : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void entriesAreRanked();
    void hostileFilesAreEntriesThatSaySo();
    void aFolderThatChangesIsReadAgain();
    void entriesOfAnotherDayAreJudgedByIt();
    void whatIsDroppedIsRead();
    void anotherOrderStandsUnderOnesOwn();
    void theTableIsCopied();
    void anEntryIsSavedAmongTheOthers();
};

void tst_Leaderboard::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Leaderboard::entriesAreRanked()
{
    Shown shown;
    shown.write(QStringLiteral("ann.csv"), shown.good());
    QByteArray better = shown.good(); // whose first rank splits its last backward
    better.replace("1B3\r\n", "1I3,1W3\r\n");
    shown.write(QStringLiteral("bo.csv"), better);
    shown.write(QStringLiteral("gus.csv"),
                "0F0,0F1,0F2,0F3,0B0,0B1,0B2,0B3\n1F0,1F1,1F2,1F3,1B0,1B1,1B2,1B3\n"
                "2F0,2F1,2F2,2F3,2B0,2B1,2B2,2B3\n");
    shown.write(QStringLiteral("zed.csv"), "0F0,0Q0\n");
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_COMPARE(shown.view->leaderboard().table().rowCount(), 4);
    QCOMPARE(shown.row(0)[0] + shown.row(0)[1], QStringLiteral("1bo"));
    QCOMPARE(shown.row(1),
             QStringList({QStringLiteral("2"), QStringLiteral("ann"), QStringLiteral("20.8 u"),
                          QStringLiteral("23.8 %")}));
    // It breaks the cap.
    QCOMPARE(shown.row(2)[0], QStringLiteral("–"));
    QVERIFY2(shown.row(2)[2].contains(QStringLiteral("in flight")), qPrintable(shown.row(2)[2]));
    QVERIFY2(shown.row(3)[2].startsWith(QStringLiteral("zed.csv: row 1, column 2: ")),
             qPrintable(shown.row(3)[2]));
    shown.view->leaderboard().table().selectRow(3);
    QCOMPARE(
        named<QLabel>(*shown.view, QStringLiteral("Why the selected entry does not count"))->text(),
        shown.row(3)[2]);
}

void tst_Leaderboard::hostileFilesAreEntriesThatSaySo()
{
    Shown shown;
    shown.write(QStringLiteral("huge.csv"), QByteArray(int(lesson::kMaxEntryBytes) + 1, '0'));
    shown.write(QStringLiteral("line.csv"), QByteArray(int(lesson::kMaxEntryBytes), ','));
    QByteArray bytes;
    for (int i = 0; i < 4096; ++i)
        bytes += static_cast<char>(i * 37);
    shown.write(QStringLiteral("bytes.csv"), bytes);
    shown.write(QStringLiteral("<b>a\u202Eb<b>.csv"), "<img src='x'>,\x1b[31m\n");
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_COMPARE(shown.view->leaderboard().table().rowCount(), 4);
    for (int row = 0; row < 4; ++row) {
        const QStringList cells = shown.row(row);
        QCOMPARE(cells[0], QStringLiteral("–"));
        QVERIFY(!cells[2].isEmpty());
        for (const QString& cell : cells)
            QVERIFY(!cell.contains(QChar(0x202E)) && !cell.contains(QChar(0x1b)));
        shown.view->leaderboard().table().selectRow(row);
        // There is nothing to be shown of it.
        QTest::keyClick(&shown.view->leaderboard().table(), Qt::Key_Return);
        QVERIFY(!shown.view->lanes().rival());
    }
}

void tst_Leaderboard::aFolderThatChangesIsReadAgain()
{
    Shown shown;
    QTableWidget& table = shown.view->leaderboard().table();
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_VERIFY(shown.view->leaderboard().isCurrent());
    shown.write(QStringLiteral("ann.csv"), shown.good());
    QTRY_COMPARE(table.rowCount(), 1);
    QTRY_COMPARE(shown.row(0)[0], QStringLiteral("1"));
    shown.write(QStringLiteral("ann.csv"), "0F0\n"); // in its place
    QTRY_COMPARE(shown.row(0)[0], QStringLiteral("–"));
    QVERIFY(QFile::remove(shown.path(QStringLiteral("ann.csv"))));
    QTRY_COMPARE(table.rowCount(), 0);
}

void tst_Leaderboard::entriesOfAnotherDayAreJudgedByIt()
{
    Shown shown;
    shown.write(QStringLiteral("ann.csv"), shown.good()); // holds 3
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_COMPARE(shown.row(0)[0], QStringLiteral("1"));
    shown.game.setDate(kTight);
    QTRY_COMPARE(shown.row(0)[0], QStringLiteral("–"));
}

void tst_Leaderboard::whatIsDroppedIsRead()
{
    Shown shown;
    shown.write(QStringLiteral("ann.csv"), shown.good());
    shown.write(QStringLiteral("notes.txt"), "none");
    const auto drop = [&](const QList<QUrl>& urls) {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(shown.view.get(), &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(shown.view.get(), &event);
        return true;
    };
    QVERIFY(!drop({QUrl::fromLocalFile(shown.path(QStringLiteral("notes.txt")))}));
    QVERIFY(drop({QUrl::fromLocalFile(shown.path(QStringLiteral("ann.csv")))}));
    QTRY_COMPARE(shown.view->leaderboard().table().rowCount(), 1);
    QCOMPARE(shown.game.folder(), QString());
    QVERIFY(drop({QUrl::fromLocalFile(shown.folder.path())}));
    QCOMPARE(shown.game.folder(), shown.folder.path());
    QTRY_VERIFY(shown.view->leaderboard().isCurrent());
    // It is there again in another view.
    ChallengeView other(shown.game);
    QCOMPARE(other.leaderboard().paths(), QStringList(shown.folder.path()));
}

void tst_Leaderboard::anotherOrderStandsUnderOnesOwn()
{
    Shown shown;
    shown.write(QStringLiteral("ann.csv"), shown.good());
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_COMPARE(shown.view->leaderboard().table().rowCount(), 1);
    QTableWidget& table = shown.view->leaderboard().table();
    const QPoint cell = table.visualItemRect(table.item(0, 1)).center();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell);
    QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, cell);
    BuildLanes* const rival = shown.view->lanes().rival();
    QVERIFY(rival);
    QCOMPARE(rival->accessibleName(), QStringLiteral("The order of ann"));
    // On the same axis, once the same is laid.
    const plan::Op last = plan::backward(0, 3);
    shown.game.startFromKnown();
    QCoreApplication::processEvents();
    QCOMPARE(rival->boxOf(last), shown.view->lanes().lanes().boxOf(last));
    QTRY_VERIFY(rival->y() > shown.view->lanes().lanes().geometry().bottom());
    // It can only be looked at.
    QCOMPARE(rival->focusPolicy(), Qt::NoFocus);
    QVERIFY(rival->testAttribute(Qt::WA_TransparentForMouseEvents));
    QCOMPARE(QApplication::widgetAt(rival->mapToGlobal(rival->boxOf(last).center())) == rival,
             false);
    shown.button("Put it away").click();
    QVERIFY(!shown.view->lanes().rival());
    // That of another day would have other ranks.
    shown.view->lanes().showRival(QStringLiteral("ann"),
                                  *shown.view->leaderboard().entries().entries.front().schedule);
    shown.game.setDate(kLarge);
    QVERIFY(!shown.view->lanes().rival());
}

void tst_Leaderboard::theTableIsCopied()
{
    Shown shown;
    shown.write(QStringLiteral("ann.csv"), shown.good());
    shown.write(QStringLiteral("bad.csv"), "x");
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_COMPARE(shown.view->leaderboard().table().rowCount(), 2);
    shown.button("Export…").click();
    auto* dialog = shown.view->findChild<TableDialog*>();
    QVERIFY(dialog);
    const QString csv = dialog->preview().toPlainText();
    QVERIFY2(csv.startsWith(QStringLiteral("place,name,step_us,above_bound,problem\n1,ann,104000,"
                                           "0.238095,\n,bad,,,")),
             qPrintable(csv));
    dialog->copy();
    QCOMPARE(QApplication::clipboard()->text().left(6), QStringLiteral("place,"));
    dialog->reject();
}

void tst_Leaderboard::anEntryIsSavedAmongTheOthers()
{
    Shown shown;
    shown.view->leaderboard().setPaths({shown.folder.path()});
    shown.game.startFromKnown();
    const QString path = shown.path(QStringLiteral("me.csv"));
    shown.view->saveEntryTo(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), shown.good());
    QTRY_COMPARE(shown.view->leaderboard().table().rowCount(), 1);
    QCOMPARE(shown.row(0)[1], QStringLiteral("me"));
    QCOMPARE(QDir(shown.folder.path()).entryList(QDir::Files), QStringList{"me.csv"});
    shown.view->saveEntryTo(QStringLiteral("/proc/none/me.csv"));
    QVERIFY(!shown.view->said().startsWith(QStringLiteral("Saved")));
    // Where nothing is open, it is what is looked at.
    shown.view->leaderboard().setPaths({});
    shown.view->saveEntryTo(path);
    QCOMPARE(shown.view->leaderboard().paths(), QStringList{path});
}

QTEST_MAIN(tst_Leaderboard)
#include "tst_leaderboard.moc"
