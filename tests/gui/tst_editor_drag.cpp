// Names of fields are dragged: what that changes, and what it tells.

#include "gui/text/number_format.h"
#include "tests/gui/editor_panel.h"
#include "tests/gui/opened.h"

#include <QLineEdit>
#include <QLocale>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace gui;
using test::drag;
using test::letGo;
using test::named;
using test::Panel;
using test::wide;

class tst_EditorDrag : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aDragIsOneChange();
    void aDragIsFineOrCoarseAndTakenBackByEscape();
    void aNameIsAlsoALabel();
    void whileOneDragsTheVerdictTellsTheDifference();
};

void tst_EditorDrag::aDragIsOneChange()
{
    Panel panel;
    QVERIFY(QTest::qWaitForWindowExposed(&panel.editor));
    auto* box = named<QSpinBox>(panel.editor, QStringLiteral("Microbatches"));
    FieldName& name = panel.field("batch.microbatches")->name();
    const int before = box->value();
    box->setValue(before + 1); // typed before: a change of its own
    const strategy::Strategy typed = panel.document.strategy();
    QSignalSpy edited(&panel.document, &Document::strategyChanged);
    drag(name, {6, 12, 18, 24});
    QVERIFY(name.isDragged());
    QCOMPARE(box->value(), before + 5);
    QCOMPARE(edited.size(), 4); // the picture follows every step
    letGo(name);
    QCOMPARE(panel.document.undoStack().count(), 2);
    panel.document.undoStack().undo();
    QVERIFY(panel.document.strategy() == typed);
    QCOMPARE(box->value(), before + 1);
    panel.document.undoStack().undo();
    QVERIFY(panel.document.strategy() == wide());

    drag(name, {-6, -12, 6, 0}); // and back to where it began: nothing has changed
    letGo(name);
    QVERIFY(panel.document.strategy() == wide());
    QVERIFY(!panel.document.undoStack().canUndo());
}

void tst_EditorDrag::aDragIsFineOrCoarseAndTakenBackByEscape()
{
    Panel panel;
    panel.editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel.editor));
    auto* box = named<QSpinBox>(panel.editor, QStringLiteral("Samples per step"));
    FieldName& name = panel.field("batch.global")->name();
    drag(name, {60, 120}, Qt::ShiftModifier);
    letGo(name);
    QCOMPARE(box->value(), 18);
    drag(name, {6, 12}, Qt::ControlModifier);
    QCOMPARE(box->value(), 38);
    letGo(name);
    const strategy::Strategy before = panel.document.strategy();
    QCOMPARE(panel.document.undoStack().count(), 2);
    drag(name, {60});
    QCOMPARE(box->value(), 48);
    QTRY_VERIFY(box->hasFocus());
    QTest::keyClick(box, Qt::Key_Escape);
    QVERIFY(panel.document.strategy() == before);
    QCOMPARE(box->value(), 38);
    letGo(name);
    QCOMPARE(panel.document.undoStack().count(), 2);

    panel.editor.openEverything();
    drag(panel.field("cluster.node_gbps")->name(), {12});
    letGo(panel.field("cluster.node_gbps")->name());
    QCOMPARE(panel.document.strategy().cluster.nodeGbps, 310.0); // by way of what the device has
    // Words cannot be dragged.
    drag(panel.field("parallel.offload")->name(), {60});
    QVERIFY(!panel.field("parallel.offload")->name().isDragged());
}

void tst_EditorDrag::aNameIsAlsoALabel()
{
    Panel panel;
    panel.editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel.editor));
    StrategyField* ranks = panel.field("parallel.pipeline");
    QTest::mouseClick(&ranks->name(), Qt::LeftButton);
    QTRY_VERIFY(ranks->input()->hasFocus());
    QCOMPARE(qobject_cast<QSpinBox*>(ranks->input())->findChild<QLineEdit*>()->selectedText(),
             QStringLiteral("4"));
    QVERIFY(!panel.document.undoStack().canUndo());
}

// Against the value before the drag, whatever was predicted in between.
void tst_EditorDrag::whileOneDragsTheVerdictTellsTheDifference()
{
    test::Opened opened;
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    const auto makespan = [&opened] {
        return static_cast<double>(opened.document.prediction()->timeline->makespan.count());
    };
    const auto shown = [&opened] { return opened.sheet.verdict().numbers.at(0); };
    const double before = makespan();
    QVERIFY(shown().change.isEmpty());
    auto* editor = opened.sheet.findChild<StrategyEditor*>();
    if (!editor)
        editor = opened.window.findChild<StrategyEditor*>();
    QVERIFY(editor);
    FieldName* name = nullptr;
    for (StrategyField* field : editor->findChildren<StrategyField*>())
        if (field->key() == QLatin1String("batch.microbatches"))
            name = &field->name();
    QVERIFY(name);
    const auto mouse = [name](QEvent::Type type, double x) {
        QMouseEvent event(type, {x, 5}, name->mapToGlobal(QPointF(x, 5)), Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(name, &event);
    };
    mouse(QEvent::MouseButtonPress, 10);
    for (const double x : {16.0, 28.0, 40.0}) {
        mouse(QEvent::MouseMove, x);
        QTRY_VERIFY(opened.document.isPredictionCurrent());
        VerdictNumber expected;
        setChange(expected, before, makespan(), true, [](double nanoseconds) {
            return stepTime(plan::Nanoseconds{std::llround(nanoseconds)});
        });
        QVERIFY(expected.change.startsWith(QChar(0x25b2)));
        QTRY_COMPARE(shown().change, expected.change);
    }
    mouse(QEvent::MouseButtonRelease, 40);
    QCOMPARE(opened.document.undoStack().count(), 1);
}

QTEST_MAIN(tst_EditorDrag)
#include "tst_editor_drag.moc"
