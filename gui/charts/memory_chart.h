// What each pipeline rank holds when it holds the most, as stacked bars, with the memory of its
// device as a line: a bar that crosses it does not fit. The bars are estimated; beside them may
// stand what was measured in a run. Without an estimate the bars are what was measured.

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
// the same in a tooltip for every bar. It says so in words where there is nothing to draw.
class MemoryChart : public QWidget {
    Q_OBJECT
public:
    static constexpr int kParts = 5;     // weights, gradients, optimizer, activations, other
    static constexpr int kMaxBars = 256; // of more ranks each bar is the fullest of a few

    explicit MemoryChart(QWidget* parent = nullptr);

    // Shared with the estimator, and kept until the next call. Null where there is nothing to show.
    void setEstimate(const EstimatePtr& estimate);

    // What a measured number is of.
    enum class Measured {
        Device, // in use on the rank's device, by all processes together
        Rank    // held by the rank, as it says itself
    };
    // [pipeline rank] the most in a run of the same work, in bytes; 0: not known. Dots beside the
    // bars, for as many ranks as the estimate has, or the bars themselves where there is none.
    void setMeasured(std::vector<std::uint64_t> bytes, Measured of = Measured::Device);

    bool isEmpty() const { return ranks() == 0; } // the words stand there instead
    // Between 1 and kMaxBars, or 0 where it is empty.
    int bars() const { return static_cast<int>(m_ranks.size()); }
    // In GiB; `part` counts as the list above does. Precondition: 0 <= bar < bars().
    double height(int bar, int part) const;
    double measuredHeight(int bar) const; // likewise, of a bar without an estimate; else 0
    double limit() const;                 // of the device, in GiB; 0 while there is no estimate
    // The bars are so far below the limit that they would have no height beside it: the legend
    // says where it is.
    bool isLimitAbove() const;
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
    void tellInLegend(); // what is drawn
    void placeMeasured();
    std::size_t ranks() const;
    double peak(std::size_t rank) const; // of what the bars show, in GiB
    double highest() const;              // of bars and dots
    QString estimatedTip(std::size_t number) const;
    QString measuredLine(std::size_t rank) const; // empty: not known
    // In GiB, of a rank that was measured, beside this estimate where there is one; else 0.
    double measured(std::size_t rank) const;
    void scale();     // the axes, to the bars, the dots and the limit
    void applyLook(); // colours and sizes of type

    EstimatePtr m_estimate;
    std::vector<std::size_t> m_ranks; // [bar]; the fullest of those that the bar stands for
    QChart* m_chart;                  // owned by the view
    QStackedBarSeries* m_bars;        // owned by the chart, as the rest
    std::array<QBarSet*, kParts> m_parts{};
    double m_unit = 1;       // of the axis, in GiB
    QBarSet* m_measuredPart; // without an estimate
    QLineSeries* m_limit;
    QScatterSeries* m_dots = nullptr;      // made with the first
    std::vector<std::uint64_t> m_measured; // [pipeline rank]
    Measured m_measuredOf = Measured::Device;
    QCategoryAxis* m_rankAxis;
    QValueAxis* m_memoryAxis;
    QChartView* m_view;      // child
    QLabel* m_emptyText;     // child
    QStackedLayout* m_pages; // of those two
};

} // namespace gui
