// The panel of the strategy: its sections, its foot, and what one does there by mouse and keyboard.

#include "gui/editor/field_name.h"
#include "gui/editor/hint_foot.h"
#include "gui/text/pseudo_language.h"
#include "gui/theme/metrics.h"
#include "tests/gui/editor_panel.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/wide_strategy.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace gui;
using test::named;
using test::Panel;
using test::wide;

class tst_EditorPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void sectionsAreOpenedAndShutByKeyboard();
    void aShutSectionSaysItsSummary();
    void fieldsStandOnOneGridAndNothingIsCut_data();
    void fieldsStandOnOneGridAndNothingIsCut();
    void anErrorMovesNothingAndIsSaidInTheFieldsName();
    void aFieldOfAShutSectionIsTold();
    void whatIsInHandIsExplained();
    void theFieldInHandStaysWhereItIs();
    void theKeyboardReachesEverything();
};

void tst_EditorPanel::sectionsAreOpenedAndShutByKeyboard()
{
    Panel panel;
    QSignalSpy changed(&panel.editor, &StrategyEditor::openSectionsChanged);
    QCOMPARE(panel.editor.openSections(),
             QStringList({QStringLiteral("schedule"), QStringLiteral("parallel")}));
    SectionHeader* model = panel.header("Model");
    auto* layers = named<QSpinBox>(panel.editor, QStringLiteral("Layers"));
    QVERIFY(model && layers && !layers->isVisible());
    QVERIFY(model->focusPolicy() & Qt::TabFocus);
    QTest::keyClick(model, Qt::Key_Right);
    QVERIFY(layers->isVisible());
    QTest::keyClick(model, Qt::Key_Right); // is open
    QVERIFY(layers->isVisible());
    QTest::keyClick(model, Qt::Key_Left);
    QVERIFY(!layers->isVisible());
    QTest::keyClick(model, Qt::Key_Space);
    QVERIFY(layers->isVisible());
    QTest::keyClick(model, Qt::Key_Return);
    QVERIFY(!layers->isVisible());
    QCOMPARE(changed.size(), 4);

    auto* dense = named<QWidget>(panel.editor, QStringLiteral("Norm"));
    model->setChecked(true);
    QVERIFY(!dense->isVisible());
    QTest::keyClick(panel.header("Model, advanced"), Qt::Key_Space);
    QVERIFY(dense->isVisible());
    const QStringList open = panel.editor.openSections();
    QVERIFY(open.contains(QStringLiteral("model+")));
    Panel another;
    another.editor.setOpenSections(open);
    QCOMPARE(another.editor.openSections(), open);
    QVERIFY(named<QWidget>(another.editor, QStringLiteral("Norm"))->isVisible());
}

void tst_EditorPanel::aShutSectionSaysItsSummary()
{
    strategy::Strategy large = test::llama();
    large.parallel.tensor = 8;
    large.parallel.pipeline = 8;
    large.parallel.data = 16;
    large.parallel.zero = 1;
    Panel panel(large);
    SectionHeader* header = panel.header("Parallelism");
    QCOMPARE(header->summary(), QStringLiteral("TP 8 · PP 8 · DP 16 · ZeRO 1"));
    QVERIFY(header->accessibleDescription().isEmpty()); // it is open, and shows all that
    header->setChecked(false);
    QCOMPARE(header->accessibleDescription(), header->summary());
    named<QSpinBox>(panel.editor, QStringLiteral("ZeRO"))->setValue(0);
    QCOMPARE(header->summary(), QStringLiteral("TP 8 · PP 8 · DP 16"));
    // Chunks that the schedule chooses are told as those that are given.
    large.schedule.name = "interleaved";
    large.parallel.zero = 0;
    panel.document.start(large);
    QCOMPARE(named<QSpinBox>(panel.editor, QStringLiteral("Chunks"))->text(),
             QStringLiteral("auto: 2"));
    QCOMPARE(header->summary(), QStringLiteral("TP 8 · PP 8 · VP 2 · DP 16"));
    QCOMPARE(panel.header("Overlap and kernels")->summary(),
             QStringLiteral("3 of 5 overlaps · flash"));
}

void tst_EditorPanel::fieldsStandOnOneGridAndNothingIsCut_data()
{
    QTest::addColumn<bool>("longer");
    QTest::addColumn<bool>("described");
    QTest::newRow("English") << false << false;
    QTest::newRow("English, a device of one's own") << false << true;
    QTest::newRow("longer words") << true << false;
    QTest::newRow("longer words, a device of one's own") << true << true;
}

void tst_EditorPanel::fieldsStandOnOneGridAndNothingIsCut()
{
    QFETCH(bool, longer);
    QFETCH(bool, described);
    PseudoLanguage words;
    if (longer)
        QCoreApplication::installTranslator(&words); // leaves with it
    strategy::Strategy all = wide();
    all.model->experts = 8;
    all.model->expertsPerToken = 2;
    all.model->kvLoraRank = 64;
    if (described)
        all.cluster.spec.emplace();
    all.costs = plan::Costs::unit();
    Panel panel(all);
    panel.editor.openEverything();
    QVERIFY(QTest::qWaitForWindowExposed(&panel.editor));
    QCOMPARE(panel.editor.width(), 340);
    QVERIFY(panel.editor.minimumSizeHint().width() <= 340);
    QVERIFY(panel.field("model.norm")->isVisible());
    QCoreApplication::processEvents(); // rows take their places
    QSet<int> lefts;
    QSet<int> rights;
    int seen = 0;
    for (const StrategyField* field : panel.editor.findChildren<StrategyField*>()) {
        if (!field->isVisible())
            continue;
        ++seen;
        const FieldName& name = const_cast<StrategyField*>(field)->name();
        QVERIFY2(name.height() >= name.sizeHint().height()
                     && name.width() >= name.sizeHint().width(),
                 qPrintable(name.text()));
        QVERIFY2(field->height() < 4 * metrics().controlHeight(), qPrintable(name.text()));
        lefts << field->input()->mapTo(&panel.editor, QPoint()).x();
        rights << field->input()->mapTo(&panel.editor, field->input()->rect().topRight()).x();
        QVERIFY(field->input()->width() >= 110);
    }
    QVERIFY(seen > 60);
    QCOMPARE(lefts.size(), 1);
    QCOMPARE(rights.size(), 1);
    for (const QAbstractButton* button : panel.editor.findChildren<QAbstractButton*>())
        if (button->isVisible())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(),
                     qPrintable(button->text()));
    for (const QLabel* label : panel.editor.findChildren<QLabel*>())
        if (label->isVisible() && !panel.editor.foot().isAncestorOf(label) && label->wordWrap()
            && !label->text().isEmpty())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                     qPrintable(label->text()));
    // And each explanation has room at the foot.
    HintFoot foot;
    foot.resize(340, foot.height());
    foot.show();
    for (StrategyField* field : panel.editor.findChildren<StrategyField*>()) {
        if (!field->isVisible() || field->key() == QLatin1String("schedule.name"))
            continue; // formulas, whole in the tip
        const bool isDevice = field->key() == QLatin1String("cluster.device");
        foot.setWords(
            {field->label(), longer || isDevice ? QString() : field->facts(), field->hint()});
        QVERIFY2(foot.toolTip().isEmpty(), qPrintable(foot.toolTip()));
    }
}

void tst_EditorPanel::anErrorMovesNothingAndIsSaidInTheFieldsName()
{
    Panel panel;
    QVERIFY(QTest::qWaitForWindowExposed(&panel.editor));
    QCoreApplication::processEvents(); // rows take their places
    const auto before = panel.places();
    QVERIFY(before.size() > 10);
    const int footHeight = panel.editor.foot().height();
    auto* tensor = named<QSpinBox>(panel.editor, QStringLiteral("Tensor"));
    tensor->setValue(3); // 16 heads are not divisible by it
    QVERIFY(!panel.document.problems().empty());
    QCoreApplication::processEvents();
    QCOMPARE(panel.places(), before);
    QCOMPARE(panel.editor.foot().height(), footHeight);
    QCOMPARE(panel.editor.foot().words().kind, HintFoot::Kind::Problem);
    QVERIFY2(panel.foot().contains(QStringLiteral("is not divisible by Tensor 3")),
             qPrintable(panel.foot()));
    QVERIFY2(!panel.foot().contains(QStringLiteral("parallel.")), qPrintable(panel.foot()));
    tensor->setValue(0);
    QCoreApplication::processEvents();
    QCOMPARE(panel.places(), before);
    QCOMPARE(panel.field("parallel.tensor")->name().mark(), FieldName::Mark::Problem);
    QVERIFY2(panel.foot().startsWith(QStringLiteral("Tensor must be")), qPrintable(panel.foot()));
    QVERIFY(tensor->accessibleDescription().contains(QStringLiteral("must be")));
    panel.document.undoStack().undo();
    QCOMPARE(panel.field("parallel.tensor")->name().mark(), FieldName::Mark::None);
    QVERIFY(panel.editor.foot().words().kind != HintFoot::Kind::Problem);
}

void tst_EditorPanel::aFieldOfAShutSectionIsTold()
{
    Panel panel;
    strategy::Strategy wrong = wide();
    wrong.model->headDim = -1;
    panel.document.edit(QString(), QString(), wrong);
    SectionHeader* model = panel.header("Model");
    QCOMPARE(model->accessibleDescription(), QStringLiteral("1 problem"));
    QVERIFY2(panel.foot().startsWith(QStringLiteral("Head size must be")),
             qPrintable(panel.foot()));
    panel.editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel.editor));
    panel.editor.reveal(QStringLiteral("model.head_dim"));
    QTRY_VERIFY(panel.field("model.head_dim")->input()->hasFocus());
    panel.document.undoStack().undo();
    QVERIFY(model->accessibleDescription().isEmpty());
}

void tst_EditorPanel::whatIsInHandIsExplained()
{
    Panel panel;
    panel.editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel.editor));
    StrategyField* ranks = panel.field("parallel.pipeline");
    StrategyField* tensor = panel.field("parallel.tensor");
    ranks->setFocus();
    QTRY_COMPARE(panel.editor.foot().words().title, QStringLiteral("Ranks"));
    QCOMPARE(panel.editor.foot().words().facts, QStringLiteral("ranks · 1 to 1048576 · default 1"));
    QCOMPARE(panel.foot(), QStringLiteral("Devices along the pipeline (p)"));
    QEnterEvent enter({3, 3}, {3, 3}, {3, 3});
    QCoreApplication::sendEvent(tensor, &enter);
    QCOMPARE(panel.editor.foot().words().title, QStringLiteral("Tensor"));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(tensor, &leave);
    QCOMPARE(panel.editor.foot().words().title, QStringLiteral("Ranks"));

    panel.editor.openEverything();
    for (const StrategyField* field : panel.editor.findChildren<StrategyField*>())
        QVERIFY2(!field->hint().isEmpty()
                     && (!field->facts().isEmpty() || field->key() == QLatin1String("model")),
                 qPrintable(field->key()));
    QCOMPARE(panel.field("model.kv_heads")->facts(),
             QStringLiteral("heads · 0 to 65536 · 0 = auto: 16"));
    QCOMPARE(panel.field("cluster.node_gbps")->facts(),
             QStringLiteral("0 to 1000000000 · 0 = auto: 300 GB/s"));
}

void tst_EditorPanel::theFieldInHandStaysWhereItIs()
{
    Panel panel;
    panel.editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel.editor));
    panel.editor.openEverything();
    QCoreApplication::processEvents();
    auto* devices = named<QSpinBox>(panel.editor, QStringLiteral("Devices"));
    panel.editor.findChild<QScrollArea*>()->ensureWidgetVisible(devices, 0, 200);
    devices->setFocus();
    QCoreApplication::processEvents();
    const auto at = [&] { return devices->mapTo(&panel.editor, QPoint()); };
    const QPoint before = at();
    strategy::Strategy bare = wide();
    bare.model.reset(); // and with it many rows above
    panel.document.edit(QString(), QString(), bare);
    QCoreApplication::processEvents();
    QCOMPARE(at(), before);
    panel.document.undoStack().undo();
    QCoreApplication::processEvents();
    QCOMPARE(at(), before);
}

void tst_EditorPanel::theKeyboardReachesEverything()
{
    Panel panel;
    panel.editor.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel.editor));
    panel.editor.openEverything();
    QCoreApplication::processEvents();
    QSet<const QWidget*> wanted;
    for (const QWidget* widget : panel.editor.findChildren<QWidget*>())
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus)
            && !widget->focusProxy()
            && !(qobject_cast<const QLineEdit*>(widget)
                 && qobject_cast<const QAbstractSpinBox*>(widget->parent()))) {
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
            wanted << widget;
        }
    QVERIFY(wanted.size() > 70);
    panel.header("Schedule")->setFocus();
    for (int step = 0; step < 400 && !wanted.isEmpty(); ++step) {
        QWidget* now = QApplication::focusWidget();
        QVERIFY(now);
        wanted.remove(now);
        QTest::keyClick(now, Qt::Key_Tab);
    }
    QStringList left;
    for (const QWidget* widget : wanted)
        left << widget->accessibleName();
    QVERIFY2(wanted.isEmpty(), qPrintable(left.join(QLatin1Char(','))));
}

QTEST_MAIN(tst_EditorPanel)
#include "tst_editor_panel.moc"
