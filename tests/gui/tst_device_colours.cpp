// What devices are coloured by while the strategy is edited and a run goes on.

#include "gui/cluster/device_view.h"
#include "gui/cluster/grid_view.h"
#include "gui/window/language.h"
#include "tests/gui/opened_cluster.h"

using namespace gui;
using test::OpenedCluster;

class tst_DeviceColours : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void whatIsLitStaysLitWhileFactsChange();
    void anEditKeepsTheColoursOfTheSameRanks();
    void aFoldedCubeHasTheColourOfAllItsDevices();
};

void tst_DeviceColours::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_DeviceColours::whatIsLitStaysLitWhileFactsChange()
{
    OpenedCluster opened;
    opened.open("view.devices");
    opened.cluster.setSelected(3);
    opened.cluster.setHovered(11);
    QCOMPARE(opened.cluster.lit(), 11);
    MeasuredDevices step;
    step.ledger = opened.document.prediction()->ledger;
    step.makespan = opened.document.prediction()->timeline->makespan;
    const auto deliver = [&] {
        ++step.step;
        opened.cluster.setFacts(
            {opened.document.prediction(), opened.cluster.facts().estimate(), step});
    };
    deliver();
    QCOMPARE(opened.cluster.lit(), 11);
    deliver();
    QCOMPARE(opened.cluster.lit(), 11);
    // There is no such device any more.
    opened.cluster.setHovered(31);
    strategy::Strategy fewer = test::llama();
    fewer.parallel.data = 1;
    opened.document.start(fewer);
    QTRY_COMPARE(opened.cluster.map().devices(), 8LL);
    QCOMPARE(opened.cluster.lit(), 3);
}

void tst_DeviceColours::anEditKeepsTheColoursOfTheSameRanks()
{
    OpenedCluster opened;
    opened.open("view.devices");
    opened.cluster.setMetric(DeviceMetric::Memory);
    int changes = 0;
    int lost = 0;
    connect(&opened.cluster, &ClusterState::factsChanged, this, [&] {
        ++changes;
        lost += opened.cluster.metric() != DeviceMetric::Memory;
    });
    const EstimatePtr before = opened.cluster.facts().estimate();
    strategy::Strategy edited = opened.document.strategy();
    edited.batch.global *= 2;
    opened.document.edit(QStringLiteral("batch"), QStringLiteral("batch.global"), edited);
    QTRY_VERIFY(opened.cluster.facts().estimate() && opened.cluster.facts().estimate() != before);
    QVERIFY(changes >= 2); // the prediction, and then the estimate
    QCOMPARE(lost, 0);
    // Other ranks hold other things: of them nothing is known until there is an estimate.
    edited.parallel.data *= 2;
    opened.document.edit(QStringLiteral("data"), QStringLiteral("parallel.data"), edited);
    QTRY_COMPARE(opened.cluster.map().data(), 8);
    QTRY_COMPARE(opened.cluster.metric(), DeviceMetric::Memory);
    QVERIFY(lost > 0);
}

// Of a run the devices of one replica are known: the cube that it is in is coloured, wherever it is
// in there.
void tst_DeviceColours::aFoldedCubeHasTheColourOfAllItsDevices()
{
    OpenedCluster opened;
    strategy::Strategy many = test::llama();
    many.parallel.data = 128;
    many.batch.global = 1024;
    opened.document.start(many);
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    ClusterState state;
    state.setMetric(DeviceMetric::MeasuredIdle);
    GridView view(state);
    view.resize(900, 600);
    const auto pictureOf = [&](int dataRank) {
        MeasuredDevices run;
        run.ledger = opened.document.prediction()->ledger;
        run.makespan = opened.document.prediction()->timeline->makespan;
        const DeviceMap map(many, 4);
        run.replica = map.replicaOf(map.deviceAt({0, 0, dataRank, 0}));
        state.setFacts({opened.document.prediction(), nullptr, run});
        return view.grab().toImage();
    };
    const QImage first = pictureOf(0);
    QCOMPARE(view.shape().folded(2), 2);
    QVERIFY(pictureOf(1) == first);
    QVERIFY(pictureOf(2) != first);
}

QTEST_MAIN(tst_DeviceColours)
#include "tst_device_colours.moc"
