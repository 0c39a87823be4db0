// What a comparison is made of: sources added, moved, taken away, opened and followed.

#include "gui/window/import_sheet.h"
#include "tests/gui/compared.h"
#include "tests/gui/dumps.h"

#include <QHeaderView>
#include <QSignalSpy>

using namespace gui;
using test::Compared;
using test::named;
using test::Opened;

class tst_CompareSources : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void sourcesAreAddedMovedAndTakenAwayByKeyboard();
    void keysPressedTwiceMeanWhatIsOnScreen();
    void theSelectionGoesWithItsRow();
    void rowsAreDraggedAndOpened();
    void editsAreFollowedAndClosedOnesStay();
    void importsStandBesideStrategies();
    void sixAreTheMost();
};

void tst_CompareSources::sourcesAreAddedMovedAndTakenAwayByKeyboard()
{
    Compared compared({QStringLiteral("gpipe.yaml"), QStringLiteral("interleaved.yaml")});
    compared.compare();
    QCOMPARE(compared.comparison->count(), 2);
    QAction* zbv = compared.offered(QStringLiteral("zbv"));
    QVERIFY(zbv);
    zbv->trigger();
    QTRY_COMPARE(compared.view->table().rowCount(), 3);
    QVERIFY(compared.nameAt(2).contains(QStringLiteral("zbv")));
    QVERIFY2(!compared.offered(QStringLiteral("zbv")), "it is there already");

    QTRY_VERIFY(compared.view->isCurrent());
    compared.choose(2);
    QTest::keyClick(compared.table, Qt::Key_Up, Qt::AltModifier);
    QTRY_VERIFY(compared.view->isCurrent());
    QVERIFY(compared.nameAt(1).contains(QStringLiteral("zbv")));
    QCOMPARE(compared.table->currentIndex().row(), 1);
    QTest::keyClick(compared.table, Qt::Key_Down, Qt::AltModifier);
    QTRY_VERIFY(compared.view->isCurrent());
    QVERIFY(compared.nameAt(2).contains(QStringLiteral("zbv")));
    QTest::keyClick(compared.table, Qt::Key_Delete);
    QTRY_COMPARE(compared.view->table().rowCount(), 2);
    QVERIFY(!compared.view->panel().track(2));
    QTRY_VERIFY(compared.view->isCurrent());
    compared.choose(0);
    QTest::keyClick(compared.table, Qt::Key_Delete);
    QTRY_COMPARE(compared.view->table().rowCount(), 1);
    QTRY_VERIFY(compared.view->isCurrent());
    QTest::keyClick(compared.table, Qt::Key_Delete);
    QCOMPARE(compared.comparison->count(), 1); // the last one stays
}

// Keys come faster than the numbers follow.
void tst_CompareSources::keysPressedTwiceMeanWhatIsOnScreen()
{
    Compared compared({QStringLiteral("gpipe.yaml"), QStringLiteral("interleaved.yaml"),
                       QStringLiteral("first-run.yaml")});
    compared.compare();
    const QString first = compared.nameAt(0);
    const QString second = compared.nameAt(1);
    compared.choose(0);
    QTest::keyClick(compared.table, Qt::Key_Down, Qt::AltModifier);
    QTest::keyClick(compared.table, Qt::Key_Down, Qt::AltModifier);
    QTRY_VERIFY(compared.view->isCurrent());
    QCOMPARE(compared.nameAt(2), first);
    QCOMPARE(compared.nameAt(0), second);
    QCOMPARE(compared.table->currentIndex().row(), 2);

    QSignalSpy opens(compared.view, &ComparisonView::openWanted);
    const int tab = compared.opened.workspace.currentPlace();
    QTest::keyClick(compared.table, Qt::Key_Delete);
    QVERIFY(!compared.view->isCurrent());
    QTest::keyClick(compared.table, Qt::Key_Return); // its row is gone
    QTest::keyClick(compared.table, Qt::Key_Delete);
    QCOMPARE(opens.count(), 0);
    QCOMPARE(compared.opened.workspace.currentPlace(), tab);
    QCOMPARE(compared.comparison->count(), 2);
    QTRY_VERIFY(compared.view->isCurrent());
    QCOMPARE(compared.nameAt(0), second);
    QCOMPARE(compared.table->currentIndex().row(), 1);
}

void tst_CompareSources::theSelectionGoesWithItsRow()
{
    Compared compared({QStringLiteral("gpipe.yaml"), QStringLiteral("interleaved.yaml")});
    compared.compare();
    ViewState& state = compared.view->viewState();
    const OpRef op{0, 0, compared.view->panel().track(0)->timeline->spans[0][2].op};
    state.setSelected(op);
    compared.choose(0);
    QTest::keyClick(compared.table, Qt::Key_Down, Qt::AltModifier);
    QTRY_VERIFY(compared.view->isCurrent());
    QCOMPARE(state.selected(), std::optional(OpRef{1, op.rank, op.op}));
    QTest::keyClick(compared.table, Qt::Key_Delete);
    QTRY_VERIFY(compared.view->isCurrent());
    QVERIFY(!state.selected());
}

void tst_CompareSources::rowsAreDraggedAndOpened()
{
    Compared compared({QStringLiteral("gpipe.yaml"), QStringLiteral("interleaved.yaml")});
    compared.compare();
    const QString second = compared.nameAt(1);
    QHeaderView* names = compared.table->verticalHeader();
    const auto middle = [names](int row) {
        return QPoint(names->width() / 2,
                      names->sectionViewportPosition(row) + names->sectionSize(row) / 2);
    };
    QTest::mousePress(names->viewport(), Qt::LeftButton, {}, middle(1));
    QTest::mouseMove(names->viewport(), middle(1) - QPoint(0, 6));
    QTest::mouseMove(names->viewport(), middle(0) - QPoint(0, 4));
    QTest::mouseRelease(names->viewport(), Qt::LeftButton, {}, middle(0) - QPoint(0, 4));
    QTRY_VERIFY(compared.view->isCurrent());
    QTRY_COMPARE(compared.nameAt(0), second);
    // Enter brings its strategy to the front.
    compared.choose(0);
    QTest::keyClick(compared.table, Qt::Key_Return);
    QCOMPARE(compared.opened.workspace.currentPlace(), 1);
    // One of a schedule opens what it is.
    compared.opened.workspace.setCurrent(2);
    compared.offered(QStringLiteral("zb-h1"))->trigger();
    QTRY_COMPARE(compared.view->table().rowCount(), 3);
    QTRY_VERIFY(compared.view->isCurrent());
    compared.choose(2);
    QTest::keyClick(compared.table, Qt::Key_Return);
    QCOMPARE(compared.opened.workspace.count(), 4);
    const strategy::Strategy& made = compared.documentAt(3).strategy();
    QCOMPARE(made.schedule.name, std::string("zb-h1"));
    QCOMPARE(made.parallel.pipeline, compared.documentAt(0).strategy().parallel.pipeline);
}

void tst_CompareSources::editsAreFollowedAndClosedOnesStay()
{
    Compared compared({QStringLiteral("gpipe.yaml"), QStringLiteral("interleaved.yaml")});
    compared.compare();
    Document& second = compared.documentAt(1);
    strategy::Strategy more = second.strategy();
    more.batch.global *= 2;
    const plan::Nanoseconds before = compared.view->panel().track(1)->timeline->makespan;
    second.edit(QString(), QString(), more);
    QTRY_VERIFY_WITH_TIMEOUT(compared.view->panel().track(1)->timeline->makespan > before, 60'000);
    QTRY_VERIFY(compared.view->isCurrent());
    const auto timeline = compared.view->panel().track(1)->timeline;
    const QString name = compared.nameAt(1);
    // Its changes are not wanted: the tab goes.
    second.undoStack().setClean();
    compared.opened.workspace.remove(1);
    QTRY_VERIFY(compared.view->isCurrent());
    QCOMPARE(compared.view->table().rowCount(), 2);
    QCOMPARE(compared.view->panel().track(1)->timeline, timeline);
    QCOMPARE(compared.nameAt(1), name);
    // It can be opened again from here.
    compared.choose(1);
    QTest::keyClick(compared.table, Qt::Key_Return);
    QVERIFY(compared.documentAt(compared.opened.workspace.count() - 1).strategy() == more);
}

void tst_CompareSources::importsStandBesideStrategies()
{
    Opened opened;
    opened.window.openFile(QStringLiteral(BUBBLESCOPE_TREE "/resources/strategies/gpipe.yaml"));
    QVERIFY(opened.action("view.memory")->isChecked());
    test::writeDumps(opened.program.directory.path());
    opened.window.openFile(opened.program.directory.path());
    QTRY_VERIFY(qobject_cast<ImportSheet*>(opened.window.sheet()));
    auto* import = qobject_cast<ImportSheet*>(opened.window.sheet());
    const auto trace = static_cast<OpenImport&>(import->item()).sharedTrace();
    // What its timeline can show can be turned on and off, and no mark is left of another tab.
    for (const char* id : {"view.flows", "view.fadeBackward"})
        QVERIFY2(opened.action(id)->isEnabled(), id);
    QVERIFY(opened.action("view.flows")->isChecked());
    opened.action("view.flows")->trigger();
    QVERIFY(!opened.action("view.flows")->isChecked());
    QVERIFY(!opened.action("view.memory")->isEnabled());
    QVERIFY(!opened.action("view.memory")->isChecked());
    import->show(1);
    opened.action("view.compare")->trigger();
    auto* sheet = qobject_cast<ComparisonSheet*>(opened.window.sheet());
    QVERIFY(sheet);
    auto& comparison = static_cast<OpenComparison&>(sheet->item());
    QCOMPARE(comparison.count(), 1); // the other one does other work
    comparison.add(static_cast<OpenStrategy&>(opened.workspace.at(0)),
                   ComparedSource::Kind::Prediction);
    QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
    const Comparison& rows = sheet->view().table().comparison();
    QVERIFY(rows[0]->track.measured);
    QCOMPARE(rows[0]->track.timeline, trace->steps[1].measured);
    QVERIFY(rows[0]->makespan == trace->steps[1].fit.measured);
    QCOMPARE(rows[0]->bubbleFraction, trace->steps[1].fit.measuredBubble);
    QVERIFY2(rows[0]->name.endsWith(QStringLiteral("iteration 2")), qPrintable(rows[0]->name));
    // The other iteration is offered once it is on show, and this one is not, being there.
    import->show(0);
    auto* add = named<QToolButton>(sheet->view(), QStringLiteral("Add to the comparison"));
    const QString other = QStringLiteral("%1 · iteration 1").arg(trace->title);
    const auto offers = [add](const QString& text) {
        emit add->menu()->aboutToShow();
        for (QAction* action : add->menu()->actions())
            if (action->text() == text)
                return action;
        return static_cast<QAction*>(nullptr);
    };
    QVERIFY(!offers(rows[0]->name));
    QVERIFY(offers(other));
    offers(other)->trigger();
    QCOMPARE(comparison.count(), 3);
    // It is brought to the front from there, and the trace stays compared without its tab.
    sheet->view().openWanted(2);
    QCOMPARE(opened.window.sheet(), import);
    opened.workspace.remove(opened.workspace.currentPlace());
    QVERIFY(!comparison.first());
    opened.workspace.setCurrent(opened.workspace.placeOf(comparison));
    QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
    QCOMPARE(sheet->view().table().comparison()[2]->track.timeline, trace->steps[0].measured);
}

void tst_CompareSources::sixAreTheMost()
{
    Compared compared({});
    compared.compare();
    for (const char* schedule : {"eager-1f1b", "zb-h2", "zbv", "dualpipe", "hanayo"})
        if (QAction* action = compared.offered(QString::fromLatin1(schedule)))
            action->trigger();
    QCOMPARE(compared.comparison->count(), OpenComparison::kMost);
    QVERIFY(
        !named<QToolButton>(*compared.view, QStringLiteral("Add to the comparison"))->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(compared.view->isCurrent(), 60'000);
    // Each has a colour of its own.
    std::set<int> colours;
    for (const ComparedSource& source : compared.comparison->sources())
        colours.insert(source.colour);
    QCOMPARE(int(colours.size()), OpenComparison::kMost);
    QVERIFY(*colours.rbegin() < OpenComparison::kMost);
}

QTEST_MAIN(tst_CompareSources)
#include "tst_compare_sources.moc"
