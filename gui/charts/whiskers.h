// Lines along the first axis of a chart, with a cap at either end: what a value is between. One
// item for all of them, however many there are.

#pragma once

#include <QColor>
#include <QGraphicsItem>
#include <QPointF>

#include <vector>

class QAbstractSeries;
class QChart;

namespace gui {

struct Whisker {
    double from = 0; // on the axes of the series
    double to = 0;
    double at = 0; // on the other axis
};

class Whiskers : public QGraphicsItem {
public:
    // Its parent is the chart.
    explicit Whiskers(QChart& chart);

    // `series` says by its axes where values are, and must be in the chart while it is drawn. Null:
    // there are no lines. `cap`: half its height, in pixels.
    void set(QAbstractSeries* series, std::vector<Whisker> lines, const QColor& colour, double cap);
    // The plot has another place now.
    void follow();

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QChart& m_chart;
    QAbstractSeries* m_series = nullptr;
    std::vector<Whisker> m_lines;
    QColor m_colour;
    double m_cap = 0;
};

} // namespace gui
