#include "engine/strategy/yaml.h"
#include "gui/charts/memory_chart.h"
#include "gui/editor/strategy_editor.h"
#include "gui/estimate/verdict_strip.h"
#include "gui/estimate/verdict_text.h"
#include "gui/live/run_controller.h"
#include "gui/live/run_view.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/recording.h"

#include <QChart>
#include <QChartView>
#include <QCheckBox>
#include <QComboBox>
#include <QLocale>
#include <QPushButton>
#include <QScatterSeries>
#include <QScrollArea>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QValueAxis>
#include <QWheelEvent>

#include <numeric>

using namespace gui;
using test::llama;
using test::named;

namespace {

// Of a field of the editor; `input` stands in the row.
bool isShown(const QWidget* input) { return !input->parentWidget()->isHidden(); }

} // namespace

class tst_Estimate : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void thePictureTakesItsTimesFromTheModel();
    void besideARunTheModelSaysNothing();
    void aRunOnTheStrategysDeviceIsHeldAgainstTheModel();
    void aModelIsAddedEditedAndRemoved();
    void whatIsFoldedIsShownWhereItIsWrong();
    void theDeviceIsChosenAndTheFilesOwnStays();
    void costsReplaceTheModelAndBack();
    void theVerdictFollowsTheStrategy();
    void theBarsAreTheMemoryOfTheRanks();
    void whatWasInUseStandsBesideTheBars();
};

void tst_Estimate::thePictureTakesItsTimesFromTheModel()
{
    Document document;
    document.start(llama());
    QTRY_VERIFY(document.isPredictionCurrent());
    const auto estimate = strategy::estimate(llama());
    QVERIFY(estimate);
    QVERIFY(document.prediction()->modelled());
    QCOMPARE(document.prediction()->timeline->makespan, estimate->timeline.makespan);
    QVERIFY(document.prediction()->costs != plan::Costs::unit());

    strategy::Strategy own = llama();
    own.costs = plan::Costs::unit();
    document.start(own);
    QTRY_VERIFY(document.isPredictionCurrent());
    QVERIFY(!document.prediction()->modelled());
    QCOMPARE(document.prediction()->costs, plan::Costs::unit());
    own.costs.reset();
    own.model.reset();
    document.start(own);
    QTRY_VERIFY(document.isPredictionCurrent());
    QVERIFY(!document.prediction()->modelled());
    QCOMPARE(document.prediction()->costs, plan::Costs::unit());
}

void tst_Estimate::besideARunTheModelSaysNothing()
{
    Document document;
    RunController controller(document, {});
    const RunView view(document, controller);
    document.start(llama());
    QTRY_VERIFY(document.isPredictionCurrent() && document.prediction()->modelled());
    QTemporaryDir directory;
    const QString log = directory.filePath(QStringLiteral("events.bslog"));
    const plan::Shape shape{.ranks = 4, .chunks = 1, .microbatches = 8};
    const auto schedule = plan::makeSchedule("1f1b", shape);
    const auto timeline = plan::simulate(*schedule, plan::Costs::unit());
    QVERIFY(test::writeRecording(log.toStdString(), "1f1b", shape, *timeline));
    controller.replayPath(log);
    QVERIFY(controller.session().isShowing());
    QTRY_VERIFY(document.isPredictionCurrent() && !document.prediction()->modelled());
    QCOMPARE(document.prediction()->costs, plan::Costs::unit());
    document.edit(QStringLiteral("change"), QStringLiteral("batch.micro"), [] {
        strategy::Strategy other = llama();
        other.batch.micro = 2;
        return other;
    }());
    QTRY_VERIFY(document.isPredictionCurrent());
    QVERIFY(!document.prediction()->modelled());
    controller.leave();
    QTRY_VERIFY(document.isPredictionCurrent() && document.prediction()->modelled());
}

void tst_Estimate::aRunOnTheStrategysDeviceIsHeldAgainstTheModel()
{
    for (const char* device : {"cpu", "h100"}) {
        strategy::Strategy strategy = llama();
        strategy.parallel.tensor = strategy.parallel.data = 1;
        strategy.parallel.sequence = false;
        strategy.parallel.zero = 0;
        strategy.cluster.device = device;
        strategy.batch.global = 8;
        const bool same = strategy.cluster.device == "cpu";
        Document document;
        RunController controller(document, {});
        RunView view(document, controller);
        document.start(strategy);
        QTRY_VERIFY(document.isPredictionCurrent() && document.prediction()->modelled());
        QTemporaryDir directory;
        const PredictionPtr modelled = document.prediction();
        QVERIFY(test::writeRecording(directory.filePath("events.bslog").toStdString(), "1f1b",
                                     modelled->schedule->shape, *modelled->timeline,
                                     {.device = "cpu"}));
        QVERIFY(strategy::saveStrategyFile(directory.filePath("strategy.yaml").toStdString(),
                                           strategy));
        controller.replayPath(directory.path());
        QTRY_VERIFY(view.shown().complete);
        QTRY_COMPARE(view.shown().prediction, document.prediction());
        QVERIFY(document.isPredictionCurrent() && document.prediction()->modelled());
        QCOMPARE(view.knowsTime(), same);
        QCOMPARE(view.isTimeless(document.prediction()), !same);
        if (same)
            QCOMPARE(view.shown().prediction->timeline->makespan, modelled->timeline->makespan);
    }
}

void tst_Estimate::aModelIsAddedEditedAndRemoved()
{
    Document document;
    strategy::Strategy bare;
    bare.parallel.pipeline = 5;
    document.start(bare);
    StrategyEditor editor(document);
    auto* layers = named<QSpinBox>(editor, QStringLiteral("Layers"));
    auto* add = named<QPushButton>(editor, QStringLiteral("Add a model"));
    QVERIFY(!isShown(layers) && !add->isHidden());
    add->click();
    QVERIFY(document.strategy().model);
    QCOMPARE(document.strategy().model->layers % 5, 0);
    QVERIFY(document.problems().empty());
    QVERIFY(isShown(layers) && add->isHidden());
    QCOMPARE(layers->value(), document.strategy().model->layers);

    layers->setValue(30);
    QCOMPARE(document.strategy().model->layers, 30);
    auto* gated = named<QCheckBox>(editor, QStringLiteral("Gated FFN"));
    gated->click();
    QVERIFY(document.strategy().model->gatedMlp);
    document.undoStack().undo();
    QVERIFY(!document.strategy().model->gatedMlp && !gated->isChecked());
    QCOMPARE(document.strategy().model->layers, 30);

    auto* heads = named<QSpinBox>(editor, QStringLiteral("KV heads"));
    QCOMPARE(heads->text(), QStringLiteral("auto: 16"));
    auto* each = named<QSpinBox>(editor, QStringLiteral("Experts per token"));
    QVERIFY(!isShown(each));
    named<QSpinBox>(editor, QStringLiteral("Experts"))->setValue(8);
    QVERIFY(isShown(each));
    QVERIFY2(!editor.problemOf(QStringLiteral("model.experts_per_token")).isEmpty(),
             "eight experts, and a token passes none");

    named<QPushButton>(editor, QStringLiteral("Remove the model"))->click();
    QVERIFY(!document.strategy().model && !isShown(layers) && !isShown(each));
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    QVERIFY(document.strategy() == bare);
}

void tst_Estimate::whatIsFoldedIsShownWhereItIsWrong()
{
    Document document;
    document.start(llama());
    StrategyEditor editor(document);
    auto* dense = named<QSpinBox>(editor, QStringLiteral("Dense layers"));
    strategy::Strategy moe = llama();
    moe.model->experts = 8;
    moe.model->expertsPerToken = 2;
    document.start(moe);
    QVERIFY(document.problems().empty() && !isShown(dense));
    strategy::Strategy wrong = moe;
    wrong.model->denseLayers = 99;
    document.start(wrong);
    QVERIFY(!editor.problemOf(QStringLiteral("model.dense_layers")).isEmpty());
    QVERIFY(isShown(dense));
    document.start(moe);
    QVERIFY(!isShown(dense));
    for (auto* fold : editor.findChildren<QToolButton*>())
        fold->setChecked(true);
    QVERIFY(isShown(dense));
}

void tst_Estimate::theDeviceIsChosenAndTheFilesOwnStays()
{
    Document document;
    strategy::Strategy own = llama();
    own.cluster.device = "prototype";
    own.cluster.spec.emplace();
    document.start(own);
    StrategyEditor editor(document);
    auto* chooser = named<QComboBox>(editor, QStringLiteral("Device"));
    QCOMPARE(chooser->currentText(), QStringLiteral("prototype"));
    // Whoever scrolls past it changes nothing.
    QWheelEvent wheel({5, 5}, chooser->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(chooser, &wheel);
    QVERIFY(document.strategy() == own && !wheel.isAccepted());
    emit chooser->activated(chooser->currentIndex());
    QVERIFY(document.strategy() == own);
    chooser->setCurrentText(QStringLiteral("a100-80gb"));
    emit chooser->activated(chooser->currentIndex());
    QCOMPARE(document.strategy().cluster.device, std::string("a100-80gb"));
    QVERIFY(!document.strategy().cluster.spec);
    document.undoStack().undo();
    QVERIFY(document.strategy() == own);
    QCOMPARE(chooser->currentText(), QStringLiteral("prototype"));
}

void tst_Estimate::costsReplaceTheModelAndBack()
{
    Document document;
    strategy::Strategy bare;
    bare.costs = plan::Costs::unit();
    document.start(bare);
    StrategyEditor editor(document);
    document.start(llama());
    auto* forward = named<QWidget>(editor, QStringLiteral("Forward"));
    QVERIFY(!forward->isVisibleTo(&editor));
    auto* give = named<QPushButton>(editor, QStringLiteral("Give costs instead"));
    QScrollArea dock;
    dock.setWidgetResizable(true);
    dock.setWidget(&editor);
    dock.resize(260, 900);
    dock.show();
    QTRY_VERIFY(give->isVisible() && give->height() > 10);
    QVERIFY(give->parentWidget()->rect().contains(give->geometry()));
    document.start(strategy::Strategy{});
    QTRY_VERIFY(!give->isVisible() && forward->isVisible());
    document.start(llama());
    QTRY_VERIFY(give->isVisible() && !forward->isVisible());
    QTRY_VERIFY2(give->parentWidget()->rect().contains(give->geometry()),
                 "the group must grow with what it shows");
    QVERIFY(give->height() > 10);
    dock.takeWidget();
    QTRY_VERIFY(document.isPredictionCurrent());
    const plan::Costs modelled = document.prediction()->costs;
    give->click();
    QVERIFY(document.strategy().costs == modelled);
    QVERIFY(document.problems().empty() && forward->isVisibleTo(&editor));
    QTRY_VERIFY(document.isPredictionCurrent() && !document.prediction()->modelled());
    named<QPushButton>(editor, QStringLiteral("Work them out from the model"))->click();
    QVERIFY(document.strategy() == llama());
}

void tst_Estimate::theVerdictFollowsTheStrategy()
{
    Document document;
    Estimator estimator(document);
    VerdictStrip strip(document, estimator);
    strategy::Strategy strategy = llama();
    document.start(strategy);
    QTRY_VERIFY(estimator.isCurrent());
    const auto exact = strategy::estimate(strategy);
    QVERIFY(exact && exact->fits);
    QVERIFY(!strip.isHidden());
    QVERIFY2(strip.sentence().startsWith(QStringLiteral("Fits on 32 × h100: rank 0 holds")),
             qPrintable(strip.sentence()));
    QCOMPARE(strip.valueOf(0), stepTime(exact->stepSeconds));
    QCOMPARE(strip.valueOf(4), QStringLiteral("8.03 billion"));

    strategy.cluster.device = "v100-16gb";
    document.edit(QStringLiteral("change"), QStringLiteral("device"), strategy);
    QVERIFY(!estimator.isCurrent());
    QTRY_VERIFY(estimator.isCurrent());
    QVERIFY2(strip.sentence().startsWith(QStringLiteral("Does not fit on 32 × v100-16gb, by ")),
             qPrintable(strip.sentence()));

    strategy.parallel.zero = 9; // a problem: what there is stays, and is greyed
    document.edit(QStringLiteral("change"), QStringLiteral("zero"), strategy);
    QVERIFY(!strip.isEnabled() && !strip.isHidden());
    strategy.model.reset();
    strategy.parallel.zero = 0;
    document.edit(QStringLiteral("change"), QStringLiteral("model"), strategy);
    QTRY_VERIFY(!estimator.estimate() && strip.isHidden());
}

void tst_Estimate::theBarsAreTheMemoryOfTheRanks()
{
    Document document;
    Estimator estimator(document);
    MemoryChart chart;
    QVERIFY(chart.isEmpty() && chart.tipOf(0).isEmpty());
    document.start(llama());
    QTRY_VERIFY(estimator.isCurrent());
    chart.setEstimate(estimator.estimate());
    QCOMPARE(chart.bars(), 4);
    const auto& numbers = estimator.estimate()->numbers;
    for (int rank = 0; rank < 4; ++rank) {
        double sum = 0;
        for (int part = 0; part < MemoryChart::kParts; ++part)
            sum += chart.height(rank, part);
        QCOMPARE(sum * kGibibyte, numbers.memory[std::size_t(rank)].peak());
    }
    QCOMPARE(chart.height(2, 3) * kGibibyte, numbers.memory[2].activations);
    QCOMPARE(chart.limit() * kGibibyte, numbers.memoryLimit);
    QVERIFY2(chart.tipOf(1.4).startsWith(QStringLiteral("rank 1: ")), qPrintable(chart.tipOf(1.4)));
    QVERIFY(chart.tipOf(99).startsWith(QStringLiteral("rank 3: ")));
    chart.setEstimate(nullptr);
    QVERIFY(chart.isEmpty());
    QCOMPARE(chart.bars(), 0);

    // Of a thousand ranks the fullest must not get lost.
    auto many = std::make_shared<StrategyEstimate>(*estimator.estimate());
    many->numbers.memory.assign(1000, numbers.memory[3]);
    many->numbers.memory[501].activations *= 7;
    chart.setEstimate(many);
    QVERIFY(chart.bars() <= MemoryChart::kMaxBars);
    const int bar = 501 / 4;
    QVERIFY(chart.tipOf(bar).startsWith(QStringLiteral("rank 501: ")));
}

void tst_Estimate::whatWasInUseStandsBesideTheBars()
{
    Document document;
    Estimator estimator(document);
    MemoryChart chart;
    document.start(llama());
    QTRY_VERIFY(estimator.isCurrent());
    chart.setEstimate(estimator.estimate());
    const auto* picture = chart.findChild<QChartView*>()->chart();
    const auto dots = [&] {
        for (QAbstractSeries* series : picture->series())
            if (const auto* scatter = qobject_cast<QScatterSeries*>(series))
                return scatter->points();
        return QList<QPointF>();
    };
    const auto series = picture->series().size();
    chart.setMeasured({});
    QCOMPARE(picture->series().size(), series); // without a run nothing is there
    const auto gibi = [](double count) { return std::uint64_t(count * kGibibyte); };
    chart.setMeasured({gibi(40), gibi(41.5), 0, gibi(900)});
    QCOMPARE(dots(), (QList<QPointF>{{0, 40}, {1, 41.5}, {3, 900}}));
    QVERIFY(qobject_cast<QValueAxis*>(picture->axes(Qt::Vertical).first())->max() > 900);
    QVERIFY2(chart.tipOf(1).contains(QStringLiteral("measured: at most 41.5 GiB in use")),
             qPrintable(chart.tipOf(1)));
    QVERIFY(!chart.tipOf(2).contains(QStringLiteral("measured")));
    chart.setMeasured({gibi(40)}); // of other ranks
    QVERIFY(dots().isEmpty());
}

QTEST_MAIN(tst_Estimate)
#include "tst_estimate.moc"
