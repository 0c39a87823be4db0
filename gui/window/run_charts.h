// The charts over the steps of a run, and the memory of its devices: what each of them draws, and
// when. The window puts the charts into docks.
//
// Each step that was seen whole is a point; the prediction is a line only where it is of the steps
// on show and says how long a step takes. Without a run the charts are empty, but for what is
// predicted of the document.

#pragma once

#include "gui/charts/step_series.h"
#include "gui/charts/training_series.h"
#include "gui/estimate/estimator.h"
#include "gui/live/run_view.h"

#include <QObject>

namespace gui {

class DeviceChart;
class MemoryChart;
class StepChart;

// Gathers what it draws as the run goes; a step that has left the history stays in the charts.
// Memory is bounded, as StepSeries is. GUI thread.
class RunCharts : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    RunCharts(const Document& document, RunController& controller, RunView& view,
              const Estimator& estimator, QObject* parent = nullptr);

    // Widgets; whoever puts them into a window owns them from then on, and keeps them as long as
    // this lives.
    StepChart* stepTimes() const { return m_stepTimes; }   // ms
    StepChart* loss() const { return m_loss; }             // as the run reports it
    StepChart* throughput() const { return m_throughput; } // tokens/s
    MemoryChart* memory() const { return m_memory; }       // of each rank, as it is estimated
    DeviceChart* devices() const { return m_devices; }     // what they count, where they do

    // Whether a device of the run on show has counters; without any their chart has no place.
    bool devicesCount() const { return m_devicesCount; }

signals:
    void devicesCountChanged();

private:
    void clear();                      // another run, or none
    void take(const RunSnapshot& run); // what came since the last tick
    void showAll();
    void setDevicesCount(bool count);
    void refreshPredicted();
    QStringList tipOfLoss(int step) const;

    const Document& m_document;
    RunView& m_view;
    StepSeries m_times; // of the steps of the run shown
    TrainingSeries m_training;
    StepChart* m_stepTimes;
    StepChart* m_loss;
    StepChart* m_throughput;
    MemoryChart* m_memory;
    DeviceChart* m_devices;
    bool m_devicesCount = false;
};

} // namespace gui
