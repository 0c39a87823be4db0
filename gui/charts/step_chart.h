// Step time over steps, measured, against the line of the prediction.

#pragma once

#include "gui/charts/step_series.h"

#include <QWidget>

#include <optional>

class QChart;
class QLineSeries;
class QValueAxis;
class QScatterSeries;

namespace gui {

class StepChart : public QWidget {
    Q_OBJECT
public:
    explicit StepChart(QWidget* parent = nullptr);

    // Both in milliseconds. Call at most once a tick: the points are replaced as a whole.
    void setMeasured(const StepSeries& series);
    void setPredicted(std::optional<double> milliseconds);

protected:
    void changeEvent(QEvent* event) override;

private:
    void redraw();
    void applyColors();

    QChart* m_chart;          // owned by the view
    QLineSeries* m_measured;  // owned by the chart, as the rest
    QScatterSeries* m_points; // the same points as dots, while they are few
    QLineSeries* m_predicted;
    QValueAxis* m_steps;
    QValueAxis* m_times;
    StepSeries m_series;
    std::optional<double> m_prediction;
};

} // namespace gui
