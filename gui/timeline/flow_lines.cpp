#include "gui/timeline/flow_lines.h"

#include "gui/timeline/op_walk.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kFlowPen = 1.5; // pixels, as the rest
constexpr double kFlowRim = 2;
constexpr double kArrow = 7;
constexpr double kBow = 28;     // how far the line leaves the op to the right at most
constexpr double kOutside = 60; // beyond the plot, so that the bow leads there

// On the row of the op, at the end that is `time`; out of sight it stays near.
QPointF flowEnd(const ChromeView& view, const OpRef& op, Nanoseconds time)
{
    const QRect& plot = view.areas.plot;
    const double x = std::clamp(view.axis.x(time), -kOutside, view.axis.width + kOutside);
    return {plot.left() + x,
            plot.top() + view.layout.rowTop(op.slot, op.rank) - view.scroll
                + (view.layout.rowHeight - 2) / 2.0};
}

QPainterPath arrowAt(QPointF tip)
{
    QPainterPath arrow(tip);
    arrow.lineTo(tip + QPointF(-kArrow, -kArrow / 2));
    arrow.lineTo(tip + QPointF(-kArrow, kArrow / 2));
    arrow.closeSubpath();
    return arrow;
}

} // namespace

std::vector<FlowLine> flowsOf(const TrackData& track, const OpRef& op)
{
    if (!track.timeline)
        return {};
    const plan::Span* here = findSpan(*track.timeline, op.rank, op.op);
    if (!here)
        return {};
    std::vector<FlowLine> flows;
    if (const auto before = producer(track, op))
        if (const plan::Span* span = findSpan(*track.timeline, before->rank, before->op))
            flows.push_back({*before, op, span->end, here->start});
    if (const auto behind = consumer(track, op))
        if (const plan::Span* span = findSpan(*track.timeline, behind->rank, behind->op))
            flows.push_back({op, *behind, here->end, span->start});
    return flows;
}

void paintFlows(QPainter& painter, const ChromeView& view, const std::vector<FlowLine>& flows)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const FlowLine& flow : flows) {
        const LaidTrack* laid = view.layout.track(flow.from.slot);
        if (!laid || std::max(flow.from.rank, flow.to.rank) >= laid->ranks)
            continue;
        const QPointF from = flowEnd(view, flow.from, flow.sent);
        const QPointF to = flowEnd(view, flow.to, flow.received);
        // It leaves to the right and comes in from the left, however little time lies between.
        const double bow = std::clamp((to.x() - from.x()) / 2, kArrow, kBow);
        const QPointF neck = to - QPointF(kArrow - 1, 0);
        QPainterPath way(from);
        way.cubicTo(from + QPointF(bow, 0), neck - QPointF(bow, 0), neck);
        const QPainterPath arrow = arrowAt(to);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(view.theme.base, kFlowPen + kFlowRim, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(way);
        painter.drawPath(arrow);
        painter.setPen(QPen(view.theme.text, kFlowPen, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(way);
        painter.setPen(Qt::NoPen);
        painter.setBrush(view.theme.text);
        painter.drawPath(arrow);
        painter.drawEllipse(from, kArrow / 3, kArrow / 3);
    }
    painter.restore();
}

} // namespace gui
