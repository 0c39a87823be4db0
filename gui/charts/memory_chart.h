// What each pipeline rank holds when it holds the most, as stacked bars, with the memory of its
// device as a line: a bar that crosses it does not fit. The bars are estimated, never measured;
// beside them may stand what was measured to be in use on the devices of a run.

#pragma once

#include "gui/estimate/estimator.h"

#include <QWidget>

#include <array>
#include <cstdint>
#include <vector>

class QBarSet;
class QCategoryAxis;
class QChart;
class QChartView;
class QLabel;
class QLineSeries;
class QScatterSeries;
class QStackedBarSeries;
class QStackedLayout;
class QValueAxis;

namespace gui {

// The estimate is worked out elsewhere; the chart only draws what it is given, in GiB, and writes
// the same in a tooltip for every bar. It says so in words where there is no estimate.
class MemoryChart : public QWidget {
    Q_OBJECT
public:
    static constexpr int kParts = 5;     // weights, gradients, optimizer, activations, other
    static constexpr int kMaxBars = 256; // of more ranks each bar is the fullest of a few

    // Says in words that there is nothing to draw, until setEstimate() is called.
    explicit MemoryChart(QWidget* parent = nullptr);

    // Shared with the estimator, and kept until the next call. Null where there is nothing to show.
    void setEstimate(const EstimatePtr& estimate);

    // [pipeline rank] the most that was in use on its device in a run of the same work, by all
    // processes together, in bytes; 0: not known. Dots beside the bars, for as many ranks as the
    // estimate has; none where the list is empty.
    void setMeasured(std::vector<std::uint64_t> bytes);

    bool isEmpty() const { return !m_estimate; } // the words stand there instead
    // Between 1 and kMaxBars while there is an estimate, else 0.
    int bars() const { return static_cast<int>(m_ranks.size()); }
    // In GiB; `part` counts as the list above does. Precondition: 0 <= bar < bars().
    double height(int bar, int part) const;
    double limit() const; // of the device, in GiB; 0 while there is no estimate
    // What the tooltip says of the bar nearest to `position`, where bar 0 stands at 0 and each
    // further one at the next whole number. Empty where there are no bars.
    QString tipOf(double position) const;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // Once: series, axes and legend. redraw() only replaces what they show.
    void makeChart();
    void redraw();
    void placeMeasured();
    // In GiB, of a rank that was measured beside this estimate; else 0.
    double measured(std::size_t rank) const;
    void scale(); // the axes, to the bars, the dots and the limit
    void applyColors();

    EstimatePtr m_estimate;
    std::vector<std::size_t> m_ranks; // [bar]; the fullest of those that the bar stands for
    QChart* m_chart;                  // owned by the view
    QStackedBarSeries* m_bars;        // owned by the chart, as the rest
    std::array<QBarSet*, kParts> m_parts{};
    QLineSeries* m_limit;
    QScatterSeries* m_dots = nullptr;      // made with the first
    std::vector<std::uint64_t> m_measured; // [pipeline rank]
    QCategoryAxis* m_rankAxis;
    QValueAxis* m_memoryAxis;
    QChartView* m_view;      // child
    QLabel* m_emptyText;     // child
    QStackedLayout* m_pages; // of those two
};

} // namespace gui
