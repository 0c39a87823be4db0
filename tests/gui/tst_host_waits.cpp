// What ops wait for the host, in costs that are given and in those that are exported.

#include "engine/plan/cost_basis.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "engine/strategy/estimate/step_prediction.h"
#include "gui/costs/cost_dialog.h"
#include "gui/costs/number_table.h"
#include "gui/editor/strategy_editor.h"
#include "gui/export/exports.h"
#include "gui/window/export_tables.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QHeaderView>
#include <QTest>

using namespace gui;
using test::named;
using test::Opened;

namespace {

// So small that the host does not keep up.
strategy::Strategy hostBound(const char* schedule)
{
    strategy::Strategy made;
    made.model = test::smallModel();
    made.parallel.pipeline = 4;
    made.batch.global = 16;
    made.schedule.name = schedule;
    return made;
}

// Those of the cost model as they are given under the strategy's own schedule.
plan::Costs givenOf(const strategy::Strategy& strategy)
{
    const auto schedule = strategy::scheduleOf(strategy);
    return plan::asGiven(strategy::predictedCosts(strategy, *schedule)->costs, *schedule);
}

NamedTable exportedCosts(Opened& opened) { return opened.sheet.exports().tables().back(); }

QString cell(const NamedTable& table, std::size_t line, const char* title)
{
    return table.exact[line].value(table.exact.front().indexOf(QLatin1String(title)));
}

} // namespace

class tst_HostWaits : public QObject {
    Q_OBJECT
private slots:
    void besideASwapTheCostsAreThoseOfTheOwnSchedule();
    void costsOfBothKindsOfBackwardsShowTheirWaits();
    void costsThatAreGivenAreExportedAsTheyAre();
};

void tst_HostWaits::besideASwapTheCostsAreThoseOfTheOwnSchedule()
{
    const strategy::Strategy strategy = hostBound("1f1b");
    strategy::Strategy swapped = strategy;
    swapped.schedule.name = "zb-h1";
    const plan::Costs own = givenOf(strategy);
    QVERIFY2(own.stages != givenOf(swapped).stages, "they must tell the two apart");
    Document document;
    document.start(strategy);
    document.predictAs({.schedule = "zb-h1"});
    QTRY_VERIFY(document.isPredictionCurrent());
    QCOMPARE(document.prediction()->strategy.schedule.name, std::string("zb-h1"));
    StrategyEditor editor(document);
    editor.openEverything();
    named<QPushButton>(editor, QStringLiteral("Give costs instead"))->click();
    QVERIFY(document.strategy().costs == own);
}

void tst_HostWaits::costsOfBothKindsOfBackwardsShowTheirWaits()
{
    const strategy::Strategy strategy = hostBound("dualpipe");
    const plan::Costs given = givenOf(strategy);
    QVERIFY(given.stages.front().backwardWait.count() > 0);
    Opened opened;
    opened.document.start(strategy);
    QTRY_VERIFY(opened.document.isPredictionCurrent() && opened.sheet.estimator().isCurrent());
    const NamedTable exported = exportedCosts(opened);
    QCOMPARE(exported.exact.front().mid(5),
             QStringList({"backward_wait_ns", "input_grad_wait_ns", "weight_grad_wait_ns"}));
    QCOMPARE(exported.shown.front().size(), exported.exact.front().size());
    QCOMPARE(cell(exported, 1, "backward_wait_ns").toLongLong(),
             qint64(given.stages.front().backwardWait.count()));

    strategy::Strategy withCosts = strategy;
    withCosts.costs = given;
    Document document;
    document.start(withCosts);
    QVERIFY(costsInShort(withCosts).contains(QStringLiteral("waits for the host"))
            || given.stages.size() > 1);
    CostDialog dialog(document);
    auto* table = named<NumberTable>(dialog, QStringLiteral("Costs of the stages"));
    auto* model = table->model();
    QCOMPARE(model->columnCount(), 7);
    QCOMPARE(model->headerData(6, Qt::Horizontal).toString(), QStringLiteral("Weight wait"));
    QVERIFY(model->setData(model->index(0, 6), QStringLiteral("2.5")));
    QCOMPARE(document.strategy().costs->stages[0].weightGradWait, plan::Nanoseconds{2500});
    QCOMPARE(document.strategy().costs->stages[0].backwardWait, given.stages[0].backwardWait);
    // Without waits there is no column for them.
    document.start(hostBound("1f1b"));
    QCOMPARE(model->columnCount(), 4);
    QVERIFY(model->setData(model->index(0, 3), QStringLiteral("4")));
    QCOMPARE(document.strategy().costs->stages[0].recompute, plan::Nanoseconds{4000});
}

void tst_HostWaits::costsThatAreGivenAreExportedAsTheyAre()
{
    strategy::Strategy strategy = hostBound("1f1b");
    strategy.costs = plan::Costs::unit();
    strategy.costs->stages.front().backwardWait = plan::Nanoseconds{700};
    Opened opened;
    opened.document.start(strategy);
    QTRY_VERIFY(opened.document.isPredictionCurrent() && opened.sheet.estimator().isCurrent());
    const NamedTable exported = exportedCosts(opened);
    QCOMPARE(cell(exported, 1, "input_grad_ns"), QStringLiteral("1000"));
    QCOMPARE(cell(exported, 1, "backward_wait_ns"), QStringLiteral("700"));
}

QTEST_MAIN(tst_HostWaits)
#include "tst_host_waits.moc"
