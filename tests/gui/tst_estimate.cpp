#include "engine/plan/cost_basis.h"
#include "engine/strategy/yaml.h"
#include "gui/editor/strategy_editor.h"
#include "gui/estimate/verdict_text.h"
#include "gui/live/run_controller.h"
#include "gui/live/run_view.h"
#include "gui/text/number_format.h"
#include "gui/window/open_commands.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/recording.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
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
    void whatIsFoldedIsToldWhereItIsWrong();
    void theDeviceIsChosenAndTheFilesOwnStays();
    void costsReplaceTheModelAndBack();
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
    // Where the stages stand is known of every strategy.
    plan::Costs unit = plan::Costs::unit();
    unit.nodes = document.prediction()->costs.nodes;
    QCOMPARE(document.prediction()->costs, unit);
    own.costs.reset();
    own.model.reset();
    document.start(own);
    QTRY_VERIFY(document.isPredictionCurrent());
    QVERIFY(!document.prediction()->modelled());
    unit.nodes = document.prediction()->costs.nodes;
    QCOMPARE(document.prediction()->costs, unit);
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

void tst_Estimate::whatIsFoldedIsToldWhereItIsWrong()
{
    Document document;
    strategy::Strategy moe = llama();
    moe.model->experts = 8;
    moe.model->expertsPerToken = 2;
    document.start(moe);
    StrategyEditor editor(document);
    auto* dense = named<QSpinBox>(editor, QStringLiteral("Dense layers"));
    auto* model = named<SectionHeader>(editor, QStringLiteral("Model"));
    QVERIFY(document.problems().empty() && !dense->isVisibleTo(&editor));
    strategy::Strategy wrong = moe;
    wrong.model->denseLayers = 99;
    document.start(wrong);
    QVERIFY(!editor.problemOf(QStringLiteral("model.dense_layers")).isEmpty());
    QVERIFY(!dense->isVisibleTo(&editor)); // nothing opens under the hand
    QCOMPARE(model->accessibleDescription(), QStringLiteral("1 problem"));
    editor.reveal(QStringLiteral("model.dense_layers"));
    QVERIFY(dense->isVisibleTo(&editor));
    document.start(moe);
    QVERIFY(model->accessibleDescription().isEmpty());
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
    editor.openEverything();
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
    const PredictionPtr modelled = document.prediction();
    give->click();
    QVERIFY(document.strategy().costs == plan::asGiven(modelled->costs, *modelled->schedule));
    QCOMPARE(document.strategy().costs->stages[1].backwardWait.count(), 0); // nothing is hidden
    QVERIFY(document.problems().empty() && forward->isVisibleTo(&editor));
    QTRY_VERIFY(document.isPredictionCurrent() && !document.prediction()->modelled());
    QVERIFY(*document.prediction()->timeline == *modelled->timeline);
    named<QPushButton>(editor, QStringLiteral("Work them out from the model"))->click();
    QVERIFY(document.strategy() == llama());
}

QTEST_MAIN(tst_Estimate)
#include "tst_estimate.moc"
