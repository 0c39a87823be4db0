// What a step of a lesson shows beside its timeline, held against the engine.

#include "engine/lesson/values.h"
#include "engine/strategy/layer_split.h"
#include "gui/stepviews/grid_cells.h"
#include "gui/stepviews/layer_boxes.h"
#include "gui/stepviews/state_bars.h"
#include "gui/stepviews/state_chart.h"
#include "gui/stepviews/step_views.h"
#include "gui/text/number_format.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/lesson_steps.h"

#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace gui;
using test::Read;
using test::readOf;
using test::stateOf;

namespace {

std::vector<int> rankWords(const lesson::Planned& planned, lesson::MeasureId id, int rank)
{
    const auto value
        = lesson::valueOf({.state = {}, .id = id, .rank = rank, .detail = {}}, planned);
    std::vector<int> ranks;
    for (const QString& word : QString::fromStdString(value->word).split(QLatin1Char(' ')))
        ranks.push_back(word.toInt());
    return ranks;
}

int partOfLayer(const PartsPicture& picture, int layer)
{
    for (int part = 0; part < picture.parts(); ++part)
        if (picture.all()[std::size_t(part)].layer == layer)
            return part;
    return -1;
}

} // namespace

class tst_StepViews : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light, systemPalette());
        applySizes(*qApp, Metrics());
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void memoryMarksTheFullestRank();
    void withoutAModelMemoryIsInFlight();
    void theLedgerAddsUp();
    void messagesAreThoseOfTheStep();
    void theGridMarksTheGroups();
    void layersStandOnTheirRanks();
    void theChartHasItsValues();
    void coveredViewsTellNothing();
    void statesShareAScale();
    void theSelectedRankIsMarked();
    void aLongNameWraps();
};

void tst_StepViews::memoryMarksTheFullestRank()
{
    const auto planned = stateOf("memory", readOf("memory")->lesson.steps[0].state.c_str());
    const strategy::Estimate* estimate = planned->estimate();
    QVERIFY(estimate);
    const BarPicture picture = memoryBars(*planned, {});
    QCOMPARE(picture.rows.size(), estimate->memory.size());
    for (std::size_t rank = 0; rank < picture.rows.size(); ++rank) {
        const BarRow& row = picture.rows[rank];
        QCOMPARE(row.remark.isEmpty(), rank != estimate->fullestRank);
        QCOMPARE(row.value, bytesText(estimate->memory[rank].peak()));
        QCOMPARE(std::accumulate(row.pieces.begin(), row.pieces.end(), 0.0),
                 estimate->memory[rank].peak());
    }
    QCOMPARE(picture.limit, estimate->memoryLimit);
    QVERIFY(picture.extent > picture.limit);
}

void tst_StepViews::withoutAModelMemoryIsInFlight()
{
    const auto planned = stateOf("same-bubble-less-memory", "1f1b");
    const BarPicture picture = memoryBars(*planned, {});
    QVERIFY(picture.counted);
    QCOMPARE(picture.rows.size(), std::size_t(4));
    for (std::size_t rank = 0; rank < 4; ++rank)
        QCOMPARE(picture.rows[rank].value, QString::number(planned->row().peakInFlight[rank]));
    QCOMPARE(picture.rows[0].value, QStringLiteral("4"));
    QVERIFY(!picture.rows[0].remark.isEmpty());
    QVERIFY(picture.rows[1].remark.isEmpty());
}

void tst_StepViews::theLedgerAddsUp()
{
    const auto planned = stateOf("same-bubble-less-memory", "1f1b");
    const ViewOptions options{.unit = readOf("same-bubble-less-memory")->lesson.unit};
    const BarPicture picture = ledgerBars(*planned, options);
    const auto makespan = double(planned->timeline().makespan.count());
    QCOMPARE(picture.rows.size(), std::size_t(5)); // and all of them together
    for (const BarRow& row : picture.rows)
        QCOMPARE(std::accumulate(row.pieces.begin(), row.pieces.end(), 0.0), makespan);
    const plan::RankLedger total = plan::total(planned->ledger());
    std::size_t lines = 0;
    for (const plan::Nanoseconds time : total)
        lines += time.count() > 0 ? 1 : 0;
    QCOMPARE(picture.kinds.size(), lines);
    QCOMPARE(picture.kinds[0].name, QStringLiteral("forward"));
    QCOMPARE(picture.kinds[0].cells[0], QStringLiteral("32 u")); // 4 ranks, 8 microbatches
    QCOMPARE(picture.rows[0].value, QStringLiteral("33 u"));
    QCOMPARE(picture.rows[4].value, QStringLiteral("132 u"));
}

void tst_StepViews::messagesAreThoseOfTheStep()
{
    for (const char* name : {"v2", "v4"}) {
        const auto& states = readOf("interleaving")->states;
        if (!states.contains(name))
            continue;
        const auto planned = states.at(name).planned;
        double sum = 0;
        const BarPicture picture = messageBars(*planned, {});
        for (const BarRow& row : picture.rows)
            sum += row.pieces[0] + row.pieces[1];
        QCOMPARE(std::size_t(sum), planned->row().transfers);
        QVERIFY(picture.foot.contains(QString::number(planned->row().transfers)));
    }
    const auto naive = stateOf("same-bubble-less-memory", "gpipe");
    const BarPicture picture = messageBars(*naive, {});
    QCOMPARE(picture.rows.size(), std::size_t(3));
    QCOMPARE(picture.rows[0].name, QStringLiteral("0 ↔ 1"));
    QCOMPARE(picture.rows[0].pieces, (std::vector<double>{8, 8}));
    QCOMPARE(naive->row().transfers, std::size_t(48));
}

void tst_StepViews::theGridMarksTheGroups()
{
    const auto cube = stateOf("the-grid", "cube");
    GridCells grid;
    grid.resize(400, 300);
    grid.show(cube, {});
    QCOMPARE(grid.parts(), 8);
    QSignalSpy clicked(&grid, &PartsPicture::rankClicked);
    QTest::mouseClick(&grid, Qt::LeftButton, {}, grid.partPlace(5).center());
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][0].toInt(), 5);
    QCOMPARE(grid.marked(GridCells::GroupOf::Tensor),
             rankWords(*cube, lesson::MeasureId::TensorGroup, 5));
    QCOMPARE(grid.marked(GridCells::GroupOf::Data),
             rankWords(*cube, lesson::MeasureId::DataGroup, 5));
    QCOMPARE(grid.marked(GridCells::GroupOf::Pipeline),
             rankWords(*cube, lesson::MeasureId::PipelineGroup, 5));
    QCOMPARE(grid.marked(GridCells::GroupOf::Pipeline), (std::vector<int>{1, 5}));
    QVERIFY(grid.groupSentences().contains(QStringLiteral("1, 5, in one node")));
    // The keys go to the cell beside, and choose it.
    QTest::keyClick(&grid, Qt::Key_Left);
    QCOMPARE(grid.currentPart(), 4);
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(clicked.count(), 2);
    QCOMPARE(clicked[1][0].toInt(), 4);

    const auto figure = stateOf("the-grid", "figure");
    grid.show(figure, {});
    QCOMPARE(grid.parts(), 32);
    grid.choosePart(0);
    QCOMPARE(grid.marked(GridCells::GroupOf::Pipeline), (std::vector<int>{0, 8, 16, 24}));
    QVERIFY(grid.groupSentences().contains(QStringLiteral("over more than one node")));
    // A row for each pipeline rank.
    QVERIFY(grid.partPlace(8).top() > grid.partPlace(7).bottom());
    QCOMPARE(grid.partPlace(7).top(), grid.partPlace(0).top());

    // Kept back, a click says which rank, and nothing of its groups.
    grid.show(cube, {.covered = true, .asksClicks = true});
    QTest::mouseClick(&grid, Qt::LeftButton, {}, grid.partPlace(3).center());
    QCOMPARE(clicked.last()[0].toInt(), 3);
    QVERIFY(grid.groupSentences().isEmpty());
    QCOMPARE(grid.partName(3), QStringLiteral("rank 3"));
    grid.show(figure, {.covered = true});
    QCOMPARE(grid.parts(), 0); // their number is the answer
}

void tst_StepViews::layersStandOnTheirRanks()
{
    const lesson::Step& step = readOf("interleaving")->lesson.steps[0];
    const auto planned = stateOf("interleaving", step.state.c_str());
    LayerBoxes boxes;
    boxes.resize(500, 300);
    boxes.show(planned, {});
    const auto split = strategy::layerSplitOf(planned->strategy(), planned->schedule());
    QVERIFY(split);
    int layers = 0;
    std::map<int, std::vector<int>> ofRank;
    for (const PartsPicture::Part& part : boxes.all())
        if (part.layer >= 0) {
            ++layers;
            ofRank[part.rank].push_back(part.layer);
        }
    QCOMPARE(layers, int(split->layers()));
    QCOMPARE(ofRank[0], rankWords(*planned, lesson::MeasureId::LayersOf, 0));

    boxes.show(planned, {.covered = true, .asksClicks = true});
    QSignalSpy layer(&boxes, &PartsPicture::layerClicked);
    QSignalSpy rank(&boxes, &PartsPicture::rankClicked);
    QTest::mouseClick(&boxes, Qt::LeftButton, {}, boxes.partPlace(partOfLayer(boxes, 9)).center());
    QCOMPARE(layer.count(), 1);
    QCOMPARE(layer[0][0].toInt(), 9);
    QCOMPARE(rank.count(), 0); // nothing says on which it stands

    // Without a model there are stages, each on its rank.
    const auto shape = stateOf("v-shapes", "zbv");
    boxes.show(shape, {});
    QCOMPARE(boxes.parts(), shape->schedule().shape.stages());
    QTest::mouseClick(&boxes, Qt::LeftButton, {}, boxes.partPlace(1).center());
    QCOMPARE(rank.count(), 1);
    QCOMPARE(rank[0][0].toInt(), 0); // stages 0 and 7 stand on rank 0
}

void tst_StepViews::theChartHasItsValues()
{
    const Read read = readOf("cut-the-batch");
    const auto step = std::find_if(read->lesson.steps.begin(), read->lesson.steps.end(),
                                   [](const lesson::Step& one) { return !one.chart.empty(); });
    QVERIFY(step != read->lesson.steps.end());
    ViewState state;
    StepViews views(state);
    views.resize(600, 500);
    views.showStep(*read, *step, {{QStringLiteral("gpipe"), read->states.at("gpipe").planned}},
                   true);
    QVERIFY(views.chart());
    QVERIFY(views.chart()->values().isEmpty());
    views.showStep(*read, *step, {{QStringLiteral("gpipe"), read->states.at("gpipe").planned}},
                   false);
    QVERIFY(views.chart()->values().contains(QStringLiteral("cut-1: 96 u")));
    QVERIFY(views.chart()->values().contains(QStringLiteral("gpipe: 33 u")));
}

void tst_StepViews::coveredViewsTellNothing()
{
    const auto planned = stateOf("memory", readOf("memory")->lesson.steps[0].state.c_str());
    for (auto* make : {memoryBars, ledgerBars, messageBars}) {
        BarRows rows(QStringLiteral("rows"));
        rows.resize(400, 300);
        rows.show(make(*planned, {.covered = true, .asksClicks = true}));
        for (int part = 0; part < rows.parts(); ++part) {
            QCOMPARE(rows.partName(part), rows.picture().rows[std::size_t(part)].name);
            QVERIFY(rows.partDescription(part).isEmpty());
            QVERIFY(rows.picture().rows[std::size_t(part)].pieces.empty());
            QVERIFY(rows.picture().rows[std::size_t(part)].value.isEmpty());
            QVERIFY(rows.picture().rows[std::size_t(part)].remark.isEmpty());
        }
        for (const BarKind& kind : rows.picture().kinds)
            QVERIFY(kind.cells.isEmpty());
    }
    // The pictures of two states are alike then.
    ViewState state;
    const auto pictureOf = [&state](const lesson::PlannedPtr& one) {
        StepViews views(state);
        views.resize(500, 400);
        views.show({{QStringLiteral("a"), one}}, {lesson::View::Memory}, nullptr, true);
        return views.grab().toImage();
    };
    QCOMPARE(pictureOf(stateOf("same-bubble-less-memory", "gpipe")),
             pictureOf(stateOf("same-bubble-less-memory", "1f1b")));
}

void tst_StepViews::statesShareAScale()
{
    ViewState state;
    StepViews views(state);
    views.resize(900, 500);
    views.show({{QStringLiteral("gpipe"), stateOf("same-bubble-less-memory", "gpipe")},
                {QStringLiteral("1f1b"), stateOf("same-bubble-less-memory", "1f1b")}},
               {lesson::View::Timeline, lesson::View::Memory, lesson::View::Messages}, nullptr,
               false);
    QCOMPARE(views.pictures().size(), std::size_t(4));
    const auto* one = qobject_cast<BarRows*>(views.pictures()[0]);
    const auto* other = qobject_cast<BarRows*>(views.pictures()[1]);
    QCOMPARE(one->picture().extent, 8.0);
    QCOMPARE(other->picture().extent, 8.0);
}

void tst_StepViews::theSelectedRankIsMarked()
{
    ViewState state;
    StepViews views(state);
    views.show({{QStringLiteral("1f1b"), stateOf("same-bubble-less-memory", "1f1b")}},
               {lesson::View::Memory}, nullptr, false);
    state.setSelected(OpRef{.slot = 0, .rank = 2, .op = plan::forward(2, 0)});
    QCOMPARE(views.pictures()[0]->markedRanks(), (std::vector<int>{2}));
    // Where something is to be clicked, what is clicked is marked, once more is not.
    views.setAsksClicks(true);
    views.show({{QStringLiteral("1f1b"), stateOf("same-bubble-less-memory", "1f1b")}},
               {lesson::View::Memory}, nullptr, false);
    QSignalSpy clicked(&views, &StepViews::rankClicked);
    PartsPicture& picture = *views.pictures()[0];
    views.resize(500, 400);
    views.show();
    QTest::mouseClick(&picture, Qt::LeftButton, {}, picture.partPlace(1).center());
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(picture.markedRanks(), (std::vector<int>{1}));
    QTest::mouseClick(&picture, Qt::LeftButton, {}, picture.partPlace(1).center());
    QVERIFY(picture.markedRanks().empty());
}

void tst_StepViews::aLongNameWraps()
{
    BarRows rows(QStringLiteral("Rows"));
    rows.show({.kinds = {{.name = QStringLiteral("a microbatch of a stage that is in flight"),
                          .letter = QStringLiteral("A"),
                          .colour = [](const Theme& theme) { return theme.accent; }}},
               .rows = {{.name = QStringLiteral("rank 0"), .pieces = {1}}}});
    const int line = rows.fontMetrics().height();
    QVERIFY(rows.heightForWidth(10 * line) >= rows.heightForWidth(40 * line) + line / 2);
    QVERIFY(rows.heightForWidth(5 * line) >= rows.heightForWidth(10 * line) + line / 2);
}

QTEST_MAIN(tst_StepViews)
#include "tst_step_views.moc"
