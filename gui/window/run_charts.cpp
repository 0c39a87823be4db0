#include "gui/window/run_charts.h"

#include "gui/charts/device_chart.h"
#include "gui/charts/memory_chart.h"
#include "gui/charts/step_chart.h"

#include <QLocale>

#include <utility>

namespace gui {
namespace {

double inMilliseconds(plan::Nanoseconds time) { return static_cast<double>(time.count()) / 1e6; }

} // namespace

RunCharts::RunCharts(const Document& document, RunController& controller, RunView& view,
                     const Estimator& estimator, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_view(view)
    , m_stepTimes(new StepChart({.name = tr("Step time over steps"),
                                 .unit = tr("ms"),
                                 .measured = tr("measured"),
                                 .predicted = tr("predicted"),
                                 .marked = {},
                                 .empty = {}}))
    , m_loss(new StepChart({.name = tr("Loss over steps"),
                            .unit = {},
                            .measured = tr("loss"),
                            .predicted = {},
                            .marked = tr("left out: not a number"),
                            .empty = tr("No loss: an emulated run computes none. Launch a strategy "
                                        "with a model on the CPU to train it.")}))
    , m_throughput(new StepChart({.name = tr("Tokens per second over steps"),
                                  .unit = tr("tokens/s"),
                                  .measured = tr("measured"),
                                  .predicted = {},
                                  .marked = {},
                                  .empty = tr("No tokens: only a run that trains counts them.")}))
    , m_memory(new MemoryChart)
    , m_devices(new DeviceChart)
{
    m_loss->setTip([this](int step) { return tipOfLoss(step); });
    const auto showMemory = [this, &estimator] { m_memory->setEstimate(estimator.estimate()); };
    connect(&estimator, &Estimator::changed, m_memory, showMemory);
    showMemory();
    for (const auto another : {&LiveSession::started, &LiveSession::left})
        connect(&controller.session(), another, this, &RunCharts::clear);
    connect(&controller.session(), &LiveSession::updated, this,
            [this](const RunSnapshotPtr& run) { take(*run); });
    connect(&view, &RunView::changed, this, &RunCharts::refreshPredicted);
    connect(&document, &Document::predictionChanged, this, &RunCharts::refreshPredicted);
}

QStringList RunCharts::tipOfLoss(int step) const
{
    const auto line = [step](const QString& name, const StepSeries& series) {
        const auto value = series.at(step);
        return value ? QStringList{name.arg(QLocale().toString(*value, 'g', 5))} : QStringList{};
    };
    return line(tr("norm of the gradient: %1"), m_training.gradientNorm())
        + line(tr("learning rate: %1"), m_training.learningRate());
}

void RunCharts::clear()
{
    m_times.clear();
    m_training.clear();
    m_devices->clear();
    setDevicesCount(false);
    refreshPredicted();
    showAll();
}

void RunCharts::take(const RunSnapshot& run)
{
    std::vector<TrainingSeries::Time> times;
    // The time of a step that was not seen whole may be that of a part of it.
    for (const StepSummary& step : run.summaries) {
        if (!step.whole)
            continue;
        m_times.add(step.number, inMilliseconds(step.makespan));
        times.push_back({step.number, step.makespan});
    }
    m_training.add(run.trained, times);
    m_devices->add(run.deviceSteps);
    setDevicesCount(run.devicesCount);
    // Most ticks bring no step that is done; the charts are then left as they are.
    if (!run.summaries.empty() || !run.trained.empty())
        showAll();
}

void RunCharts::setDevicesCount(bool count)
{
    if (std::exchange(m_devicesCount, count) != count)
        emit devicesCountChanged();
}

void RunCharts::showAll()
{
    m_stepTimes->setMeasured(m_times);
    m_loss->setMeasured(m_training.loss());
    m_loss->setMarked(m_training.skipped());
    m_throughput->setMeasured(m_training.throughput());
}

// Beside a run only what its steps are held against.
void RunCharts::refreshPredicted()
{
    const RunSnapshotPtr& run = m_view.run();
    m_memory->setMeasured(run && !run->devicePeaks.empty() && m_view.isOfDocument()
                              ? run->devicePeaks
                              : std::vector<std::uint64_t>());
    const PredictionPtr& of
        = run && run->info ? m_view.shown().prediction : m_document.prediction();
    m_stepTimes->setPredicted(of && !m_view.isTimeless(of)
                                  ? std::optional(inMilliseconds(of->timeline->makespan))
                                  : std::nullopt);
}

} // namespace gui
