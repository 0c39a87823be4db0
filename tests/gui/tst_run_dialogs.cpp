// The dialogs that ask what is to become of a run.

#include "engine/strategy/estimate/schedule_of.h"
#include "gui/live/run_controls.h"
#include "gui/live/slow_dialog.h"
#include "gui/live/swap_dialog.h"
#include "gui/window/language.h"
#include "gui/window/open_commands.h"
#include "tests/gui/cut_texts.h"
#include "tests/gui/named.h"
#include "tests/gui/shown_run.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

using namespace gui;
using gui::test::Shown;
using gui::test::snapshotAt;

class tst_RunDialogs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void theDialogSendsRankAndFactor();
    void theRankIsTypedAtOnceAndAllCanBeRead();
    void theDialogOffersTheWorldWhileTheRunGoesOn();
    void everyNameOfTheSwapCanBeReadWhole();
    void enterInTheSwapSwapsNothing();
};

void tst_RunDialogs::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_RunDialogs::theDialogSendsRankAndFactor()
{
    Shown shown("echo done >&2");
    const auto open = [&shown] {
        auto* dialog = new SlowDialog(shown.control, 4);
        dialog->findChild<QSpinBox*>()->setValue(9); // there are four
        dialog->findChild<QDoubleSpinBox*>()->setValue(1.8);
        dialog->show();
        return QPointer<SlowDialog>(dialog);
    };
    QPointer<SlowDialog> dialog = open();
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        QVERIFY(!button->accessibleName().isEmpty());
        QCOMPARE(button->isDefault(), button->text() == QStringLiteral("Cancel"));
    }
    QTest::keyClick(dialog->findChild<QDoubleSpinBox*>(), Qt::Key_Return);
    QTRY_VERIFY(!dialog);
    QVERIFY(!shown.control.isAsking());
    dialog = open();
    test::named<QPushButton>(*dialog, QStringLiteral("Slow it"))->click();
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("slow run-7 3 1.8"));
}

void tst_RunDialogs::theRankIsTypedAtOnceAndAllCanBeRead()
{
    Shown shown("echo done >&2");
    auto* dialog = new SlowDialog(shown.control, 4,
                                  {.prediction = *predict(builtInStrategy()), .knowsTime = true});
    dialog->show();
    auto* rank = dialog->findChild<QSpinBox*>();
    QCOMPARE(dialog->focusWidget(), static_cast<QWidget*>(rank));
    QTest::keyClick(rank, Qt::Key_3);
    QCOMPARE(rank->value(), 3);
    const auto* effect
        = test::named<QLabel>(*dialog, QStringLiteral("What is predicted to happen"));
    QTRY_VERIFY(effect->text().contains(QLatin1Char('%')));
    QCOMPARE(test::cutTexts(*dialog), QStringList());
}

void tst_RunDialogs::theDialogOffersTheWorldWhileTheRunGoesOn()
{
    Shown shown("echo done >&2");
    QAction actions[5];
    RunControls buttons(shown.control, shown.view, shown.controller,
                        {&actions[0], &actions[1], &actions[2], &actions[3], &actions[4]});
    emit shown.controller.session().updated(snapshotAt(telemetry::SourceState::Connected, 3));
    actions[3].trigger();
    auto* dialog = buttons.findChild<SlowDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QSpinBox*>()->maximum(), 7);
    QPushButton* slow = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Slow it"))
            slow = button;
    QVERIFY(slow && slow->isEnabled());
    emit shown.controller.session().updated(snapshotAt(telemetry::SourceState::Ended, 3));
    QVERIFY(!slow->isEnabled());
}

void tst_RunDialogs::everyNameOfTheSwapCanBeReadWhole()
{
    Shown shown("echo done >&2");
    auto running = std::make_shared<plan::Schedule>(
        *plan::makeSchedule("interleaved", {.ranks = 4, .chunks = 2, .microbatches = 8}));
    auto* dialog = new SwapDialog(shown.control, {running, QStringLiteral("interleaved")});
    dialog->show();
    auto* list = dialog->findChild<QListWidget*>();
    QTRY_VERIFY(list->count() > 2);
    QVERIFY(list->viewport()->width() >= list->sizeHintForColumn(0));
    delete dialog;
}

void tst_RunDialogs::enterInTheSwapSwapsNothing()
{
    Shown shown("echo done >&2");
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    strategy.costs = plan::Costs::unit();
    auto running = std::make_shared<plan::Schedule>(*strategy::scheduleOf(strategy));
    auto* dialog = new SwapDialog(shown.control, {running, QStringLiteral("1f1b"), strategy, true});
    dialog->show();
    auto* list = dialog->findChild<QListWidget*>();
    QPushButton* swap = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Swap"))
            swap = button;
    QTRY_VERIFY(list->count() > 2);
    QCOMPARE(list->currentItem()->data(Qt::UserRole).toString(), QStringLiteral("1f1b"));
    QVERIFY(swap && !swap->isEnabled() && !swap->toolTip().isEmpty());

    // What another would make of the step stands beside it: naive takes m p (F + B) = 96 µs.
    QListWidgetItem* naive = nullptr;
    for (int row = 0; row < list->count(); ++row)
        if (list->item(row)->data(Qt::UserRole).toString() == QStringLiteral("naive"))
            naive = list->item(row);
    QVERIFY(naive);
    QTRY_VERIFY2(naive->text().contains(QStringLiteral("bubble 75.0 %")),
                 qPrintable(naive->text()));
    QVERIFY2(naive->text().contains(QString::fromUtf8("step 96.0 µs (+190.9 %)")),
             qPrintable(naive->text()));
    list->setCurrentItem(naive);
    QVERIFY(swap->isEnabled() && !swap->isDefault());
    const QPointer<SwapDialog> closed = dialog;
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_VERIFY(!closed);
    QVERIFY(!shown.control.isAsking() && shown.program.lastTold().isEmpty());

    // At the scale of an emulated run, as everything else that is predicted of it.
    const auto effects = swapEffects(strategy, {.timeScale = 2},
                                     {QStringLiteral("naive"), QStringLiteral("1f1b")});
    QCOMPARE(effects.size(), 2);
    QCOMPARE(effects[0].step, plan::Nanoseconds{48'000});
    QCOMPARE(effects[1].step, plan::Nanoseconds{16'500});

    dialog = new SwapDialog(shown.control, {running, QStringLiteral("1f1b"), strategy, true});
    dialog->show();
    auto* other = dialog->findChild<QListWidget*>();
    QTRY_VERIFY(other->count() > 2);
    other->setCurrentRow(2);
    const QString chosen = other->currentItem()->data(Qt::UserRole).toString();
    test::named<QPushButton>(*dialog, QStringLiteral("Swap"))->click();
    QTRY_COMPARE(shown.program.lastTold(), QStringLiteral("swap run-7 ") + chosen);
}

QTEST_MAIN(tst_RunDialogs)
#include "tst_run_dialogs.moc"
