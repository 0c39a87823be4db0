// The dialogs that ask what is to become of a run.

#include "engine/strategy/estimate/schedule_of.h"
#include "gui/live/attach_dialog.h"
#include "gui/live/run_controls.h"
#include "gui/live/slow_dialog.h"
#include "gui/live/swap_dialog.h"
#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/shown_run.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
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
    void theDialogOffersTheWorldWhileTheRunGoesOn();
    void everyNameOfTheSwapCanBeReadWhole();
    void enterInTheSwapSwapsNothing();
    void theListSaysHowRunsEndedAndWhichCannotBeRead();
};

void tst_RunDialogs::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_RunDialogs::theDialogSendsRankAndFactor()
{
    Shown shown("echo done >&2");
    auto* dialog = new SlowDialog(shown.control, 4);
    dialog->findChild<QSpinBox*>()->setValue(9); // there are four
    dialog->findChild<QDoubleSpinBox*>()->setValue(1.8);
    dialog->show();
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        QVERIFY(!button->accessibleName().isEmpty());
        QCOMPARE(button->isDefault(), button->text() == QStringLiteral("Slow it"));
    }
    QTest::keyClick(dialog->findChild<QDoubleSpinBox*>(), Qt::Key_Return);
    QTRY_VERIFY(!shown.control.isAsking());
    QCOMPARE(shown.program.lastTold(), QStringLiteral("slow run-7 3 1.8"));
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
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(dialog->isVisible() && shown.program.lastTold().isEmpty());

    // What another would make of the step stands beside it: naive takes m p (F + B) = 96 µs.
    QListWidgetItem* naive = nullptr;
    for (int row = 0; row < list->count(); ++row)
        if (list->item(row)->data(Qt::UserRole).toString() == QStringLiteral("naive"))
            naive = list->item(row);
    QVERIFY(naive);
    QTRY_VERIFY2(naive->text().contains(QStringLiteral("bubble 75.0 %")),
                 qPrintable(naive->text()));
    QVERIFY2(naive->text().contains(QStringLiteral("step 0.0960 ms (+190.9 %)")),
             qPrintable(naive->text()));
    list->setCurrentItem(naive);
    QVERIFY(swap->isEnabled());
    swap->click();
    QTRY_COMPARE(shown.program.lastTold(), QStringLiteral("swap run-7 naive"));
}

void tst_RunDialogs::theListSaysHowRunsEndedAndWhichCannotBeRead()
{
    Shown shown("echo 'bubblescope-run: /runs/run-3/run.json is damaged; that run is left out here'"
                " >&2\n"
                R"(echo '[{"run":"run-7","state":"failed","outcome":"rank 1 was killed by )"
                R"(signal 9","ranks":4},{"run":"run-5","state":"ended","outcome":"ended"}]')");
    std::unique_ptr<AttachDialog> dialog;
    shown.controller.listRuns([&](const QList<RunEntry>& runs, const QStringList& remarks) {
        dialog = std::make_unique<AttachDialog>(runs, remarks, [](const RunEntry&) {});
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
    });
    QTRY_VERIFY(dialog);
    auto* other = test::named<QLabel>(*dialog, QStringLiteral("Runs that cannot be listed"));
    QVERIFY(other->isVisible());
    QCOMPARE(other->text(),
             QStringLiteral("/runs/run-3/run.json is damaged; that run is left out here"));
    auto* outcome = test::named<QLabel>(*dialog, QStringLiteral("How the run ended"));
    QVERIFY(outcome->isVisible());
    QCOMPARE(outcome->text(), QStringLiteral("rank 1 was killed by signal 9"));
    dialog->findChild<QTableWidget*>()->selectRow(1); // which ended as its state says
    QVERIFY(!outcome->isVisible());
}

QTEST_MAIN(tst_RunDialogs)
#include "tst_run_dialogs.moc"
