// What of the window draws numbers of a strategy and of the steps of a run.

#include "gui/charts/memory_chart.h"
#include "gui/charts/step_chart.h"
#include "gui/search/search_dialog.h"
#include "gui/search/sweep_dialog.h"
#include "gui/window/main_window.h"

#include <QLocale>

namespace gui {

void MainWindow::makeCharts()
{
    m_chart = new StepChart({.name = tr("Step time over steps"),
                             .unit = tr("ms"),
                             .measured = tr("measured"),
                             .predicted = tr("predicted"),
                             .marked = {},
                             .empty = {}});
    m_loss = new StepChart({.name = tr("Loss over steps"),
                            .unit = {},
                            .measured = tr("loss"),
                            .predicted = {},
                            .marked = tr("left out: not a number"),
                            .empty = tr("No loss: an emulated run computes none. Launch a strategy "
                                        "with a model on the CPU to train it.")});
    m_throughput = new StepChart({.name = tr("Tokens a second over steps"),
                                  .unit = tr("tokens/s"),
                                  .measured = tr("measured"),
                                  .predicted = {},
                                  .marked = {},
                                  .empty = tr("No tokens: only a run that trains counts them.")});
    m_memory = new MemoryChart;
    const auto showMemory = [this] { m_memory->setEstimate(m_estimator.estimate()); };
    connect(&m_estimator, &Estimator::changed, m_memory, showMemory);
    showMemory();
    m_loss->setTip([this](int step) {
        const auto line = [step](const QString& name, const StepSeries& series) {
            const auto value = series.at(step);
            return value ? QStringList{name.arg(QLocale().toString(*value, 'g', 5))}
                         : QStringList{};
        };
        return line(tr("norm of the gradient: %1"), m_training.gradientNorm())
            + line(tr("learning rate: %1"), m_training.learningRate());
    });
}

template <class Dialog>
void MainWindow::showStrategiesOf(Dialog*& dialog)
{
    if (!dialog) {
        dialog = new Dialog(m_document, this);
        connect(dialog, &Dialog::chosen, this, [this](const strategy::Strategy& found) {
            m_files.leaveDocument([this, found] { m_document.start(found); });
        });
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::connectSearch()
{
    m_actions.onTriggered("edit.search", [this] { showStrategiesOf(m_search); });
    m_actions.onTriggered("edit.sweep", [this] { showStrategiesOf(m_sweep); });
}

void MainWindow::takeSteps(const RunSnapshot& run)
{
    std::vector<TrainingSeries::Time> times;
    for (const StepSummary& step : run.summaries) {
        if (!step.whole)
            continue;
        m_series.add(step.number, static_cast<double>(step.makespan.count()) / 1e6);
        times.push_back({step.number, step.makespan});
    }
    m_training.add(run.trained, times);
    if (!run.summaries.empty())
        m_chart->setMeasured(m_series);
    if (run.summaries.empty() && run.trained.empty())
        return;
    m_loss->setMeasured(m_training.loss());
    m_loss->setMarked(m_training.skipped());
    m_throughput->setMeasured(m_training.throughput());
}

void MainWindow::refreshChart()
{
    const RunSnapshotPtr& run = m_runView.run();
    const PredictionPtr& of
        = run && run->info ? m_runView.shown().prediction : m_document.prediction();
    m_chart->setPredicted(of && !m_runView.isTimeless(of) ? std::optional(
                              static_cast<double>(of->timeline->makespan.count()) / 1e6)
                                                          : std::nullopt);
    if (run)
        return;
    m_chart->setMeasured(m_series);
    m_loss->setMeasured(m_training.loss());
    m_loss->setMarked(m_training.skipped());
    m_throughput->setMeasured(m_training.throughput());
}

} // namespace gui
