// What is drawn over the steps of a run, and of the memory of its devices: what each of the charts
// shows, and when. The window puts them into the drawer.
//
// Each step that was seen whole is a point; the prediction is a line only where it is of the steps
// on show and says how long a step takes. Without a run the curves are empty; what ranks hold is
// then what is predicted of the document.

#pragma once

#include "gui/charts/step_series.h"
#include "gui/charts/training_series.h"
#include "gui/estimate/estimator.h"
#include "gui/live/run_view.h"

#include <QObject>
#include <QPointer>

#include <optional>

namespace gui {

class DeviceChart;
class MemoryChart;
class StepStack;

// Gathers what it draws as the run goes; a step that has left the history stays in the curves.
// Memory is bounded, as StepSeries is. GUI thread.
class RunCharts : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    RunCharts(const Document& document, RunController& controller, RunView& view,
              const Estimator& estimator, QObject* parent = nullptr);
    ~RunCharts() override;

    // Widgets; whoever puts them into a window keeps them as long as this lives, and they go with
    // it at the latest. A step chosen in the curves is the one that the window then shows.
    StepStack* steps() const;     // time, loss, throughput, memory, power
    MemoryChart* memory() const;  // of each rank, as it is estimated
    DeviceChart* devices() const; // what they count, where they do

    // Of the steps on show, or of the document where there is no run; in ms. Nothing where no time
    // is predicted.
    std::optional<double> predictedStep() const { return m_predicted; }

    // Whether a device of the run on show has counters; without any their chart has no place.
    bool devicesCount() const { return m_devicesCount; }

    // Of the device that the run is on, in bytes, as the strategy has it; 0: not known.
    double memoryLimit() const;

signals:
    void devicesCountChanged();

private:
    void clear();                      // another run, or none
    void take(const RunSnapshot& run); // what came since the last tick
    void addMemory(int step);
    void addDevices(const std::vector<measured::DeviceStep>& steps);
    void showAll();
    void setDevicesCount(bool count);
    void refreshPredicted();
    void showMeasuredMemory();
    QStringList tipOf(int step) const;

    const Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    const Estimator& m_estimator;
    StepSeries m_times; // of the steps of the run shown, ms
    TrainingSeries m_training;
    StepSeries m_samples;                   // a second
    StepSeries m_fullest;                   // bytes, of the rank that holds the most
    StepSeries m_emptiest;                  //
    StepSeries m_power;                     // W, mean of the devices
    std::vector<std::uint64_t> m_rankPeaks; // [pipeline rank] bytes that it says it held
    std::optional<double> m_powerLimit;
    std::optional<double> m_deviceMemory; // bytes
    std::optional<double> m_predicted;
    QPointer<StepStack> m_steps; // in nobody's window, or gone with it
    QPointer<MemoryChart> m_memory;
    QPointer<DeviceChart> m_devices;
    bool m_devicesCount = false;
};

} // namespace gui
