// What the devices of a run count, over its steps: a chart for each counter, of which one is shown,
// and a line that says when and why devices were slower than they could be. A run whose devices
// count nothing leaves all of it empty.

#pragma once

#include "engine/measured/device_level.h"
#include "gui/charts/step_series.h"

#include <QWidget>

#include <array>
#include <map>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QStackedLayout;

namespace gui {

class StepChart;

using measured::DeviceCounter;

// The charts keep the devices together: the mean of all of them, or the hottest and the fullest;
// the tooltip of a step names those that stand out. Memory is bounded, as StepSeries is. GUI
// thread.
class DeviceChart : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kCounters = 5;
    static constexpr std::size_t kMostSlowed = 256;    // stretches; the oldest two become one
    static constexpr std::size_t kMostEntries = 20000; // ranks times steps that tooltips know of

    // Steps that follow each other without another sampled one between, with a slowed device in
    // each.
    struct Slowed {
        int first = 0;
        int last = 0;
        std::uint16_t reasons = 0; // all of them, bits of telemetry::Throttle
        std::vector<int> ranks{};  // of the world, in rising order
    };

    explicit DeviceChart(QWidget* parent = nullptr);

    // Steps that are done, in rising order.
    void add(const std::vector<measured::DeviceStep>& steps);
    void clear(); // for another run
    bool isEmpty() const { return m_lastStep < 0; }

    // Puts that counter on show, as the user does with the box above the charts.
    void show(DeviceCounter counter);
    StepChart& chart(DeviceCounter counter) const
    {
        return *m_charts[static_cast<std::size_t>(counter)];
    }
    const std::vector<Slowed>& slowed() const { return m_slowed; }
    // The line under the charts; empty where no device was slowed.
    QString slowedText() const;

private:
    void addStep(const measured::DeviceStep& step);
    void addSlowed(const measured::DeviceStep& step);
    void showAll();
    QStringList tipOf(DeviceCounter counter, int step) const;

    QComboBox* m_choice; // children, as all widgets
    QStackedLayout* m_pages;
    std::array<StepChart*, kCounters> m_charts{};
    QLabel* m_words;
    std::array<StepSeries, kCounters> m_series;
    std::array<std::optional<double>, kCounters> m_limits{}; // in the unit of the chart
    std::map<int, measured::DeviceStep> m_recent;            // [step], for the tooltips
    std::size_t m_entries = 0;                               // in m_recent
    std::vector<Slowed> m_slowed;
    int m_lastStep = -1;
};

// "power cap, too hot (driver)" in the language of the window.
QString reasonsText(std::uint16_t reasons);

} // namespace gui
