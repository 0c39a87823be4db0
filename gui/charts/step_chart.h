// One number per step, over the steps of a run: its time, its loss, its tokens per second. Measured
// values are a curve, the prediction is a level line, and stretches of steps may be shaded.

#pragma once

#include "gui/charts/step_series.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QAbstractSeries;
class QAreaSeries;
class QChart;
class QChartView;
class QLabel;
class QLineSeries;
class QStackedLayout;
class QValueAxis;
class QXYSeries;
class QScatterSeries;

namespace gui {

// What the chart says, in the language of the window.
struct StepChartTexts {
    QString name{};      // for screen readers
    QString unit{};      // at the axis; may be empty
    QString measured{};  // in the legend and the tooltip
    QString predicted{}; // in the legend
    QString empty{};     // said in place of the chart where there is nothing to draw; may be empty
    QString stretches{}; // in the legend: stretches of steps that are shaded
};

// Steps that belong together, from the first to the last.
struct StepStretch {
    int first = 0;
    int last = 0; // >= first

    bool operator==(const StepStretch&) const = default;
};

// A curve of at most StepSeries::kMaxPoints points, so that a redraw costs the same however long
// the run is. The axis of steps begins at 0 and reaches to the newest step, and at first to the
// tenth; the axis of values follows what is drawn.
class StepChart : public QWidget {
    Q_OBJECT
public:
    // The texts are translated already; those of the tooltip are escaped before they are shown.
    explicit StepChart(StepChartTexts texts, QWidget* parent = nullptr);

    // The values, in the unit of the axis. Call it at most once for each update of the run: the
    // points are replaced as a whole.
    void setMeasured(const StepSeries& series);
    // A level line at that height, over all steps; none where there is no value.
    void setPredicted(std::optional<double> value);
    // Shades these over the whole height, in rising order and apart from each other. They alone do
    // not make the chart something to draw.
    void setStretches(std::vector<StepStretch> stretches);

    // Called for the step that a tooltip is about; its lines are put under the value. Whatever the
    // function refers to must outlive the chart.
    void setTip(std::function<QStringList(int step)> tip) { m_tip = std::move(tip); }

    // What the tooltip says of the measured step nearest to `step`; empty where none was measured.
    QString tipOf(double step) const;
    // Neither values nor a prediction are there.
    bool isEmpty() const;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addSeries();
    // Replaces what the series hold, and fits both axes to it.
    void redraw();
    QString numberLine(double value) const; // "loss: 2.31", with the unit where there is one
    void showInLegend(QAbstractSeries* series, bool shows);
    void shade();       // the stretches, as high as the axis of values
    void scaleValues(); // the axis of values alone
    void applyLook();   // colours and sizes of type

    StepChartTexts m_texts;
    QChart* m_chart;          // owned by the view
    QLineSeries* m_measured;  // owned by the chart, as the rest
    QScatterSeries* m_points; // the same points as dots, while they are few
    QLineSeries* m_predicted;
    QAreaSeries* m_shade = nullptr; // made with the first stretch
    QValueAxis* m_steps;
    QValueAxis* m_values;
    QChartView* m_view;      // child
    QLabel* m_emptyText;     // child
    QStackedLayout* m_pages; // of those two
    StepSeries m_series;
    std::vector<StepStretch> m_stretches;
    std::optional<double> m_prediction; // in the unit of the axis
    std::function<QStringList(int step)> m_tip;
};

} // namespace gui
