#include "gui/editor/layer_list.h"
#include "gui/editor/strategy_editor.h"
#include "tests/gui/named.h"
#include "tests/gui/wide_strategy.h"

#include <QLineEdit>
#include <QLocale>
#include <QSpinBox>
#include <QTest>

using namespace gui;
using test::isShown;
using test::named;
using test::wide;

class tst_LayerList : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void listsOfLayersAreReadStrictly();
    void layersAreDividedByHand();
    void layersOfRanksStayThoseOfRanks();
    void whatIsNoListStaysOutOfTheStrategy();
};

void tst_LayerList::listsOfLayersAreReadStrictly()
{
    using List = std::vector<int>;
    const std::pair<const char*, List> lists[] = {
        {"", {}},         {"  ", {}},         {"5", {5}},       {"5, 3", {5, 3}},  {"5 3", {5, 3}},
        {"5,3,", {5, 3}}, {" 5 ,3 ", {5, 3}}, {"5，3", {5, 3}}, {"-1, 0", {-1, 0}}};
    for (const auto& [text, list] : lists) {
        const auto read = layersFromText(QString::fromUtf8(text));
        QVERIFY2(read && *read == list, text);
        QVERIFY2(layersFromText(layersText(list)) == list, text);
    }
    for (const char* text : {",", ",5", "5,,3", "5, , 3", "5;3", "5.5", "x", "5, 3x", "0x5",
                             "[5, 3]", "99999999999", "5-3", "1e3"})
        QVERIFY2(!layersFromText(QString::fromUtf8(text)), text);
}

void tst_LayerList::layersAreDividedByHand()
{
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    auto* line = named<QLineEdit>(editor, QStringLiteral("Layers per stage"));
    QVERIFY(line && isShown(line));
    QCOMPARE(line->text(), QString());
    QCOMPARE(line->placeholderText(), QStringLiteral("even: 6 each"));
    QTest::keyClicks(line, QStringLiteral("7 6,6"));
    QVERIFY((document.strategy().parallel.layersPerStage == std::vector{7, 6, 6}));
    QVERIFY2(editor.problemOf(QStringLiteral("parallel.layers_per_stage"))
                 .startsWith(QStringLiteral("has 3 entries for 4 stages")),
             "check() has something to say");
    QTest::keyClicks(line, QStringLiteral(", 5"));
    QCOMPARE(line->text(), QStringLiteral("7 6,6, 5")); // as it was typed
    QVERIFY(document.problems().empty());
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->text(), QStringLiteral("7, 6, 6, 5"));
    document.undoStack().undo();
    QCOMPARE(document.strategy(), wide());
    QCOMPARE(line->text(), QString());
    QVERIFY(!document.undoStack().canUndo());
    document.undoStack().redo();
    QCOMPARE(line->text(), QStringLiteral("7, 6, 6, 5"));

    strategy::Strategy other = wide();
    other.model->layers = 26;
    document.start(other);
    QCOMPARE(line->placeholderText(), QStringLiteral("even: 6 or 7 each"));
    other.model->layers = 2; // a problem of its own
    document.start(other);
    QCOMPARE(line->placeholderText(), QStringLiteral("even"));
}

void tst_LayerList::layersOfRanksStayThoseOfRanks()
{
    Document document;
    strategy::Strategy ranked = wide();
    ranked.parallel.chunks = 2;
    ranked.schedule.name = "interleaved";
    ranked.parallel.layersPerRank = {5, 6, 6, 7};
    document.start(ranked);
    StrategyEditor editor(document);
    QVERIFY(!named<QLineEdit>(editor, QStringLiteral("Layers per stage")));
    auto* line = named<QLineEdit>(editor, QStringLiteral("Layers per rank"));
    QCOMPARE(line->text(), QStringLiteral("5, 6, 6, 7"));
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Backspace);
    QVERIFY(document.strategy().parallel.layersPerRank.empty());
    QCOMPARE(line->accessibleName(), QStringLiteral("Layers per rank")); // while one types
    QCOMPARE(line->placeholderText(), QStringLiteral("even: 6 each"));   // 3 on each of two chunks
    QTest::keyClicks(line, QStringLiteral("8,6,5,4"));
    QVERIFY((document.strategy().parallel.layersPerRank == std::vector{8, 6, 5, 4}));
    QVERIFY(document.strategy().parallel.layersPerStage.empty());
    QVERIFY(!editor.problemOf(QStringLiteral("parallel.layers_per_rank")).isEmpty()); // 23 of 24
    QTest::keyClick(line, Qt::Key_Return);
    document.undoStack().undo();
    QVERIFY(document.strategy() == ranked);

    line->selectAll();
    QTest::keyClick(line, Qt::Key_Backspace);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->accessibleName(), QStringLiteral("Layers per stage"));
    QCOMPARE(line->placeholderText(), QStringLiteral("even: 3 each"));
}

void tst_LayerList::whatIsNoListStaysOutOfTheStrategy()
{
    const QString key = QStringLiteral("parallel.layers_per_stage");
    Document document;
    document.start(wide());
    StrategyEditor editor(document);
    auto* line = named<QLineEdit>(editor, QStringLiteral("Layers per stage"));
    QTest::keyClicks(line, QStringLiteral("x"));
    QVERIFY2(editor.problemOf(key).endsWith(QStringLiteral("keeps the even division")),
             qPrintable(editor.problemOf(key)));
    QCOMPARE(document.strategy(), wide());
    line->clear();
    QTest::keyClicks(line, QStringLiteral("7, 6, 6, 5 or so"));
    QVERIFY2(editor.problemOf(key).endsWith(QStringLiteral("keeps 7, 6, 6, 5")),
             qPrintable(editor.problemOf(key)));
    QTest::keyClick(line, Qt::Key_Return);
    // Another edit leaves it for its author to put right.
    named<QSpinBox>(editor, QStringLiteral("Microbatches"))->setValue(32);
    QCOMPARE(line->text(), QStringLiteral("7, 6, 6, 5 or so"));
    QVERIFY(!editor.problemOf(key).isEmpty());
    line->end(false);
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(line, Qt::Key_Backspace);
    QVERIFY(editor.problemOf(key).isEmpty());
    QTest::keyClicks(line, QStringLiteral("?"));
    QVERIFY(!editor.problemOf(key).isEmpty());
    document.start(wide()); // another file
    QCOMPARE(line->text(), QString());
    QVERIFY(editor.problemOf(key).isEmpty());
}

QTEST_MAIN(tst_LayerList)
#include "tst_layer_list.moc"
