#include "gui/window/run_charts.h"

#include "engine/measured/device_level.h"
#include "gui/charts/device_chart.h"
#include "gui/charts/memory_chart.h"
#include "gui/charts/step_stack.h"
#include "gui/text/number_format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {
namespace {

double inMilliseconds(plan::Nanoseconds time) { return static_cast<double>(time.count()) / 1e6; }

} // namespace

RunCharts::RunCharts(const Document& document, RunController& controller, RunView& view,
                     const Estimator& estimator, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller)
    , m_view(view)
    , m_estimator(estimator)
    , m_steps(new StepStack)
    , m_memory(new MemoryChart)
    , m_devices(new DeviceChart)
{
    m_steps->setEmptyText(tr("Step times, loss, throughput and memory of a run appear here once "
                             "its first step is complete. An emulated run has no loss."));
    m_steps->setTip([this](int step) { return tipOf(step); });
    connect(m_steps, &StepStack::stepChosen, &view, &RunView::hold);
    const auto showMemory = [this, &estimator] {
        m_memory->setEstimate(estimator.estimate());
        showMeasuredMemory();
    };
    connect(&estimator, &Estimator::changed, m_memory, showMemory);
    showMemory();
    for (const auto another : {&LiveSession::started, &LiveSession::left})
        connect(&controller.session(), another, this, &RunCharts::clear);
    connect(&controller.session(), &LiveSession::updated, this,
            [this](const RunSnapshotPtr& run) { take(*run); });
    connect(&view, &RunView::changed, this, [this] {
        refreshPredicted();
        // A step that still fills in has no values yet.
        const StepPtr& shown = m_view.shown().complete;
        m_steps->setCursor(shown ? shown->number : -1);
    });
    connect(&document, &Document::predictionChanged, this, &RunCharts::refreshPredicted);
}

RunCharts::~RunCharts()
{
    delete m_steps;
    delete m_memory;
    delete m_devices;
}

StepStack* RunCharts::steps() const { return m_steps; }

MemoryChart* RunCharts::memory() const { return m_memory; }

DeviceChart* RunCharts::devices() const { return m_devices; }

QStringList RunCharts::tipOf(int step) const
{
    const auto line = [step](const QString& name, const StepSeries& series) {
        const auto value = series.at(step);
        return value ? QStringList{name.arg(threeDigits(*value))} : QStringList{};
    };
    return line(tr("Norm of the gradient: %1"), m_training.gradientNorm())
        + line(tr("Learning rate: %1"), m_training.learningRate());
}

double RunCharts::memoryLimit() const
{
    const EstimatePtr& estimate = m_estimator.estimate();
    const RunSnapshotPtr& run = m_view.run();
    const bool isItsDevice = estimate && run && run->info && m_view.isOfDocument()
        && estimate->strategy.cluster.device == run->info->device;
    return isItsDevice ? estimate->numbers.memoryLimit : 0;
}

void RunCharts::clear()
{
    m_times.clear();
    m_training.clear();
    for (StepSeries* series : {&m_samples, &m_fullest, &m_emptiest, &m_power})
        series->clear();
    m_rankPeaks.clear();
    m_powerLimit.reset();
    m_deviceMemory.reset();
    m_devices->clear();
    m_steps->clear();
    setDevicesCount(false);
    refreshPredicted();
    showAll();
}

void RunCharts::take(const RunSnapshot& run)
{
    setDevicesCount(run.devicesCount);
    std::vector<TrainingSeries::Time> times;
    const strategy::Strategy* strategy = run.summaries.empty() ? nullptr : m_view.runStrategy();
    // The time of a step that was not seen whole may be that of a part of it.
    for (const StepSummary& step : run.summaries) {
        if (!step.whole)
            continue;
        m_times.add(step.number, inMilliseconds(step.makespan));
        times.push_back({step.number, step.makespan});
        if (strategy && step.makespan.count() > 0)
            m_samples.add(step.number,
                          strategy->batch.global * 1e9
                              / static_cast<double>(step.makespan.count()));
        addMemory(step.number);
    }
    m_training.add(run.trained, times);
    m_devices->add(run.deviceSteps);
    addDevices(run.deviceSteps);
    // Most ticks bring no step that is done; the curves are then left as they are.
    if (!run.summaries.empty() || !run.trained.empty() || !run.deviceSteps.empty())
        showAll();
    if (run.status.state == telemetry::SourceState::Ended)
        m_steps->setComplete(true);
}

// What the devices have in use counts where they say it: it is what runs out.
void RunCharts::addMemory(int step)
{
    std::vector<std::uint64_t> held = m_controller.session().memory().held(step);
    m_rankPeaks.resize(std::max(m_rankPeaks.size(), held.size()));
    for (std::size_t rank = 0; rank < held.size(); ++rank)
        m_rankPeaks[rank] = std::max(m_rankPeaks[rank], held[rank]);
    std::erase(held, std::uint64_t{0}); // not known
    if (held.empty() || m_devicesCount)
        return;
    const auto [least, most] = std::minmax_element(held.begin(), held.end());
    m_fullest.add(step, static_cast<double>(*most));
    m_emptiest.add(step, static_cast<double>(*least));
}

void RunCharts::addDevices(const std::vector<measured::DeviceStep>& steps)
{
    using measured::DeviceCounter;
    for (const measured::DeviceStep& step : steps) {
        if (const auto power = levelIn(step, DeviceCounter::Power)) {
            m_power.add(step.step, power->value);
            m_powerLimit = power->limit ? power->limit : m_powerLimit;
        }
        if (const auto memory = levelIn(step, DeviceCounter::Memory)) {
            m_fullest.add(step.step, memory->high);
            m_emptiest.add(step.step, memory->low);
            m_deviceMemory = memory->limit ? memory->limit : m_deviceMemory;
        }
    }
}

void RunCharts::setDevicesCount(bool count)
{
    if (std::exchange(m_devicesCount, count) != count)
        emit devicesCountChanged();
}

void RunCharts::showAll()
{
    showMeasuredMemory();
    const auto time = [](double ms) { return stepTime(plan::Nanoseconds(std::llround(ms * 1e6))); };
    const bool hasTokens = !m_training.throughput().isEmpty();
    const double limit = m_deviceMemory.value_or(memoryLimit());
    std::vector<StepCurve> curves;
    curves.push_back({.id = QStringLiteral("time"),
                      .name = tr("Step time"),
                      .ink = 0,
                      .values = m_times,
                      .limit = m_predicted,
                      .limitName = tr("predicted"),
                      .toText = time});
    curves.push_back({.id = QStringLiteral("loss"),
                      .name = tr("Loss"),
                      .ink = 1,
                      .values = m_training.loss(),
                      .marked = m_training.skipped(),
                      .markedName = tr("left out, not a number"),
                      .toText = lossNumber});
    curves.push_back(
        {.id = QStringLiteral("rate"),
         .name = hasTokens ? tr("Throughput, all ranks") : tr("Samples, all ranks"),
         .ink = 2,
         .values = hasTokens ? m_training.throughput() : m_samples,
         .toText = [hasTokens](double perSecond) {
             return (hasTokens ? tr("%1 tokens/s") : tr("%1 samples/s")).arg(rate(perSecond));
         }});
    curves.push_back({.id = QStringLiteral("memory"),
                      .name = tr("Memory, fullest rank"),
                      .ink = 3,
                      .values = m_fullest,
                      .low = m_emptiest,
                      .limit = limit > 0 ? std::optional(limit) : std::nullopt,
                      .limitName = tr("device"),
                      .toText = bytesText});
    curves.push_back({.id = QStringLiteral("power"),
                      .name = tr("Power, per device"),
                      .ink = 4,
                      .values = m_power,
                      .limit = m_powerLimit,
                      .limitName = tr("cap"),
                      .toText = [](double watts) { return tr("%1 W").arg(threeDigits(watts)); }});
    m_steps->setCurves(std::move(curves));
    m_steps->setExpected(m_controller.run() ? m_controller.run()->steps : 0);
}

// Beside an estimate only what was measured of the same work.
void RunCharts::showMeasuredMemory()
{
    const RunSnapshotPtr& run = m_view.run();
    if (!run || (m_estimator.estimate() && !m_view.isOfDocument()))
        return m_memory->setMeasured({});
    if (!run->devicePeaks.empty())
        return m_memory->setMeasured(run->devicePeaks);
    m_memory->setMeasured(m_rankPeaks, MemoryChart::Measured::Rank);
}

// Beside a run only what its steps are held against.
void RunCharts::refreshPredicted()
{
    const RunSnapshotPtr& run = m_view.run();
    showMeasuredMemory();
    const PredictionPtr& of
        = run && run->info ? m_view.shown().prediction : m_document.prediction();
    const auto predicted = of && !m_view.isTimeless(of)
        ? std::optional(inMilliseconds(of->timeline->makespan))
        : std::nullopt;
    if (std::exchange(m_predicted, predicted) != predicted)
        showAll();
}

} // namespace gui
