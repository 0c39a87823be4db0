// The timeline as a screen reader walks it.

#include "gui/timeline/minimap.h"
#include "gui/timeline/timeline_access.h"
#include "gui/timeline/timeline_canvas.h"
#include "tests/gui/timeline/panel_window.h"

#include <QAccessible>
#include <QTest>

using namespace gui;
using namespace panel_test;

namespace {

// What was told since the last look: the kind of each event and the name of what it is about.
std::vector<std::pair<QAccessible::Event, QString>> told;

void note(QAccessibleEvent* event)
{
    QAccessibleInterface* about = event->accessibleInterface();
    told.emplace_back(event->type(), about ? about->text(QAccessible::Name) : QString());
}

QAccessibleInterface* treeOf(const Window& window)
{
    return QAccessible::queryAccessibleInterface(window.canvas);
}

// One rank that does nothing but forwards of a microsecond each.
TrackData manyOps(int count)
{
    auto timeline = std::make_shared<plan::Timeline>();
    timeline->spans.resize(1);
    for (int i = 0; i < count; ++i)
        timeline->spans[0].push_back(
            {plan::forward(0, i), Nanoseconds{i * 1000}, Nanoseconds{(i + 1) * 1000}});
    timeline->makespan = Nanoseconds{count * 1000};
    TrackData track;
    track.title = QStringLiteral("Measured");
    track.timeline = timeline;
    return track;
}

} // namespace

class tst_TimelineAccess : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { told.clear(); }
    void aTreeOfRowsAndTheirOps();
    void onlyWhatIsInSightIsTold();
    void placesAreThoseOnTheScreen();
    void theSelectionOfTheKeysIsTheFocus();
    void anOpCanBePressed();
    void anOpStaysItselfWhileTheTrackGrows();
    void aLongRowIsCutAboutTheOpSelected();
    void peersAreToldWithTheirRank();
    void theMinimapSaysWhatIsInSight();
};

void tst_TimelineAccess::initTestCase() { QAccessible::installUpdateHandler(note); }

// 1F1B, two ranks, F = 1, B = 2: rank 0 is F0 F1 .. B0 B0 .. , rank 1 is . F0 B0 B0 F1 B1 B1.
void tst_TimelineAccess::aTreeOfRowsAndTheirOps()
{
    Window window;
    window.panel.setTrack(1, oneFOneB(QStringLiteral("Measured")));
    QAccessibleInterface* tree = treeOf(window);
    QCOMPARE(tree->role(), QAccessible::Tree);
    QCOMPARE(tree->text(QAccessible::Name), QStringLiteral("Timeline"));
    QCOMPARE(tree->childCount(), 4);
    QStringList rows;
    for (int i = 0; i < tree->childCount(); ++i) {
        rows << tree->child(i)->text(QAccessible::Name);
        QCOMPARE(tree->indexOfChild(tree->child(i)), i);
        QCOMPARE(tree->child(i)->parent(), tree);
    }
    QCOMPARE(rows,
             QStringList({"Predicted, rank 0", "Predicted, rank 1", "Measured, rank 0",
                          "Measured, rank 1"}));
    QAccessibleInterface* row = tree->child(1);
    QCOMPARE(row->childCount(), 4);
    QCOMPARE(row->text(QAccessible::Description), QStringLiteral("Ops in sight: 4 of 4"));
    QCOMPARE(row->child(1)->text(QAccessible::Name),
             QString::fromUtf8("Backward of microbatch 0 on stage 1 (rank 1), 2.00 µs, starts at "
                               "2.00 µs"));
    QVERIFY(row->child(1)->text(QAccessible::Description).contains(QStringLiteral("Measured")));
    for (int i = 0; i < row->childCount(); ++i) {
        QCOMPARE(row->indexOfChild(row->child(i)), i);
        QCOMPARE(row->child(i)->parent(), row);
        QCOMPARE(row->child(i)->childCount(), 0);
    }
    QVERIFY(!row->child(4) && !row->child(-1) && !tree->child(4));
    QCOMPARE(tree->child(0)->indexOfChild(row->child(0)), -1);

    window.panel.removeTrack(1);
    QCOMPARE(tree->childCount(), 2);
}

void tst_TimelineAccess::onlyWhatIsInSightIsTold()
{
    Window window;
    window.state.setVisible({Nanoseconds{2100}, Nanoseconds{3900}});
    QAccessibleInterface* row = treeOf(window)->child(1);
    QCOMPARE(row->childCount(), 1);
    QVERIFY(row->child(0)->text(QAccessible::Name).startsWith(QStringLiteral("Backward")));
    QCOMPARE(row->text(QAccessible::Description), QStringLiteral("Ops in sight: 1 of 4"));
}

void tst_TimelineAccess::placesAreThoseOnTheScreen()
{
    Window window;
    QAccessibleInterface* tree = treeOf(window);
    for (const auto& [rank, time] : {std::pair(1, 1500), std::pair(0, 500)}) {
        const QPoint there
            = window.canvas->mapToGlobal(window.at(rank, Nanoseconds{time}).toPoint());
        QAccessibleInterface* row = tree->childAt(there.x(), there.y());
        QVERIFY(row);
        QCOMPARE(row, tree->child(rank));
        QVERIFY(row->rect().contains(there));
        QAccessibleInterface* op = row->childAt(there.x(), there.y());
        QCOMPARE(op, row->child(0));
        QVERIFY(op->rect().contains(there));
        QVERIFY(!op->state().offscreen);
    }
    QAccessibleInterface* late = tree->child(1)->child(3);
    window.state.setVisible({Nanoseconds{0}, Nanoseconds{1000}});
    QVERIFY(late->rect().isEmpty());
    QVERIFY(late->state().offscreen);
}

void tst_TimelineAccess::theSelectionOfTheKeysIsTheFocus()
{
    Window window;
    window.panel.activateWindow();
    window.canvas->setFocus();
    QTRY_VERIFY(window.canvas->hasFocus());
    QVERIFY(!treeOf(window)->focusChild());
    QTest::keyClick(window.canvas, Qt::Key_Period); // the first op in sight
    told.clear();
    QTest::keyClick(window.canvas, Qt::Key_Period); // the next
    QAccessibleInterface* op = treeOf(window)->focusChild();
    QVERIFY(op);
    QCOMPARE(op, treeOf(window)->child(0)->child(1));
    QVERIFY(op->state().focused && op->state().selected);
    const auto said = [&](QAccessible::Event kind) {
        return std::count(told.begin(), told.end(), std::pair(kind, op->text(QAccessible::Name)));
    };
    // Only where the platform has somebody to tell it to.
    const int times = QAccessible::isActive() ? 1 : 0;
    QCOMPARE(said(QAccessible::Focus), times);
    QCOMPARE(said(QAccessible::Selection), times);
    QTest::keyClick(window.canvas, Qt::Key_Down);
    QCOMPARE(treeOf(window)->indexOfChild(treeOf(window)->focusChild()->parent()), 1);
    QTest::keyClick(window.canvas, Qt::Key_Escape);
    QVERIFY(!treeOf(window)->focusChild());
}

void tst_TimelineAccess::anOpCanBePressed()
{
    Window window;
    QAccessibleInterface* op = treeOf(window)->child(1)->child(2);
    QVERIFY(op->actionInterface());
    QVERIFY(
        op->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
    op->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(window.state.selected(), std::optional(OpRef{0, 1, plan::forward(1, 1)}));
    QVERIFY(op->state().selected);
    window.panel.removeTrack(0);
    QVERIFY(!op->isValid());
    QVERIFY(op->text(QAccessible::Name).isEmpty());
    op->actionInterface()->doAction(
        QAccessibleActionInterface::pressAction()); // nothing comes of it
}

void tst_TimelineAccess::anOpStaysItselfWhileTheTrackGrows()
{
    Window window;
    window.panel.setTrack(0, manyOps(3));
    QAccessibleInterface* op = treeOf(window)->child(0)->child(2);
    const QString name = op->text(QAccessible::Name);
    window.panel.setTrack(0, manyOps(30));
    QCOMPARE(treeOf(window)->child(0)->child(2), op);
    QCOMPARE(op->text(QAccessible::Name), name);
}

void tst_TimelineAccess::aLongRowIsCutAboutTheOpSelected()
{
    Window window;
    window.panel.setTrack(0, manyOps(100'000));
    window.state.fit();
    QAccessibleInterface* row = treeOf(window)->child(0);
    QCOMPARE(row->childCount(), kMostOpsTold);
    QVERIFY(row->child(0)->text(QAccessible::Name).contains(QStringLiteral("microbatch 0 ")));
    window.state.setSelected(OpRef{0, 0, plan::forward(0, 50'000)});
    QCOMPARE(row->childCount(), kMostOpsTold);
    QVERIFY(row->child(kMostOpsTold / 2)
                ->text(QAccessible::Name)
                .contains(QStringLiteral("microbatch 50000 ")));
    // Walking far and wide keeps no more than a few of them.
    for (int i = 0; i < 100'000; i += 1'000) {
        window.state.setSelected(OpRef{0, 0, plan::forward(0, i)});
        for (int child = 0; child < row->childCount(); child += 10)
            QVERIFY(row->child(child)->isValid());
    }
}

void tst_TimelineAccess::peersAreToldWithTheirRank()
{
    Window window;
    window.panel.setTrack(0, withPeers(4, 2));
    QAccessibleInterface* row = treeOf(window)->child(0);
    QVERIFY(row->text(QAccessible::Description).contains(QStringLiteral("3 of 4 replicas")));
    // The one that stands out has a row even where the others are folded away.
    const int ops = row->childCount() - 1;
    QAccessibleInterface* slow = row->child(ops);
    QVERIFY(slow && slow->isValid());
    QCOMPARE(slow->text(QAccessible::Name), QStringLiteral("Measured, rank 0, replica 2"));
    QCOMPARE(slow->text(QAccessible::Description), QStringLiteral("1.50 times what most take"));
    QCOMPARE(slow->parent(), row);
    QCOMPARE(row->indexOfChild(slow), ops);
    QVERIFY(!row->child(ops + 1));

    window.state.setUnfolded(0, true);
    QCOMPARE(row->childCount(), ops + 3); // but the one that the rank's own row shows
    QSet<QString> names;
    for (int i = ops; i < row->childCount(); ++i) {
        QAccessibleInterface* peer = row->child(i);
        names << peer->text(QAccessible::Name);
        QCOMPARE(row->indexOfChild(peer), i);
        const QRect place = peer->rect();
        QVERIFY(!place.isEmpty());
        QCOMPARE(row->childAt(place.center().x(), place.center().y()), peer);
        QVERIFY(!place.intersects(row->rect()));
    }
    QCOMPARE(names.size(), 3);
    window.state.setUnfolded(0, false);
    QVERIFY(slow->isValid());
    QCOMPARE(row->childCount(), ops + 1);
}

void tst_TimelineAccess::theMinimapSaysWhatIsInSight()
{
    Window window;
    window.state.setVisible({Nanoseconds{1000}, Nanoseconds{3000}});
    auto* minimap = window.panel.findChild<Minimap*>();
    QAccessibleInterface* told = QAccessible::queryAccessibleInterface(minimap);
    QCOMPARE(told->text(QAccessible::Value),
             QString::fromUtf8("In sight: 1.00 µs to 3.00 µs of 9.00 µs"));
}

QTEST_MAIN(tst_TimelineAccess)
#include "tst_timeline_access.moc"
