// What each pipeline rank holds when it holds the most, as stacked bars, with the memory of its
// device as a line: a bar that crosses it does not fit. Estimated, never measured.

#pragma once

#include "gui/estimate/estimator.h"

#include <QWidget>

#include <array>
#include <vector>

class QBarSet;
class QCategoryAxis;
class QChart;
class QChartView;
class QLabel;
class QLineSeries;
class QStackedBarSeries;
class QStackedLayout;
class QValueAxis;

namespace gui {

class MemoryChart : public QWidget {
    Q_OBJECT
public:
    static constexpr int kParts = 5;     // weights, gradients, optimizer, activations, other
    static constexpr int kMaxBars = 256; // of more ranks each bar is the fullest of a few

    explicit MemoryChart(QWidget* parent = nullptr);

    // Null: there is nothing to show.
    void setEstimate(const EstimatePtr& estimate);

    bool isEmpty() const { return !m_estimate; }
    int bars() const { return static_cast<int>(m_ranks.size()); }
    // In GiB, of a part as in the list above.
    double height(int bar, int part) const;
    double limit() const; // of the device, in GiB
    // What the tooltip says of the bar nearest to `position`; empty where there are none.
    QString tipOf(double position) const;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeChart();
    void redraw();
    void scale();
    void applyColors();

    EstimatePtr m_estimate;
    std::vector<std::size_t> m_ranks; // [bar]
    QChart* m_chart;                  // owned by the view
    QStackedBarSeries* m_bars;        // owned by the chart, as the rest
    std::array<QBarSet*, kParts> m_parts{};
    QLineSeries* m_limit;
    QCategoryAxis* m_rankAxis;
    QValueAxis* m_memoryAxis;
    QChartView* m_view;      // child
    QLabel* m_emptyText;     // child
    QStackedLayout* m_pages; // of those two
};

} // namespace gui
