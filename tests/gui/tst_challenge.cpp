// The challenge of a day, played in the window: asked, laid and kept.

#include "gui/challenge/challenge_words.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/window/language.h"
#include "tests/gui/cut_texts.h"
#include "tests/gui/shown_challenge.h"

#include <QDateEdit>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>

using namespace gui;
using test::kLarge;
using test::kSmall;
using test::kTight;
using test::named;
using Shown = test::ShownChallenge;

namespace {

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

void tst_Challenge::lanesAreAsLongAsTheirOps()
{
    Shown shown(kLarge);
    ChallengeLanes& lanes = shown.view->lanes();
    // The last op that is not laid is there to be clicked.
    const auto lastIsThere = [&] {
        const QRect last = lanes.lanes().boxOf({5, plan::OpKind::WeightGrad, 11});
        return last.isValid() && lanes.lanes().rect().contains(last);
    };
    QVERIFY(lastIsThere());
    const int width = lanes.lanes().width();
    lanes.zoom(1);
    QCoreApplication::processEvents();
    QVERIFY(lanes.lanes().width() > width);
    lanes.zoom(-1);
    QCoreApplication::processEvents();
    QCOMPARE(lanes.lanes().width(), width);
    // However short the lanes are, what is not laid can be clicked.
    lanes.zoom(-3);
    QCoreApplication::processEvents();
    QVERIFY(lanes.lanes().width() < width);
    QVERIFY(lastIsThere());
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
