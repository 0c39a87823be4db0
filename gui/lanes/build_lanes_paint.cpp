#include "gui/lanes/build_lanes.h"
#include "gui/lanes/lane_paint.h"
#include "gui/lanes/lane_track.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gui {
namespace {

constexpr double kShakes = 3;

} // namespace

// Back to its place from where it was let go, swinging less and less.
QPoint BuildLanes::shakeOf(const Box& box) const
{
    if (!isShaking() || m_refusedOp != box.op)
        return {};
    const double time = m_shake.currentValue().toDouble();
    const double swing = std::sin(time * kShakes * 2 * std::numbers::pi) * (1 - time);
    return QPoint(int(m_refusedAway.x() * (1 - time) + swing * 0.5 * letters()),
                  int(m_refusedAway.y() * (1 - time)));
}

void BuildLanes::paintBox(LanePaint& paint, const Box& box, QPoint offset) const
{
    const QRectF place = box.place.translated(offset);
    const bool isFaint = !box.at && m_help != BuildHelp::Errors && !box.isReady;
    const int chunk = m_chunks[std::size_t(box.op.stage)]
        + m_board.schedule().placement.directionOf(box.op.microbatch);
    paint.op(place, box.op, chunk,
             box.isHeldUp  ? BoxLook::HeldUp
                 : isFaint ? BoxLook::Pale
                           : BoxLook::Plain);
    const bool isNext = m_help == BuildHelp::Next && !box.at && m_board.next() == box.op;
    const Theme& theme = paint.theme();
    if (m_refusedOp == box.op)
        paint.frame(place.adjusted(-2, -2, 2, 2), theme.error);
    else if (hasFocus() && m_ringed == box.op)
        paint.frame(place.adjusted(-2, -2, 2, 2), theme.accent);
    else if (isNext)
        paint.frame(place.adjusted(-2, -2, 2, 2), theme.good, Qt::DashLine);
}

void BuildLanes::paintLane(LanePaint& paint, int rank) const
{
    const int top = laneTop(rank);
    const QRectF lane(nameWidth(), top, axis().width, laneHeight());
    const double names = nameWidth() - letters() / 2.0;
    paint.nothing(lane);
    const auto& timeline = m_board.runnable().timeline;
    const auto& spans = timeline.spans[std::size_t(rank)];
    const plan::Nanoseconds until = spans.empty() ? plan::Nanoseconds{} : spans.back().end;
    if (until.count() > 0)
        paint.idle({lane.left(), lane.top(), axis().x(until), lane.height()});
    paint.name({0, double(top), names, lane.height()}, tr("rank %1").arg(rank), false);
    // What is held behind all that is laid; and the most on the way there, of what may be.
    const int cap = m_board.capOf(rank);
    const QRectF pile(lane.left(), top - pileHeightFor(letters()), lane.width(),
                      pileHeightFor(letters()));
    paint.pile(pile, heldOn(timeline, rank, until), cap, cap);
    paint.name({0, pile.top(), names, pile.height()},
               cap > 0 ? tr("%1 of %2").arg(m_board.peakOn(rank)).arg(cap)
                       : QString::number(m_board.peakOn(rank)),
               true);
}

void BuildLanes::paintRefusal(LanePaint& paint) const
{
    const Box* box = find(m_refusedOp);
    if (!box || m_refusal.isEmpty())
        return;
    const double below = box->place.bottom() + 2.0 * letters();
    paint.label({double(box->place.center().x()), below}, m_refusal, paint.theme().error,
                QRectF(rect()).adjusted(2, 0, -2, 0));
}

void BuildLanes::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    LanePaint paint(painter, palette(), letters());
    painter.fillRect(rect(), paint.theme().base);
    const LaneUnit unit = m_unit.count() > 0 ? LaneUnit(m_unit) : LaneUnit();
    const double axisBottom = laneTop(0) - pileHeightFor(letters());
    const QRectF labels(nameWidth(), 0, axis().width, axisBottom);
    const double bottom = laneTop(ranks() - 1) + laneHeight();
    paint.axis({labels.left(), axisBottom, labels.width(), bottom - axisBottom}, labels, axis(),
               unit);
    for (int rank = 0; rank < ranks(); ++rank)
        paintLane(paint, rank);
    const bool moves = m_drag && m_drag->isMoving;
    for (const Box& box : m_boxes)
        if (!moves || box.op != m_drag->box.op)
            paintBox(paint, box, shakeOf(box));
    if (moves) {
        const double above = letters() / 3.0;
        for (const int x : markedPlaces())
            painter.fillRect(QRectF(x - metrics().px(1.5), laneTop(m_drag->box.rank) - above,
                                    metrics().px(3), laneHeight() + 2 * above),
                             paint.theme().good);
        paintBox(paint, m_drag->box, m_drag->now - m_drag->from);
    }
    paintRefusal(paint);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(paint.theme().accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace gui
