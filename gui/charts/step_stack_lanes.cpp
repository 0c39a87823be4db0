// How one lane of a StepStack is painted.

#include "gui/charts/step_stack.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr float kBandAlpha = 0.25F;
constexpr std::size_t kFewLanePoints = 60; // dots would run into each other beyond

} // namespace

void StepStack::paintLane(QPainter& painter, std::size_t lane) const
{
    const Theme& theme = themeFor(palette());
    const StepCurve& curve = m_curves[lane];
    const Lane& drawn = m_lanes[lane];
    const QRect box = laneRect(lane);
    const int air = metrics().space(1);
    const QColor ink = theme.curves[static_cast<std::size_t>(curve.ink) % theme.curves.size()];
    const auto y = [&](double value) {
        const double share = (value - drawn.bottom) / (drawn.top - drawn.bottom);
        return box.bottom() - air - share * (box.height() - 2 * air);
    };
    const auto point = [&](const std::pair<double, double>& at) {
        return QPointF(xOf(static_cast<int>(std::lround(at.first))), y(at.second));
    };
    painter.setPen(theme.grid);
    painter.drawLine(box.left(), box.bottom(), box.right(), box.bottom());
    painter.save();
    painter.setClipRect(box);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!drawn.low.empty() && !drawn.points.empty()) {
        QPolygonF band;
        for (const auto& each : drawn.points)
            band << point(each);
        for (auto each = drawn.low.rbegin(); each != drawn.low.rend(); ++each)
            band << point(*each);
        QColor fill = ink;
        fill.setAlphaF(kBandAlpha);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(band);
    }
    if (curve.limit) {
        painter.setPen(QPen(theme.predicted, 1, Qt::DashLine));
        painter.drawLine(QPointF(box.left(), y(*curve.limit)),
                         QPointF(box.right(), y(*curve.limit)));
    }
    QPolygonF line;
    for (const auto& each : drawn.points)
        line << point(each);
    painter.setPen(QPen(ink, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    if (drawn.points.size() <= kFewLanePoints)
        for (const QPointF& each : line)
            painter.drawEllipse(each, 2, 2);
    painter.setBrush(theme.warning);
    for (const auto& each : curve.marked.points())
        painter.drawEllipse(point(each), 4, 4);
    painter.restore();
    if (!curve.limit || curve.limitName.isEmpty())
        return;
    // At the end where no curve is yet, over or under the line, wherever there is room.
    const QFontMetrics words(painter.font());
    const QString text = QStringLiteral("%1 %2").arg(curve.limitName, curve.toText(*curve.limit));
    const double at = y(*curve.limit);
    const bool under = at - words.height() < box.top();
    painter.setPen(theme.mutedText);
    painter.drawText(QPointF(box.right() - words.horizontalAdvance(text),
                             under ? at + words.ascent() + 1 : at - words.descent() - 1),
                     text);
}

void StepStack::paintLabel(QPainter& painter, std::size_t lane) const
{
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    const StepCurve& curve = m_curves[lane];
    const QRect box(sizes.space(3), laneRect(lane).top(), plotRect().left() - sizes.space(5),
                    laneRect(lane).height());
    const QFont small = painter.font();
    QFont large = sizes.font(font(), Type::Body);
    large.setWeight(QFont::DemiBold);
    // Without a cursor the newest of each: not all lanes come at once.
    const int at = m_hovered >= 0 ? m_hovered : m_cursor >= 0 ? m_cursor : curve.values.lastStep();
    QString words = QStringLiteral("–");
    if (const auto value = curve.values.at(at)) {
        words = curve.toText(*value);
    } else if (const auto among = curve.values.around(at)) {
        words = curve.rangeText(*among);
        large = small;
        large.setWeight(QFont::DemiBold); // two values where one has room
    }
    const int both = QFontMetrics(small).height() + QFontMetrics(large).height();
    const int top = box.top() + std::max(0, (box.height() - both) / 2);
    painter.setPen(theme.mutedText);
    painter.drawText(QRect(box.left(), top, box.width(), QFontMetrics(small).height()),
                     int(Qt::AlignLeft) | Qt::AlignVCenter,
                     QFontMetrics(small).elidedText(curve.name, Qt::ElideRight, box.width()));
    painter.setPen(theme.text);
    painter.setFont(large);
    painter.drawText(QRect(box.left(), top + QFontMetrics(small).height(), box.width(),
                           QFontMetrics(large).height()),
                     int(Qt::AlignLeft) | Qt::AlignVCenter,
                     QFontMetrics(large).elidedText(words, Qt::ElideRight, box.width()));
    painter.setFont(small);
}

} // namespace gui
