#include "gui/charts/whiskers.h"

#include <QAbstractSeries>
#include <QChart>
#include <QLineF>
#include <QPainter>

#include <utility>

namespace gui {
namespace {

constexpr double kOverSeries = 100; // as what is drawn last

} // namespace

Whiskers::Whiskers(QChart& chart)
    : QGraphicsItem(&chart)
    , m_chart(chart)
{
    setZValue(kOverSeries);
    setAcceptedMouseButtons(Qt::NoButton);
}

void Whiskers::set(QAbstractSeries* series, std::vector<Whisker> lines, const QColor& colour,
                   double cap)
{
    m_series = series;
    m_lines = std::move(lines);
    m_colour = colour;
    m_cap = cap;
    follow();
}

void Whiskers::follow()
{
    prepareGeometryChange();
    update();
}

QRectF Whiskers::boundingRect() const { return m_chart.plotArea(); }

void Whiskers::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (!m_series)
        return;
    QList<QLineF> lines;
    for (const Whisker& each : m_lines) {
        const QPointF left = m_chart.mapToPosition({each.from, each.at}, m_series);
        const QPointF right = m_chart.mapToPosition({each.to, each.at}, m_series);
        const QPointF cap(0, m_cap);
        lines << QLineF(left, right) << QLineF(left - cap, left + cap)
              << QLineF(right - cap, right + cap);
    }
    painter->setClipRect(boundingRect());
    painter->setPen(QPen(m_colour, 1));
    painter->drawLines(lines);
}

} // namespace gui
