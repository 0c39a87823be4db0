// The timeline's tools as the window offers them: commands, the inspector, and lanes of memory.

#include "engine/strategy/yaml.h"
#include "gui/inspector/area_table.h"
#include "gui/inspector/op_facts.h"
#include "gui/timeline/find_bar.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QProcess>
#include <QTableWidget>
#include <QTextDocumentFragment>

#include <cmath>

using namespace gui;
using namespace gui::test;

namespace {

// -1: there is none.
int rowOf(const QTableWidget& rows, const QString& name)
{
    for (int row = 0; row < rows.rowCount(); ++row)
        if (rows.item(row, 0)->text() == name)
            return row;
    return -1;
}

} // namespace

class tst_TimelineCommands : public QObject {
    Q_OBJECT
private slots:
    void theInspectorTellsWhereTheTimeOfAnAreaWent();
    void anAreaOverSeveralTracksHasAColumnForEach();
    void theInspectorTellsWhatAnOpNeeds();
    void anOpHasThePartsOfItsCosts();
    void anOpTellsWhatItSends();
    void findIsACommand();
    void outlinesAndArrowsAreCommands();
    void theRangesBeforeAreCommands();
    void aStrategyWithAModelHasLanesOfMemory();
};

void tst_TimelineCommands::theRangesBeforeAreCommands()
{
    Opened opened;
    QTRY_VERIFY(opened.document.prediction());
    ViewState& state = opened.area().viewState();
    QTRY_VERIFY(state.extent() > Nanoseconds{0});
    QAction* back = opened.action("view.back");
    QAction* forward = opened.action("view.forward");
    while (state.canGoBack())
        state.goBack();
    QVERIFY(!back->isEnabled());
    const TimeRange before = state.visible();
    const TimeRange near{Nanoseconds{0}, state.extent() / 2};
    state.setVisible(near);
    QVERIFY(back->isEnabled() && !forward->isEnabled());
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTest::keyClick(opened.area().panel().focusProxy(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(state.visible(), before);
    QVERIFY(!back->isEnabled() && forward->isEnabled());
    QTest::keyClick(opened.area().panel().focusProxy(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(state.visible(), near);
    QVERIFY(!forward->isEnabled());
}

void tst_TimelineCommands::theInspectorTellsWhereTheTimeOfAnAreaWent()
{
    Opened opened;
    QTRY_VERIFY(opened.document.prediction());
    auto* table = opened.sheet.inspector()->findChild<AreaTable*>();
    auto* rows = table->findChild<QTableWidget*>();
    QVERIFY(table->isHidden());
    ViewState& state = opened.area().viewState();
    QTRY_VERIFY(state.extent() > Nanoseconds{0});
    QWidget* canvas = opened.area().panel().focusProxy();
    QTest::keyClick(canvas, Qt::Key_A, Qt::ControlModifier);
    QVERIFY(state.area());
    QVERIFY(table->finish());
    QVERIFY(!table->isHidden());
    QVERIFY(table->ledger());
    const auto& track = table->ledger()->tracks.front();
    Nanoseconds sum{0};
    for (const Nanoseconds time : track.times)
        sum += time;
    QCOMPARE(sum, state.extent() * track.ranks);
    QVERIFY(rows->rowCount() >= 3);
    QCOMPARE(rows->columnCount(), 3); // no run beside it
    QCOMPARE(rows->item(0, 0)->text(), QStringLiteral("Forward"));
    QCOMPARE(rows->item(rowOf(*rows, AreaTable::tr("All")), 2)->text(), QStringLiteral("100.0 %"));
    // 4 ranks x 8 microbatches, of which each forward takes 5 ms.
    const int mean = rowOf(*rows, QStringLiteral("32 × Forward, mean"));
    QVERIFY(mean > 0);
    QCOMPARE(rows->item(mean, 1)->text(), QStringLiteral("5.00 ms"));
    for (const int row : {0, mean})
        QVERIFY2(rows->item(row, 1)->toolTip().contains(QStringLiteral("Source: the costs given")),
                 qPrintable(rows->item(row, 1)->toolTip()));
    for (int row = 0; row < rows->rowCount(); ++row)
        QVERIFY(!rows->item(row, 0)->text().isEmpty());

    // An edit is counted anew.
    const Nanoseconds before = track.times[0];
    strategy::Strategy twice = opened.document.strategy();
    twice.batch.global *= 2;
    opened.document.edit(QStringLiteral("batch"), QStringLiteral("batch"), twice);
    QTRY_VERIFY(opened.document.isPredictionCurrent() && table->finish()
                && table->ledger()->tracks.front().times[0] != before);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(table->isHidden());
}

void tst_TimelineCommands::anAreaOverSeveralTracksHasAColumnForEach()
{
    ViewState state;
    TimelinePanel panel(state);
    AreaTable table(state, panel);
    auto* rows = table.findChild<QTableWidget*>();
    const auto add = [&panel](int slot, const QString& title, bool measured) {
        auto timeline = std::make_shared<plan::Timeline>();
        timeline->spans = {{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{400 + 100 * slot}}}};
        timeline->makespan = Nanoseconds{1000};
        TrackData track;
        track.title = title;
        track.timeline = timeline;
        track.measured = measured;
        panel.setTrack(slot, track);
    };
    const auto head = [rows](int column) { return rows->horizontalHeaderItem(column)->text(); };
    add(0, QStringLiteral("<b>a plan</b>"), false);
    add(1, QStringLiteral("a run"), true);
    state.setArea(TimeArea{{Nanoseconds{0}, Nanoseconds{1000}}, 0, 0});
    QVERIFY(table.finish());
    QCOMPARE(rows->columnCount(), 4);
    QCOMPARE(head(1), AreaTable::tr("Predicted"));
    QCOMPARE(head(2), AreaTable::tr("Measured"));
    QCOMPARE(rows->item(0, 3)->text(), QStringLiteral("+25.0 %"));
    const int mean = rowOf(*rows, QStringLiteral("1 × Forward, mean"));
    QVERIFY(mean > 0);
    QCOMPARE(rows->item(mean, 3)->text(), QStringLiteral("+25.0 %"));
    QVERIFY(rows->item(0, 1)->toolTip().contains(QStringLiteral("&lt;b&gt;")));

    add(1, QStringLiteral("another"), false); // two plans go by their names
    QVERIFY(table.finish());
    QCOMPARE(head(2), QStringLiteral("another"));
    add(2, QStringLiteral("a third"), false);
    QVERIFY(table.finish());
    QCOMPARE(rows->columnCount(), 4); // and no change
    QCOMPARE(rows->item(0, 3)->text(), QStringLiteral("0.60"));
    for (int column = 1; column < 4; ++column)
        QCOMPARE(rows->item(rowOf(*rows, AreaTable::tr("All")), column)->text(),
                 QStringLiteral("1.00"));
    state.setArea(TimeArea{{Nanoseconds{0}, Nanoseconds{1000}}, 5, 6}); // nobody's
    QVERIFY(table.finish());
    QCOMPARE(rows->rowCount(), 0);
}

void tst_TimelineCommands::theInspectorTellsWhatAnOpNeeds()
{
    Opened opened;
    QTRY_VERIFY(opened.document.prediction() && opened.area().panel().track(0)->timeline);
    ViewState& state = opened.area().viewState();
    const QWidget& inspector = *opened.sheet.inspector();
    auto* chain = named<QLabel>(inspector, QStringLiteral("What it needs, and what waits for it"));
    auto* parts = named<QLabel>(inspector, QStringLiteral("What its predicted time is made of"));
    QVERIFY(chain && chain->isHidden() && parts && parts->isHidden());
    const auto told
        = [chain] { return QTextDocumentFragment::fromHtml(chain->text()).toPlainText(); };
    const auto select = [&state](int rank, const plan::Op& op) {
        state.setSelected(OpRef{0, rank, op});
    };
    select(1, plan::backward(1, 2));
    QVERIFY(!chain->isHidden());
    QCOMPARE(told(),
             QStringLiteral("Needs the backward of microbatch 2 on stage 2, rank 2\n"
                            "Unblocks the backward of microbatch 2 on stage 0, rank 0"));
    QCOMPARE(parts->text().replace(QChar::Nbsp, QLatin1Char(' ')),
             QStringLiteral("Input gradient: 5 ms, 50.0 %\n"
                            "Weight gradient: 5 ms, 50.0 %"));
    // A click goes there.
    emit chain->linkActivated(QStringLiteral("needed"));
    QVERIFY(state.selected() && state.selected()->rank == 2);
    QVERIFY(state.selected()->op == plan::backward(2, 2));
    emit chain->linkActivated(QStringLiteral("waiting"));
    QVERIFY(state.selected()->op == plan::backward(1, 2));
    select(0, plan::backward(0, 2));
    QCOMPARE(told(),
             QStringLiteral("Needs the backward of microbatch 2 on stage 1, rank 1\n"
                            "Only the optimizer waits for it"));
    select(0, plan::forward(0, 2));
    QCOMPARE(told(), QStringLiteral("Unblocks the forward of microbatch 2 on stage 1, rank 1"));
    QVERIFY(parts->isHidden());
    state.setSelected({});
    QVERIFY(chain->isHidden());
}

void tst_TimelineCommands::anOpHasThePartsOfItsCosts()
{
    using Kind = OpPart::Kind;
    plan::Costs costs;
    costs.stages = {{.forward = Nanoseconds{100},
                     .inputGrad = Nanoseconds{120},
                     .weightGrad = Nanoseconds{80},
                     .recompute = Nanoseconds{90},
                     .forwardCollective = Nanoseconds{30},
                     .inputGradCollective = Nanoseconds{20},
                     .recomputeCollective = Nanoseconds{10},
                     .forwardTransfer = Nanoseconds{5}}};
    plan::Timeline timeline;
    timeline.spans = {{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{100}},
                       {plan::backward(0, 0), Nanoseconds{100}, Nanoseconds{390}},
                       {plan::forward(0, 1), Nanoseconds{400}, Nanoseconds{450}}}};
    TrackData track;
    track.timeline = std::make_shared<const plan::Timeline>(timeline);
    track.costs = std::make_shared<const plan::Costs>(costs);
    const auto of = [&track](const plan::Op& op) { return partsOf(track, OpRef{0, 0, op}); };
    QVERIFY(of(plan::forward(0, 0))
            == (std::vector<OpPart>{{Kind::Compute, Nanoseconds{65}},
                                    {Kind::Collective, Nanoseconds{30}},
                                    {Kind::Transfer, Nanoseconds{5}}}));
    QVERIFY(of(plan::backward(0, 0))
            == (std::vector<OpPart>{{Kind::InputGrad, Nanoseconds{100}},
                                    {Kind::WeightGrad, Nanoseconds{80}},
                                    {Kind::Recompute, Nanoseconds{80}},
                                    {Kind::Collective, Nanoseconds{30}}}));
    QVERIFY2(of(plan::forward(0, 1)).empty(), "it takes another time than its costs");
    track.measured = true;
    QVERIFY(of(plan::forward(0, 0)).empty());
}

// What the costs charge, and so what an emulated run sends.
void tst_TimelineCommands::anOpTellsWhatItSends()
{
    Opened opened;
    strategy::Strategy strategy = llama();
    strategy.parallel.tensor = 4;
    strategy.parallel.data = 2;
    strategy.parallel.sequence = false;
    opened.document.start(strategy);
    QTRY_VERIFY(opened.document.isPredictionCurrent() && opened.area().panel().track(0)
                && opened.area().panel().track(0)->costs);
    const TrackData& track = *opened.area().panel().track(0);
    QCOMPARE(track.costs->messageBytes, std::int64_t{8192} * 4096 * 2 / 4);
    // As the command says it.
    const QString file = opened.saved(QString::fromStdString(strategy::writeStrategy(strategy)));
    QProcess plan;
    plan.start(
        QStringLiteral(BUBBLESCOPE_BIN "/bubblescope-plan"),
        {QStringLiteral("estimate"), file, QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY(plan.waitForFinished(120'000));
    const auto estimate = QJsonDocument::fromJson(plan.readAllStandardOutput()).object();
    QCOMPARE(qint64(estimate[QStringLiteral("message_bytes")].toDouble()),
             qint64(track.costs->messageBytes));
    auto* chain = named<QLabel>(*opened.sheet.inspector(),
                                QStringLiteral("What it needs, and what waits for it"));
    const auto told = [&](int rank, const plan::Op& op) {
        opened.area().viewState().setSelected(OpRef{0, rank, op});
        return QTextDocumentFragment::fromHtml(chain->text()).toPlainText();
    };
    const QString sends = QStringLiteral("Sends 16.0 MiB from each device of rank 1");
    QVERIFY2(told(1, plan::forward(1, 0)).endsWith(sends), qPrintable(chain->text()));
    QVERIFY(told(2, plan::forward(2, 0)).endsWith(QStringLiteral("of rank 2")));
    QVERIFY(told(1, plan::backward(1, 0)).endsWith(sends));
    QVERIFY(!told(0, plan::backward(0, 0)).contains(QStringLiteral("sends"))); // nobody waits
    QVERIFY(!told(3, plan::forward(3, 0)).contains(QStringLiteral("sends")));  // its own rank does
}

void tst_TimelineCommands::findIsACommand()
{
    Opened opened;
    QTRY_VERIFY(opened.document.prediction());
    QVERIFY(opened.area().panel().findBar().isHidden());
    opened.action("view.find")->trigger();
    QVERIFY(!opened.area().panel().findBar().isHidden());
}

void tst_TimelineCommands::outlinesAndArrowsAreCommands()
{
    Opened opened;
    ViewState& state = opened.area().viewState();
    QVERIFY(state.showsGhosts() && state.showsFlows());
    opened.action("view.ghosts")->trigger();
    opened.action("view.flows")->trigger();
    QVERIFY(!state.showsGhosts() && !state.showsFlows());
    opened.action("view.ghosts")->trigger();
    QVERIFY(state.showsGhosts());
}

void tst_TimelineCommands::aStrategyWithAModelHasLanesOfMemory()
{
    Opened opened;
    opened.document.start(llama());
    QTRY_VERIFY(opened.area().panel().track(0) && opened.area().panel().track(0)->memory);
    const TrackData& track = *opened.area().panel().track(0);
    QCOMPARE(track.memory->size(), track.timeline->spans.size());
    QVERIFY(track.memory->front().device().total > 0);
    const auto& estimate = opened.sheet.estimator().estimate();
    QTRY_VERIFY(estimate);
    QCOMPARE(track.memory->front().largestTotal(),
             static_cast<std::uint64_t>(std::llround(estimate->numbers.memory.front().peak())));
    // Without a model nothing is known of memory.
    opened.document.start(builtInStrategy());
    QTRY_VERIFY(!opened.area().panel().track(0)->memory);
}

QTEST_MAIN(tst_TimelineCommands)
#include "tst_timeline_commands.moc"
