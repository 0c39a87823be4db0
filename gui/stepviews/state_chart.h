// A measure over states, a point each, with its values in words under it.

#pragma once

#include "gui/stepviews/step_state.h"

#include <QWidget>

class QLabel;

namespace gui {

class SweepChart;

// GUI thread. Points are chosen with the arrows or by a click.
class StateChart : public QWidget {
    Q_OBJECT
public:
    explicit StateChart(QWidget* parent = nullptr);

    void show(const ChartOf& chart, const ViewOptions& options);

    // The curve alone: what it is made of is told in words there.
    void setForAudience();

    // "cut-1: 96 u, cut-2: 60 u"; empty while it is covered.
    QString values() const;
    const SweepChart& chart() const { return *m_chart; }

signals:
    void columnClicked(int state); // its place among the chart's

private:
    SweepChart* m_chart; // child
    QLabel* m_values;    // child
    bool m_isForAudience = false;
};

} // namespace gui
