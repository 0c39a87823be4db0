#include "engine/strategy/layer_split.h"
#include "gui/cluster/shard_page.h"
#include "gui/cluster/shard_view.h"
#include "gui/cluster/shard_words.h"
#include "gui/estimate/verdict_text.h"
#include "gui/layers/layer_edit.h"
#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/opened_cluster.h"

#include <QLabel>
#include <QSpinBox>

using namespace gui;
using test::OpenedCluster;

class tst_Shards : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void shardsFollowTheSelectedDevice();
    void layersAreNumberedAsOnTheirOwnPage();
    void shardsAddUpToTheVerdict();
    void whatIsExchangedIsSaidForEachItem();
    void theOwnDataRankHasACell();
    void theOwnPartOfTheExpertsIsFilled_data();
    void theOwnPartOfTheExpertsIsFilled();
};

void tst_Shards::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Shards::shardsFollowTheSelectedDevice()
{
    OpenedCluster opened;
    opened.open("view.shards");
    auto* page = static_cast<ShardPage*>(opened.middle.page(MiddleView::Shards));
    QCOMPARE(page->layerBox().value(), 1);
    QCOMPARE(page->layerBox().maximum(), 32);
    page->layerBox().setValue(20); // eight on each rank
    QCOMPARE(opened.cluster.map().pipelineRankOf(opened.cluster.selected()), 2);
    QCOMPARE(page->layerBox().value(), 20);
    QCOMPARE(opened.rankOfTimeline(), std::optional(2));
    opened.cluster.selectPipelineRank(1);
    QCOMPARE(page->layerBox().value(), 9); // the first that it holds
    // The part that is filled is the device's.
    opened.cluster.setSelected(opened.cluster.map().deviceAt({1, 0, 3, 1}));
    const auto& items = page->view().shardLayout().items();
    const auto columns = std::find_if(items.begin(), items.end(), [](const ShardItem& item) {
        return item.form == ShardItem::Form::Matrix && item.ways == 2;
    });
    QVERIFY(columns != items.end());
    QCOMPARE(columns->own, 1);
    QVERIFY(columns->upright);
    QCOMPARE(items.back().own, 3); // its data rank
}

void tst_Shards::layersAreNumberedAsOnTheirOwnPage()
{
    OpenedCluster opened;
    opened.open("view.shards");
    auto* page = static_cast<ShardPage*>(opened.middle.page(MiddleView::Shards));
    const Prediction& prediction = *opened.document.prediction();
    const LayerCut cut(prediction.schedule->shape, prediction.schedule->placement,
                       *strategy::layerSplitOf(prediction.strategy, *prediction.schedule));
    QVERIFY2(stageWords(cut, 2).endsWith(QStringLiteral(": 17 to 24")),
             qPrintable(stageWords(cut, 2)));
    const auto rank
        = [&] { return opened.cluster.map().pipelineRankOf(opened.cluster.selected()); };
    page->layerBox().setValue(16);
    QCOMPARE(rank(), 1);
    for (const int layer : {17, 24}) {
        page->layerBox().setValue(layer);
        QCOMPARE(rank(), 2);
        const QString heading = page->view().shardLayout().headings().front().text;
        QVERIFY2(heading.startsWith(QStringLiteral("Layer %1, stage 2").arg(layer)),
                 qPrintable(heading));
    }
}

void tst_Shards::shardsAddUpToTheVerdict()
{
    OpenedCluster opened;
    opened.open("view.shards");
    const strategy::Estimate& numbers = opened.sheet.estimator().estimate()->numbers;
    const auto device = opened.cluster.map().deviceAt({0, 0, 0, int(numbers.fullestRank)});
    const auto subject = shardSubject(opened.cluster.facts(), device, 0);
    QVERIFY(subject);
    double bytes = subject->shards.memory.activations + subject->shards.memory.other();
    for (const StateShards& state : subject->shards.states)
        bytes += state.bytes;
    bool said = false;
    for (const VerdictNumber& number : opened.sheet.verdict().numbers)
        said = said || number.value.contains(gibibytes(bytes).section(QLatin1Char(' '), 0, 0));
    QVERIFY2(said, qPrintable(gibibytes(bytes)));
}

void tst_Shards::whatIsExchangedIsSaidForEachItem()
{
    OpenedCluster opened;
    opened.open("view.shards");
    auto* page = static_cast<ShardPage*>(opened.middle.page(MiddleView::Shards));
    ShardView& view = page->view();
    auto* sentence = test::named<QLabel>(*page, QStringLiteral("What is exchanged"));
    QVERIFY(sentence);
    QStringList said;
    QTest::keyClick(&view, Qt::Key_Home);
    for (std::size_t i = 0; i < view.shardLayout().items().size(); ++i) {
        QCOMPARE(view.current(), int(i));
        said << sentence->text();
        QVERIFY(view.accessibleDescription().contains(view.shardLayout().items()[i].sentence));
        QTest::keyClick(&view, Qt::Key_Down);
    }
    const QString all = said.join(QLatin1Char('\n'));
    QVERIFY(all.contains(QStringLiteral("reduce-scattered over 2 tensor ranks")));
    QVERIFY(all.contains(QStringLiteral("gathered from 2 tensor ranks")));
    QVERIFY(all.contains(QStringLiteral("Divided over 4 data ranks: each updates its part")));
    QVERIFY(all.contains(QStringLiteral("reduce-scattered over 4 data ranks once a step")));
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      view.shardLayout().items()[1].box.center().toPoint());
    QCOMPARE(view.current(), 1);
    // Without sequence parallelism sums go to everybody.
    strategy::Strategy without = test::llama();
    without.parallel.sequence = false;
    without.parallel.zero = 3;
    opened.document.start(without);
    QTRY_VERIFY(opened.cluster.facts().estimate()
                && opened.cluster.facts().prediction()->strategy == without);
    QString now;
    for (const ShardItem& item : view.shardLayout().items())
        now += item.sentence;
    QVERIFY(now.contains(QStringLiteral("all-reduced over 2 tensor ranks")));
    QVERIFY(now.contains(QStringLiteral("each layer is gathered before its forward")));
}

void tst_Shards::theOwnDataRankHasACell()
{
    OpenedCluster opened;
    opened.open("view.shards");
    strategy::Strategy strategy = test::llama();
    strategy.parallel.data = 64;
    strategy.batch.global = 256;
    opened.document.start(strategy);
    QTRY_VERIFY(opened.cluster.facts().estimate() && opened.cluster.map().data() == 64);
    const int device = opened.cluster.map().deviceAt({1, 0, 40, 2});
    const auto subject = shardSubject(opened.cluster.facts(), device, 20);
    QVERIFY(subject);
    QCOMPARE(subject->tensorRank, 1);
    QCOMPARE(subject->dataRank, 40);
    const QFontMetricsF text{opened.window.font()};
    for (const double width : {400.0, 900.0, 2000.0}) {
        const ShardLayout layout(*subject, width, text, text);
        QCOMPARE(std::count(layout.cells().begin(), layout.cells().end(), 40), 1);
        QCOMPARE(layout.cells().back(), 63);
        QCOMPARE(layout.cells().size(), std::size_t(ShardLayout::kMostCells));
        for (std::size_t i = 0; i < layout.items().size(); ++i) {
            const ShardItem& item = layout.items()[i];
            QVERIFY2(!item.sentence.isEmpty(), qPrintable(item.title));
            QCOMPARE(layout.itemAt(item.area.center()), int(i));
            QVERIFY(item.area.bottom() <= layout.height());
            QVERIFY(item.area.left() >= 0 && item.box.left() >= 0);
            if (item.form != ShardItem::Form::State)
                QVERIFY(item.area.right() <= width);
        }
    }
}

void tst_Shards::theOwnPartOfTheExpertsIsFilled_data()
{
    QTest::addColumn<int>("expertTensor");
    QTest::newRow("whole experts") << 1;
    QTest::newRow("experts over two ranks") << 2;
}

void tst_Shards::theOwnPartOfTheExpertsIsFilled()
{
    QFETCH(int, expertTensor);
    OpenedCluster opened;
    opened.open("view.shards");
    strategy::Strategy strategy = test::withExperts();
    strategy.parallel.expertTensor = expertTensor;
    opened.document.start(strategy);
    QTRY_VERIFY(opened.cluster.facts().estimate() && opened.cluster.map().expert() == 4);
    const DeviceMap& map = opened.cluster.map();
    const QFontMetricsF text{opened.window.font()};
    std::vector<int> holders(std::size_t(4 * expertTensor));
    for (int device = 0; device < 8; ++device) { // those of pipeline rank 0
        const auto subject = shardSubject(opened.cluster.facts(), device, 4);
        QVERIFY(subject);
        const ShardLayout layout(*subject, 900, text, text);
        const auto experts
            = std::find_if(layout.items().begin(), layout.items().end(), [](const ShardItem& item) {
                  return item.title == nameOf(ShardKind::Experts);
              });
        QVERIFY(experts != layout.items().end());
        QCOMPARE(experts->ways, 4 * expertTensor);
        QCOMPARE(experts->own / expertTensor, map.expertRankOf(device));
        ++holders[std::size_t(experts->own)];
    }
    // Each part is on as many devices as any other.
    for (const int count : holders)
        QCOMPARE(count, 8 / (4 * expertTensor));
}

QTEST_MAIN(tst_Shards)
#include "tst_shards.moc"
