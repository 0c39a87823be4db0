// What the mouse, the wheel and the keys do to a canvas, and what it says of what they point at.

#include "gui/timeline/timeline_canvas.h"

#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {
namespace {

constexpr double kWheelDoubles = 240; // two notches
constexpr double kLeastDrag = 4;      // pixels; less is a click that slipped

} // namespace

void TimelineCanvas::setGap(std::optional<GapRef>& which, std::optional<GapRef> gap)
{
    if (std::exchange(which, gap) != gap)
        update();
}

void TimelineCanvas::hoverAt(QPointF position)
{
    m_cursorX.reset();
    if (position.x() >= m_scene.areas().plot.left() && position.x() <= m_scene.areas().plot.right())
        m_cursorX = position.x() - m_scene.areas().plot.left();
    const TimelineHit hit = m_scene.hitAt(position);
    m_state.setHovered(hit.span ? std::optional(refOf(hit.slot, hit.rank, *hit.span))
                                : std::nullopt);
    setGap(m_hoveredGap, m_scene.gapOf(hit));
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

void TimelineCanvas::showTip(const QPoint& position, const QPoint& globalPosition)
{
    QStringList lines = m_scene.storyOf(m_scene.hitAt(position));
    if (lines.isEmpty())
        lines = m_scene.headerStoryAt(position);
    // Titles come from files: nothing in them may be taken for markup.
    for (QString& line : lines)
        line = line.toHtmlEscaped();
    if (!lines.isEmpty())
        lines.front() = QStringLiteral("<b>%1</b>").arg(lines.front());
    // Broken where the lines end, not wherever a narrow tip would.
    if (!lines.isEmpty())
        lines.front().prepend(QStringLiteral("<p style='white-space:pre'>"));
    // Qt hides the tip once the pointer leaves this rectangle; the next op may begin close by.
    QToolTip::showText(globalPosition, lines.join(QStringLiteral("<br>")), this,
                       QRect(position - QPoint(4, 4), QSize(9, 9)));
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const QPointF position = event->position();
    const QPoint angle = event->angleDelta();
    const int delta = angle.y() != 0 ? angle.y() : angle.x(); // Alt and Shift may turn the axis
    const bool overLabels = position.x() < m_scene.areas().plot.left();
    if (event->modifiers() & Qt::AltModifier || overLabels) {
        setScroll(m_scene.scroll() - delta / 2);
    } else if (event->modifiers() & Qt::ShiftModifier || angle.y() == 0) {
        m_state.setVisible(
            m_scene.axis()
                .panned(-delta * m_scene.areas().plot.width() / (120.0 * kPansPerRange))
                .range,
            ViewState::Motion::Glide);
    } else {
        const double factor = std::exp2(delta / kWheelDoubles);
        m_state.setVisible(
            m_scene.axis().zoomed(factor, position.x() - m_scene.areas().plot.left()).range,
            ViewState::Motion::Glide);
    }
    // The pointer stands still, but something else is under it now.
    hoverAt(position);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    const bool onRuler = m_scene.areas().ruler.contains(event->position().toPoint());
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
        const TimelineHit hit = m_scene.hitAt(event->position());
        m_state.setSelected(hit.span ? std::optional(refOf(hit.slot, hit.rank, *hit.span))
                                     : std::nullopt);
        setGap(m_selectedGap, m_scene.gapOf(hit));
    }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_dragTo = event->position();
    if (m_drag == Drag::Pan) {
        const TimeAxis before{m_dragRange, double(m_scene.areas().plot.width())};
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
        return m_scene.axis().time(
            std::clamp(x - m_scene.areas().plot.left(), 0.0, double(m_scene.areas().plot.width())));
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
        m_navigator.run(*command, m_cursorX);
    event->setAccepted(command.has_value());
}

void TimelineCanvas::describeSelected()
{
    QStringList lines;
    if (m_state.selected()) {
        setGap(m_selectedGap, {});
        lines = opStory(m_scene.tracks(), *m_state.selected(), m_state.unit());
    }
    setAccessibleDescription(lines.join(QStringLiteral(". "))); // read out on every step
    update();
}

} // namespace gui
