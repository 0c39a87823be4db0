#include "gui/lanes/lane_paint.h"
#include "gui/lanes/play_lanes.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/op_walk.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kDotShare = 0.32; // of the letters' height: the radius of a message
constexpr double kHeadTitle = 0.2; // of the head's width
constexpr double kStretchVeil = 0.25;

// From the edge of one lane to that of the other.
std::pair<double, double> betweenLanes(const LaneRow& from, const LaneRow& to)
{
    return from.lane.top() < to.lane.top() ? std::pair(from.lane.bottom(), to.lane.top())
                                           : std::pair(from.lane.top(), to.lane.bottom());
}

} // namespace

void PlayLanes::paintHead(LanePaint& paint, const LaneLayout& laid, int slot) const
{
    const QRectF head = laid.heads[static_cast<std::size_t>(slot)];
    if (head.isEmpty())
        return;
    const double size = laid.letters;
    const Theme& theme = paint.theme();
    const QRectF strip = head.adjusted(0, 0.55 * size, 0, -0.05 * size);
    if (laid.dense)
        return paintHeadLine(paint, head.adjusted(size / 2, 0, -size / 2, 0), size, slot);
    const double title = kHeadTitle * strip.width();
    paint.text(strip.adjusted(size / 2, 0, title - strip.width() - size / 2, 0),
               Qt::AlignVCenter | Qt::AlignLeft, m_tracks[static_cast<std::size_t>(slot)].title,
               theme.text, 1.1 * size, true);
    if (m_isCovered || m_isRevealing)
        return;
    const auto all = facts(slot);
    const double width = (strip.width() - title) / double(all.size());
    QRectF cell(title, strip.top(), width, strip.height());
    for (const LaneFact& fact : all) {
        paint.text(cell.adjusted(0, 0, 0, -cell.height() / 2), Qt::AlignBottom | Qt::AlignLeft,
                   fact.name, theme.mutedText, 0.8 * size);
        paint.text(cell.adjusted(0, cell.height() / 2, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                   fact.value, theme.text, 0.95 * size, true);
        cell.translate(width, 0);
    }
}

// As many facts as there is room for, behind the title.
void PlayLanes::paintHeadLine(LanePaint& paint, const QRectF& line, double size, int slot) const
{
    const Theme& theme = paint.theme();
    QRectF rest = line;
    const auto write
        = [&](const QString& words, const QColor& colour, double height, bool isBold, double gap) {
              const double wide = paint.width(words, height, isBold);
              paint.text(rest, Qt::AlignVCenter | Qt::AlignLeft, words, colour, height, isBold);
              rest.setLeft(std::min(rest.right(), rest.left() + wide + gap));
          };
    write(m_tracks[static_cast<std::size_t>(slot)].title, theme.text, 1.1 * size, true, 1.5 * size);
    if (m_isCovered || m_isRevealing)
        return;
    for (const LaneFact& fact : facts(slot)) {
        if (paint.width(fact.name, 0.8 * size) + paint.width(fact.value, 0.95 * size, true) + size
            > rest.width())
            return;
        write(fact.name, theme.mutedText, 0.8 * size, false, size / 2);
        write(fact.value, theme.text, 0.95 * size, true, 1.5 * size);
    }
}

void PlayLanes::paintOps(LanePaint& paint, const LaneLayout& laid, const LaneRow& row) const
{
    const auto slot = static_cast<std::size_t>(row.slot);
    const plan::Timeline& timeline = *m_data[slot].timeline;
    const Nanoseconds now = m_clock.time();
    const bool isWhole = m_clock.isAtEnd();
    const plan::Placement& placement = m_data[slot].schedule->placement;
    for (const plan::Span& span : timeline.spans[static_cast<std::size_t>(row.rank)]) {
        const bool isToCome = !isWhole && span.start > now;
        if (isToCome && m_isRevealing)
            break;
        const BoxLook look = isWhole || span.end <= now ? BoxLook::Plain
            : isToCome                                  ? BoxLook::Pale
                                                        : BoxLook::Lit;
        paint.op(laid.box(row, {span.start, span.end}), span.op,
                 m_chunks[slot][static_cast<std::size_t>(span.op.stage)]
                     + placement.directionOf(span.op.microbatch),
                 look);
    }
    if (timeline.tails.empty())
        return;
    const plan::Tail& tail = timeline.tails[static_cast<std::size_t>(row.rank)];
    const auto part = [&](Nanoseconds begin, Nanoseconds end, Category category) {
        const bool isToCome = !isWhole && begin > now;
        if (end > begin && !(isToCome && m_isRevealing))
            paint.tail(laid.box(row, {begin, end}), category, isToCome);
    };
    part(tail.begin, tail.optimizerBegin, Category::Communication);
    part(tail.optimizerBegin, tail.end, Category::Optimizer);
}

void PlayLanes::paintLane(LanePaint& paint, const LaneLayout& laid, const LaneRow& row) const
{
    const auto slot = static_cast<std::size_t>(row.slot);
    const LaneTrack& track = m_tracks[slot];
    const plan::Timeline& timeline = *m_data[slot].timeline;
    paint.name(row.name, tr("rank %1").arg(row.rank), false);
    // What is no part of the step is no lane, unless nobody is to know yet.
    const bool tellsEnd = !m_isCovered && !m_isRevealing;
    paint.nothing(tellsEnd ? laid.box(row, {Nanoseconds{}, timeline.makespan}) : row.lane);
    if (m_isCovered)
        return;
    const Nanoseconds now = std::min(m_clock.time(), timeline.makespan);
    if (now.count() > 0)
        paint.idle(laid.box(row, {Nanoseconds{}, now}));
    paintOps(paint, laid, row);
    const int peak = track.planned->row().peakInFlight[static_cast<std::size_t>(row.rank)];
    paint.pile(row.pile, heldOn(timeline, row.rank, m_clock.time()), track.capOf(row.rank), peak);
}

void PlayLanes::paintMessages(QPainter& painter, LanePaint& paint, const LaneLayout& laid,
                              int slot) const
{
    const Nanoseconds now = m_clock.time();
    const double radius = kDotShare * laid.letters;
    for (const LaneMessage& message : messagesUnderWay(slot)) {
        const LaneRow* from = laid.find(slot, message.from);
        const LaneRow* to = laid.find(slot, message.to);
        if (!from || !to)
            continue;
        const auto [begin, end] = betweenLanes(*from, *to);
        const double whole = double((message.arrives - message.sent).count());
        const double share = whole > 0 ? double((now - message.sent).count()) / whole : 1;
        const QPointF start(laid.x(message.sent), begin);
        const QPointF stop(laid.x(message.arrives), end);
        painter.setPen(QPen(paint.theme().transfer, 1.5, Qt::DotLine));
        painter.drawLine(start, stop);
        painter.setPen(QPen(paint.theme().base, 1.5));
        painter.setBrush(paint.theme().transfer);
        painter.drawEllipse(start + (stop - start) * share, radius, radius);
    }
}

void PlayLanes::paintWalk(LanePaint& paint, const LaneLayout& laid) const
{
    if (!m_walk.isOn())
        return;
    const int slot = m_walk.origin()->slot;
    const LaneRow* row = laid.find(slot, m_walk.origin()->rank);
    if (!row)
        return;
    const QColor colour = paint.theme().accent;
    // An op waits from its begin on backwards, a bubble as long as it lasts.
    QRectF waits = laid.box(*row, m_walk.origin()->range);
    std::vector<QRectF> boxes;
    for (const plan::ChainLink& link : m_walk.walked()) {
        const LaneRow* other = laid.find(slot, link.rank);
        if (!other)
            return;
        const QRectF box = laid.box(*other, {link.start, link.end});
        const bool ofBubble = boxes.empty() && !m_walk.origin()->op;
        const double to = ofBubble ? waits.right() : waits.left() + 1;
        boxes.push_back(box);
        paint.frame(box, colour);
        // On one rank it stands right before it; from another its output comes over.
        if (other != row) {
            const auto [from, into] = betweenLanes(*other, *row);
            paint.arrow({box.right() - 1, from}, {to, into}, colour);
        }
        waits = box;
        row = other;
    }
}

void PlayLanes::paintSelected(QPainter& painter, LanePaint& paint, const LaneLayout& laid) const
{
    const QColor accent = paint.theme().accent;
    if (const auto& area = m_state.area()) {
        for (const LaneRow& row : laid.rows) {
            if (!area->holds(row.rank))
                continue;
            const QRectF box = laid.box(row, area->range);
            QColor veil = accent;
            veil.setAlphaF(float(kStretchVeil));
            painter.fillRect(box, veil);
            paint.frame(box, accent);
        }
        if (const LaneRow* row = laid.find(0, area->firstRank)) {
            const QRectF box = laid.box(*row, area->range);
            paint.label({box.center().x(), box.top() - 1}, laneTime(area->range.length(), m_unit),
                        accent, rect());
        }
    }
    if (const auto& gap = m_state.gap())
        if (const LaneRow* row = laid.find(gap->slot, gap->rank))
            paint.frame(laid.box(*row, gap->range), accent);
    if (const auto& op = m_state.selected())
        if (const QRectF box = boxOf(*op); !box.isEmpty())
            paint.frame(box, accent);
    if (hasFocus() && m_ring && m_ring != m_state.selected())
        if (const QRectF box = boxOf(*m_ring); !box.isEmpty())
            paint.frame(box, accent, Qt::DotLine);
}

// Over the lanes of each track, and not over what stands between those.
void PlayLanes::paintCursor(QPainter& painter, LanePaint& paint, const LaneLayout& laid) const
{
    const double x = laid.x(m_clock.time());
    const QColor accent = paint.theme().accent;
    for (std::size_t slot = 0; slot < m_tracks.size(); ++slot) {
        const LaneRow* first = laid.find(int(slot), 0);
        const LaneRow* last = laid.find(int(slot), m_tracks[slot].ranks() - 1);
        if (first && last)
            paint.moment(x, first->pile.top(), last->lane.bottom() + 2, accent, Qt::SolidLine);
    }
    const double handle = laid.labels.bottom() - 0.1 * laid.letters;
    painter.setBrush(accent);
    painter.setPen(QPen(paint.theme().base, 1));
    painter.drawEllipse(QPointF(x, handle), 0.32 * laid.letters, 0.32 * laid.letters);
}

void PlayLanes::paintGuess(LanePaint& paint, const LaneLayout& laid) const
{
    if (!m_guess)
        return;
    const QColor colour = paint.theme().predicted;
    if (!m_guess->isStretch) {
        const double x = std::min(laid.x(m_guess->range.begin), laid.plot.right());
        paint.moment(x, laid.plot.top(), laid.plot.bottom(), colour, Qt::DashLine);
        paint.label({x, laid.plot.top()}, m_guess->label, colour, rect());
        return;
    }
    for (std::size_t slot = 0; slot < m_tracks.size(); ++slot)
        if (const LaneRow* row = laid.find(int(slot), m_guess->rank)) {
            const QRectF box = laid.box(*row, m_guess->range);
            paint.frame(box, colour, Qt::DashLine);
            paint.label({box.center().x(), box.top() - 1}, m_guess->label, colour, rect());
        }
}

void PlayLanes::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const LaneLayout laid = layout();
    LanePaint paint(painter, palette(), laid.letters);
    painter.fillRect(rect(), paint.theme().base);
    paint.axis(laid.plot, laid.labels, laid.axis, m_unit);
    for (std::size_t slot = 0; slot < m_tracks.size(); ++slot)
        paintHead(paint, laid, int(slot));
    for (const LaneRow& row : laid.rows)
        paintLane(paint, laid, row);
    paintSelected(painter, paint, laid);
    if (!m_isCovered) {
        paintCursor(painter, paint, laid);
        for (std::size_t slot = 0; slot < m_tracks.size() && !m_clock.isAtEnd(); ++slot)
            paintMessages(painter, paint, laid, int(slot));
        paintWalk(paint, laid);
    }
    paintGuess(paint, laid);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(paint.theme().accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace gui
