#include "gui/timeline/inner_story.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/timeline_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kWheelDoubles = 240; // two notches
constexpr double kKeyZoom = 1.5;
constexpr int kPansPerRange = 8;
constexpr double kLeastDrag = 4; // pixels; less is a click that slipped

OpRef refOf(int slot, int rank, const plan::Span& span) { return {slot, rank, span.op}; }

} // namespace

TimelineCanvas::Hit TimelineCanvas::hitAt(QPointF position) const
{
    Hit hit;
    if (!m_areas.plot.contains(position.toPoint()))
        return hit;
    hit.time = axis().time(position.x() - m_areas.plot.left());
    const auto row = m_layout.rowAt(static_cast<int>(position.y()) - m_areas.plot.top() + m_scroll);
    if (!row)
        return hit;
    hit.slot = row->slot;
    hit.rank = row->rank;
    hit.memory = row->memory;
    hit.low = row->low;
    if (hit.memory)
        return hit;
    hit.span = spanAt(*m_tracks.at(row->slot)->timeline, row->rank, hit.time);
    return hit;
}

std::optional<GapRef> TimelineCanvas::gapOf(const Hit& hit) const
{
    if (hit.slot < 0 || hit.span || hit.memory)
        return {};
    const TrackData& track = *m_tracks.at(hit.slot);
    const auto& spans = track.timeline->spans[static_cast<std::size_t>(hit.rank)];
    const Nanoseconds end = !track.live ? endOf(track)
        : spans.empty()                 ? Nanoseconds{0}
                                        : spans.back().end;
    const auto range = gapAt(*track.timeline, hit.rank, hit.time, end);
    return range ? std::optional(GapRef{hit.slot, hit.rank, *range}) : std::nullopt;
}

void TimelineCanvas::setGap(std::optional<GapRef>& which, std::optional<GapRef> gap)
{
    if (which == gap)
        return;
    which = gap;
    update();
}

void TimelineCanvas::hoverAt(QPointF position)
{
    m_cursorX.reset();
    if (position.x() >= m_areas.plot.left() && position.x() <= m_areas.plot.right())
        m_cursorX = position.x() - m_areas.plot.left();
    const Hit hit = hitAt(position);
    m_state.setHovered(hit.span ? std::optional(refOf(hit.slot, hit.rank, *hit.span))
                                : std::nullopt);
    setGap(m_hoveredGap, gapOf(hit));
    update();
}

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(help->pos(), help->globalPos());
        return true;
    }
    return QWidget::event(event);
}

QStringList TimelineCanvas::storyOf(const Hit& hit) const
{
    if (hit.slot < 0)
        return {};
    const TrackData& track = *m_tracks.at(hit.slot);
    const TimeUnit unit = m_state.unit();
    if (hit.low)
        if (auto reduction = reductionStory(track, hit.rank, hit.time, unit); !reduction.isEmpty())
            return reduction;
    if (hit.span)
        return opStory(m_tracks, refOf(hit.slot, hit.rank, *hit.span), unit);
    if (hit.memory)
        return memoryStory(track, hit.rank, hit.time, unit);
    if (auto rerun = rerunStory(track, hit.rank, hit.time, unit); !rerun.isEmpty())
        return rerun;
    if (const auto gap = gapOf(hit))
        return gapStory(m_tracks, hit.slot, hit.rank, gap->range, unit);
    return tailStory(track, hit.rank, hit.time, unit);
}

void TimelineCanvas::showTip(const QPoint& position, const QPoint& globalPosition)
{
    QStringList lines = storyOf(hitAt(position));
    // Titles come from files: nothing in them may be taken for markup.
    for (QString& line : lines)
        line = line.toHtmlEscaped();
    if (!lines.isEmpty())
        lines.front() = QStringLiteral("<b>%1</b>").arg(lines.front());
    // Broken where the lines end, not wherever a narrow tip would.
    if (!lines.isEmpty())
        lines.front().prepend(QStringLiteral("<p style='white-space:pre'>"));
    QToolTip::showText(globalPosition, lines.join(QStringLiteral("<br>")), this,
                       QRect(position - QPoint(4, 4), QSize(9, 9)));
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const QPointF position = event->position();
    const QPoint angle = event->angleDelta();
    const int delta = angle.y() != 0 ? angle.y() : angle.x(); // Alt and Shift may turn the axis
    const bool overLabels = position.x() < m_areas.plot.left();
    if (event->modifiers() & Qt::AltModifier || overLabels) {
        setScroll(m_scroll - delta / 2);
    } else if (event->modifiers() & Qt::ShiftModifier || angle.y() == 0) {
        m_state.setVisible(
            axis().panned(-delta * m_areas.plot.width() / (120.0 * kPansPerRange)).range,
            ViewState::Motion::Glide);
    } else {
        const double factor = std::exp2(delta / kWheelDoubles);
        m_state.setVisible(axis().zoomed(factor, position.x() - m_areas.plot.left()).range,
                           ViewState::Motion::Glide);
    }
    hoverAt(position);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    const bool onRuler = m_areas.ruler.contains(event->position().toPoint());
    const bool left = event->button() == Qt::LeftButton;
    m_dragFrom = m_dragTo = event->position();
    m_dragRange = m_state.visible();
    m_state.settle();
    if (event->button() == Qt::MiddleButton || (left && event->modifiers() & Qt::ShiftModifier)) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    } else if (left && (onRuler || event->modifiers() & Qt::AltModifier)) {
        m_drag = Drag::ZoomTo;
    } else if (left) {
        const Hit hit = hitAt(event->position());
        m_state.setSelected(hit.span ? std::optional(refOf(hit.slot, hit.rank, *hit.span))
                                     : std::nullopt);
        setGap(m_selectedGap, gapOf(hit));
    }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_dragTo = event->position();
    if (m_drag == Drag::Pan) {
        const TimeAxis before{m_dragRange, double(m_areas.plot.width())};
        m_state.setVisible(before.panned(m_dragFrom.x() - m_dragTo.x()).range,
                           ViewState::Motion::Glide);
    }
    hoverAt(event->position());
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    m_state.settle();
    update();
    const double from = std::min(m_dragFrom.x(), event->position().x());
    const double to = std::max(m_dragFrom.x(), event->position().x());
    if (drag != Drag::ZoomTo || to - from < kLeastDrag)
        return;
    const auto timeAt = [this](double x) {
        return axis().time(std::clamp(x - m_areas.plot.left(), 0.0, double(m_areas.plot.width())));
    };
    const Nanoseconds begin = timeAt(from);
    m_state.setVisible({begin, std::max(begin + kShortestRange, timeAt(to))});
}

void TimelineCanvas::leaveEvent(QEvent*)
{
    m_cursorX.reset();
    m_state.setHovered({});
    setGap(m_hoveredGap, {});
    update();
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    const auto command = commandOf(*event);
    if (command)
        run(*command);
    event->setAccepted(command.has_value());
}

void TimelineCanvas::run(TimelineCommand command)
{
    const double x = m_cursorX.value_or(m_areas.plot.width() / 2.0);
    switch (command) {
    case TimelineCommand::ZoomIn:
        return m_state.zoom(kKeyZoom, axis().time(x));
    case TimelineCommand::ZoomOut:
        return m_state.zoom(1 / kKeyZoom, axis().time(x));
    case TimelineCommand::Earlier:
        return m_state.pan(-m_state.visible().length() / kPansPerRange);
    case TimelineCommand::Later:
        return m_state.pan(m_state.visible().length() / kPansPerRange);
    case TimelineCommand::RankAbove:
        return changeRank(-1);
    case TimelineCommand::RankBelow:
        return changeRank(1);
    case TimelineCommand::Focus:
        return focusOp();
    case TimelineCommand::FitAll:
        return m_state.fit();
    case TimelineCommand::Back:
        return m_state.goBack();
    case TimelineCommand::Forward:
        return m_state.goForward();
    case TimelineCommand::Deselect:
        m_marker.reset();
        setGap(m_selectedGap, {});
        m_state.setSelected({});
        return update();
    case TimelineCommand::Marker:
        if (m_cursorX)
            m_marker = axis().time(*m_cursorX);
        else if (const plan::Span* span = selectedSpan())
            m_marker = span->start;
        return update();
    case TimelineCommand::NextOp:
    case TimelineCommand::PreviousOp:
    case TimelineCommand::Consumer:
    case TimelineCommand::Producer:
        return walk(command);
    }
}

void TimelineCanvas::walk(TimelineCommand command)
{
    const auto& selected = m_state.selected();
    const auto track = selected ? m_tracks.find(selected->slot) : m_tracks.end();
    if (track == m_tracks.end() || !track->second->timeline)
        return select(firstInSight());
    std::optional<OpRef> to;
    if (command == TimelineCommand::NextOp)
        to = neighbour(*track->second, *selected, 1);
    else if (command == TimelineCommand::PreviousOp)
        to = neighbour(*track->second, *selected, -1);
    else if (command == TimelineCommand::Consumer)
        to = consumer(*track->second, *selected);
    else
        to = producer(*track->second, *selected);
    if (to)
        select(to);
}

void TimelineCanvas::changeRank(int by)
{
    const plan::Span* span = selectedSpan();
    if (!span)
        return select(firstInSight());
    int slot = m_state.selected()->slot;
    int rank = m_state.selected()->rank + by;
    auto laid = std::find_if(m_layout.tracks.begin(), m_layout.tracks.end(),
                             [slot](const LaidTrack& track) { return track.slot == slot; });
    if (rank < 0 || rank >= laid->ranks) { // into the track above or below
        const bool last
            = by < 0 ? laid == m_layout.tracks.begin() : laid + 1 == m_layout.tracks.end();
        if (last)
            return;
        laid += by;
        slot = laid->slot;
        rank = by < 0 ? laid->ranks - 1 : 0;
    }
    if (rank < 0 || rank >= laid->ranks)
        return;
    const Nanoseconds middle = span->start + (span->end - span->start) / 2;
    if (const plan::Span* near = spanNear(*m_tracks.at(slot)->timeline, rank, middle))
        select(refOf(slot, rank, *near));
}

void TimelineCanvas::select(std::optional<OpRef> op)
{
    m_state.setSelected(op);
    const plan::Span* span = selectedSpan();
    if (!span)
        return;
    const TimeRange visible = m_state.visible();
    if (span->end <= visible.begin || span->start >= visible.end)
        m_state.pan((span->start + span->end) / 2 - (visible.begin + visible.end) / 2);
    const int top = m_layout.rowTop(op->slot, op->rank);
    if (top < m_scroll)
        setScroll(top);
    else if (top + m_layout.rowHeight > m_scroll + m_areas.plot.height())
        setScroll(top + m_layout.rowHeight - m_areas.plot.height());
}

// The op under the pointer, else the one selected.
void TimelineCanvas::focusOp()
{
    const plan::Span* span = spanOf(m_state.hovered());
    if (!span)
        span = selectedSpan();
    if (span)
        m_state.fitItem({span->start, span->end});
}

void TimelineCanvas::describeSelected()
{
    QStringList lines;
    if (m_state.selected()) {
        setGap(m_selectedGap, {});
        lines = opStory(m_tracks, *m_state.selected(), m_state.unit());
    }
    setAccessibleDescription(lines.join(QStringLiteral(". "))); // read out on every step
    update();
}

std::optional<OpRef> TimelineCanvas::firstInSight() const
{
    for (const FrameRow& row : m_layout.visibleRows(m_scroll, m_areas.plot.height(), 1))
        if (const plan::Span* span
            = spanNear(*m_tracks.at(row.slot)->timeline, row.rank, m_state.visible().begin))
            return refOf(row.slot, row.rank, *span);
    return {};
}

const plan::Span* TimelineCanvas::selectedSpan() const { return spanOf(m_state.selected()); }

const plan::Span* TimelineCanvas::spanOf(const std::optional<OpRef>& op) const
{
    if (!op)
        return nullptr;
    const auto track = m_tracks.find(op->slot);
    if (track == m_tracks.end() || !track->second->timeline)
        return nullptr;
    return findSpan(*track->second->timeline, op->rank, op->op);
}

} // namespace gui
