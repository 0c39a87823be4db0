// The challenge of a day, played in the window: asked, laid, kept, saved and ranked.

#include "engine/strategy/torch_csv/torch_csv.h"
#include "gui/challenge/challenge_lanes.h"
#include "gui/challenge/challenge_view.h"
#include "gui/challenge/challenge_words.h"
#include "gui/challenge/leaderboard.h"
#include "gui/export/table_dialog.h"
#include "gui/lanes/build_lanes.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/window/language.h"
#include "tests/gui/cut_texts.h"
#include "tests/gui/named.h"

#include <QClipboard>
#include <QDateEdit>
#include <QFileDialog>
#include <QInputDialog>
#include <QMimeData>
#include <QPlainTextEdit>

using namespace gui;
using test::named;

namespace {

const QDate kSmall(2026, 2, 1); // 3 ranks, 4 microbatches, 3 in flight
const QDate kTight(2026, 5, 2); // 3 ranks, 4 microbatches, 2 in flight
const QDate kLarge(2026, 4, 8); // 6 ranks, 12 microbatches, 6 in flight

// A view that is on screen, of a game that is kept in a folder of its own.
struct Shown {
    explicit Shown(const QDate& date = kSmall)
    {
        game.setDate(date);
        view = std::make_unique<ChallengeView>(game);
        view->resize(1280, 720);
        view->show();
        if (!QTest::qWaitForWindowActive(view.get()))
            QFAIL("the window does not become active");
    }

    QPushButton& button(const char* name) const
    {
        auto* found = named<QPushButton>(*view, QString::fromUtf8(name));
        Q_ASSERT(found);
        return *found;
    }
    QString path(const QString& name) const { return folder.filePath(name); }
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray csvOf(const plan::Schedule& schedule) const
    {
        return QByteArray::fromStdString(
            strategy::toTorchCsv(schedule, strategy::CsvForm::ComputeOnly));
    }
    QByteArray good() const { return csvOf(lesson::startOf(game.challenge())); }
    // What the table has in that row.
    QStringList row(int row) const
    {
        QStringList cells;
        for (int column = 0; column < 4; ++column) {
            const auto* cell = view->leaderboard().table().item(row, column);
            cells << (cell ? cell->text() : QString());
        }
        return cells;
    }

    QTemporaryDir kept;
    QTemporaryDir folder; // of entries
    ChallengeGame game{kept.filePath(QStringLiteral("data/challenges.json"))};
    std::unique_ptr<ChallengeView> view;
};

// Types it into what has the keyboard.
void type(const char* keys)
{
    for (const char* key = keys; *key; ++key)
        QTest::keyClick(QApplication::focusWidget(), *key);
}

} // namespace

class tst_Challenge : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aDaySaysWhatItAsks();
    void isPlayedByKeyboard();
    void aRefusalSaysWhy();
    void whatIsLaidAnewCanBeUndone();
    void anUnfinishedBoardIsThereAgain();
    void aBrokenFileIsLeftAsItIs();
    void entriesAreRanked();
    void hostileFilesAreEntriesThatSaySo();
    void aFolderThatChangesIsReadAgain();
    void entriesOfAnotherDayAreJudgedByIt();
    void whatIsDroppedIsRead();
    void anotherOrderStandsUnderOnesOwn();
    void theTableIsCopied();
    void anEntryIsSavedAmongTheOthers();
    void lanesAreAsLongAsTheirOps();
    void nothingIsCutOrWithoutItsWords();
};

void tst_Challenge::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Challenge::aDaySaysWhatItAsks()
{
    // tests/cli/challenge_cli_test.py has the same numbers of it.
    Shown shown;
    QCOMPARE(named<QLabel>(*shown.view, QStringLiteral("What is asked"))->text(),
             QStringLiteral("3 ranks, 4 microbatches, at most 3 in flight on a rank"));
    QCOMPARE(named<QLabel>(*shown.view, QStringLiteral("What is to be beaten"))->text(),
             QStringLiteral("Beat 20.8 u; no order is shorter than 16.8 u"));
    QCOMPARE(
        named<QLabel>(*shown.view, QStringLiteral("What the ops take"))->text(),
        QStringLiteral("F takes 1 u and B 2.2 u, or I 1.2 u and W 1 u; a transfer takes 0.2 u."));
    auto* date = named<QDateEdit>(*shown.view, QStringLiteral("Day of the challenge"));
    QCOMPARE(date->date(), kSmall);
    date->setDate(kTight);
    QCOMPARE(shown.game.date(), kTight);
    QCOMPARE(named<QLabel>(*shown.view, QStringLiteral("What is asked"))->text(),
             QStringLiteral("3 ranks, 4 microbatches, at most 2 in flight on a rank"));
    shown.button("Today").click();
    QCOMPARE(shown.game.date(), QDate::currentDate());
    QVERIFY(!shown.button("Today").isEnabled());
}

void tst_Challenge::isPlayedByKeyboard()
{
    Shown shown;
    shown.view->lanes().lanes().setFocus();
    QVERIFY(!shown.button("Save entry…").isEnabled());
    const std::vector<std::vector<const char*>> orders{
        {"0F", "1F", "2F", "0B", "3F", "1B", "2B", "3B"},
        {"0F", "1F", "0B", "2F", "1B", "3F", "2B", "3B"},
        {"0F", "0B", "1F", "1B", "2F", "2B", "3F", "3B"}};
    for (std::size_t rank = 0; rank < orders.size(); ++rank) {
        QTest::keyClick(QApplication::focusWidget(), rank == 0 ? Qt::Key_Right : Qt::Key_Down);
        for (const char* op : orders[rank]) {
            type(op);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        }
        if (rank == 0)
            QVERIFY2(shown.view->standSaid().contains(QStringLiteral("Ops to lay: 16")),
                     qPrintable(shown.view->standSaid()));
    }
    QVERIFY(shown.game.board().isComplete());
    QVERIFY2(shown.view->standSaid().startsWith(
                 QStringLiteral("Step so far: 20.8 u     Most in flight: 3 of 3     Above the "
                                "bound: 4 u     Ops to lay: 0")),
             qPrintable(shown.view->standSaid()));
    QCOMPARE(shown.view->said(),
             QStringLiteral("Complete: 20.8 u, which does not beat 20.8 u. It is 23.8 % above the "
                            "bound.\nYou built 1F1B (PipeDream-Flush)."));
    // On to the button, the name and the place.
    for (int i = 0; i < 30 && QApplication::focusWidget() != &shown.button("Save entry…"); ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), &shown.button("Save entry…"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    auto* asksName = shown.view->findChild<QInputDialog*>();
    QVERIFY(asksName);
    asksName->setTextValue(QStringLiteral("Ann/../x"));
    QTest::keyClick(asksName, Qt::Key_Return);
    QCOMPARE(shown.game.player(), QStringLiteral("Ann/../x"));
    auto* asksPlace = shown.view->findChild<QFileDialog*>();
    QVERIFY(asksPlace);
    QCOMPARE(QFileInfo(asksPlace->selectedFiles().value(0)).fileName(),
             QStringLiteral("Ann-..-x.csv"));
    asksPlace->reject();
}

void tst_Challenge::aRefusalSaysWhy()
{
    Shown shown(kTight);
    shown.view->lanes().lanes().setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    for (const char* op : {"0F", "1F"}) {
        type(op);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    QCOMPARE(shown.view->said(), QString());
    type("2");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY2(shown.view->said().contains(QStringLiteral("in flight")),
             qPrintable(shown.view->said()));
    QCOMPARE(shown.game.board().schedule().order.front().size(), 2u);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(shown.view->said(), QString());
    QCOMPARE(shown.game.board().schedule().order.front().size(), 1u);
}

void tst_Challenge::whatIsLaidAnewCanBeUndone()
{
    Shown shown(kTight);
    shown.button("Start from 1F1B").click();
    QVERIFY(shown.game.board().isComplete()); // within the cap
    const auto order = shown.game.board().schedule().order;
    QCOMPARE(shown.game.board().planned()->timeline().makespan,
             lesson::entryOf(shown.game.challenge(), "start", shown.good().toStdString()).step);
    QVERIFY(shown.view->said().startsWith(QStringLiteral("Complete: ")));
    shown.button("Start again").click();
    QVERIFY(shown.game.board().schedule().order.front().empty());
    QVERIFY(!shown.button("Save entry…").isEnabled());
    QCOMPARE(shown.view->said(), QString());
    shown.button("Start again").click(); // nothing is there to be undone
    shown.button("Undo").click();
    QCOMPARE(shown.game.board().schedule().order, order);
    shown.view->lanes().lanes().setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(shown.game.board().schedule().order.front().empty());
    QVERIFY(!shown.button("Undo").isEnabled());
}

void tst_Challenge::anUnfinishedBoardIsThereAgain()
{
    QTemporaryDir kept;
    const QString file = kept.filePath(QStringLiteral("data/challenges.json"));
    std::vector<std::vector<plan::Op>> order;
    {
        ChallengeGame game(file);
        QCOMPARE(game.date(), QDate::currentDate());
        game.setDate(kSmall);
        game.startFromKnown();
        QCOMPARE(game.board().take(0, 7), std::string());
        game.noteLaid();
        order = game.board().schedule().order;
        game.setPlayer(QStringLiteral("  Ann  "));
        game.setDate(kTight);
        QVERIFY(game.board().schedule().order.front().empty());
        game.setDate(kSmall); // the same session
        QCOMPARE(game.board().schedule().order, order);
        QVERIFY(game.board().canUndo());
    }
    ChallengeGame game(file);
    QCOMPARE(game.player(), QStringLiteral("Ann"));
    game.setDate(kSmall);
    QCOMPARE(game.board().schedule().order, order);
    game.startAgain();
    game.keep();
    ChallengeGame after(file);
    after.setDate(kSmall);
    QVERIFY(after.board().schedule().order.front().empty());
}

void tst_Challenge::aBrokenFileIsLeftAsItIs()
{
    QTemporaryDir kept;
    const QString path = kept.filePath(QStringLiteral("challenges.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"bubblescope_challenges\": 9}");
    file.close();
    {
        ChallengeGame game(path);
        QVERIFY2(game.problem().startsWith(path), qPrintable(game.problem()));
        game.startFromKnown();
        game.setPlayer(QStringLiteral("Ann"));
        ChallengeView view(game);
        QVERIFY(view.said().startsWith(QStringLiteral("Complete"))); // it can be played
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{\"bubblescope_challenges\": 9}"));
}

void tst_Challenge::entriesAreRanked()
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

void tst_Challenge::hostileFilesAreEntriesThatSaySo()
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

void tst_Challenge::aFolderThatChangesIsReadAgain()
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

void tst_Challenge::entriesOfAnotherDayAreJudgedByIt()
{
    Shown shown;
    shown.write(QStringLiteral("ann.csv"), shown.good()); // holds 3
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_COMPARE(shown.row(0)[0], QStringLiteral("1"));
    shown.game.setDate(kTight);
    QTRY_COMPARE(shown.row(0)[0], QStringLiteral("–"));
}

void tst_Challenge::whatIsDroppedIsRead()
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

void tst_Challenge::anotherOrderStandsUnderOnesOwn()
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
    QVERIFY(rival->y() > shown.view->lanes().lanes().geometry().bottom());
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

void tst_Challenge::theTableIsCopied()
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

void tst_Challenge::anEntryIsSavedAmongTheOthers()
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

void tst_Challenge::lanesAreAsLongAsTheirOps()
{
    Shown shown(kLarge);
    ChallengeLanes& lanes = shown.view->lanes();
    // The last op that is not laid is there to be clicked.
    const QRect last = lanes.lanes().boxOf({5, plan::OpKind::WeightGrad, 11});
    QVERIFY(last.isValid());
    QVERIFY(last.right() < lanes.lanes().width());
    const int width = lanes.lanes().width();
    lanes.zoom(1);
    QCoreApplication::processEvents();
    QVERIFY(lanes.lanes().width() > width);
    lanes.zoom(-1);
    QCoreApplication::processEvents();
    QCOMPARE(lanes.lanes().width(), width);
    // Shorter only as far as what is not laid is still there to be clicked.
    lanes.zoom(-3);
    QCoreApplication::processEvents();
    QVERIFY(last.right() < lanes.lanes().width());
    shown.game.startFromKnown();
    QCoreApplication::processEvents();
    QVERIFY(lanes.lanes().width() < width);
    lanes.zoom(3);
    QCoreApplication::processEvents();
    // What is laid comes into sight.
    QCOMPARE(shown.game.board().take(0, 23), std::string());
    shown.game.noteLaid();
    lanes.horizontalScrollBar()->setValue(0);
    QCOMPARE(shown.game.board().append(plan::backward(0, 11)), std::string());
    shown.game.noteLaid();
    const QRect box = lanes.lanes().boxOf(plan::backward(0, 11));
    const QPoint seen = lanes.lanes().mapTo(lanes.viewport(), box.center());
    QVERIFY(lanes.viewport()->rect().contains(seen));
}

void tst_Challenge::nothingIsCutOrWithoutItsWords()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("pseudo")));
    Shown shown(kLarge);
    shown.game.startFromKnown();
    shown.write(QStringLiteral("ann.csv"), shown.good());
    shown.view->leaderboard().setPaths({shown.folder.path()});
    QTRY_COMPARE(shown.view->leaderboard().table().rowCount(), 1);
    QCoreApplication::processEvents();
    const QStringList faults = test::cutTexts(*shown.view) + test::untranslated(*shown.view);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

QTEST_MAIN(tst_Challenge)
#include "tst_challenge.moc"
