// What the mouse, the wheel and the keys do to a canvas, and what it says of what they point at.

#include "gui/timeline/timeline_canvas.h"

#include "gui/timeline/marker_marks.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/timeline_access.h"

#include <QHelpEvent>
#include <QMenu>
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

void TimelineCanvas::setHoveredGap(std::optional<GapRef> gap)
{
    if (std::exchange(m_hoveredGap, gap) != gap)
        update();
}

void TimelineCanvas::hoverAt(QPointF position)
{
    m_cursorX.reset();
    if (position.x() >= m_scene.areas().plot.left() && position.x() <= m_scene.areas().plot.right())
        m_cursorX = position.x() - m_scene.areas().plot.left();
    const TimelineHit hit = m_scene.hitAt(position);
    m_pointedLabel = m_scene.rankOfLabelAt(position);
    m_pointedRow = hit.slot >= 0 ? std::optional(hit.rank) : m_pointedLabel;
    m_state.setHovered(m_scene.opOf(hit));
    setHoveredGap(m_scene.gapOf(hit));
    update();
}

LegendHit TimelineCanvas::legendHitAt(const QPoint& position) const
{
    return legendAt(chromeView(), fontMetrics(), position);
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
    if (const auto rank = m_scene.rankOfLabelAt(position))
        lines = m_scene.foldStory(*rank);
    if (const auto rank = m_scene.rankOfLabelAt(position);
        rank && position.x() < m_scene.areas().labels.left() + pinWidth())
        lines = QStringList(m_scene.layout().isPinned(*rank)
                                ? tr("Unpin rank %1 (Shift+P)").arg(*rank)
                                : tr("Pin rank %1 to the top (Shift+P)").arg(*rank));
    if (const QString tip = legendHitAt(position).tip; !tip.isEmpty())
        lines = tip.split(QLatin1Char('\n'));
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
        pressLeft(event->position());
    }
}

void TimelineCanvas::pressLeft(QPointF position)
{
    if (const LegendHit legend = legendHitAt(position.toPoint()); legend.category)
        m_state.setHidden(*legend.category,
                          !m_state.hidden()[static_cast<std::size_t>(*legend.category)]);
    else if (legend.isRest)
        openLegendMenu(position.toPoint());
    else if (const auto label = m_scene.rankOfLabelAt(position);
             label && position.x() < m_scene.areas().labels.left() + pinWidth())
        togglePin(label);
    else if (label)
        toggleFold(label);
    else if (m_area.press(position))
        m_drag = Drag::Area;
    else
        selectAt(position);
}

void TimelineCanvas::openLegendMenu(const QPoint& position)
{
    auto* menu = new QMenu(this);
    menu->setAccessibleName(tr("Categories of the timeline"));
    for (const auto& [category, label] : legendCategories(chromeView())) {
        QAction* action = menu->addAction(tr("Fade %1").arg(label));
        action->setCheckable(true);
        action->setChecked(m_state.hidden()[static_cast<std::size_t>(category)]);
        connect(action, &QAction::toggled, this,
                [this, which = category](bool hides) { m_state.setHidden(which, hides); });
    }
    connect(menu, &QMenu::aboutToHide, menu, &QObject::deleteLater);
    menu->popup(mapToGlobal(position));
}

void TimelineCanvas::togglePin(std::optional<int> rank)
{
    if (rank)
        m_state.setPinned(*rank, !m_scene.layout().isPinned(*rank));
}

void TimelineCanvas::toggleFold(std::optional<int> rank)
{
    const auto& unfolded = m_state.unfolded();
    if (rank && m_scene.peersAt(*rank) > 1)
        m_state.setUnfolded(*rank, !std::binary_search(unfolded.begin(), unfolded.end(), *rank));
}

std::optional<int> TimelineCanvas::rankAsked() const
{
    if (m_pointedRow)
        return m_pointedRow;
    return m_state.selected() ? std::optional(m_state.selected()->rank) : std::nullopt;
}

void TimelineCanvas::selectAt(QPointF position)
{
    const TimelineHit hit = m_scene.hitAt(position);
    m_state.setSelected(m_scene.opOf(hit));
    m_state.setGap(m_scene.gapOf(hit));
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_dragTo = event->position();
    if (m_drag == Drag::Pan) {
        const TimeAxis before{m_dragRange, double(m_scene.areas().plot.width())};
        m_state.setVisible(before.panned(m_dragFrom.x() - m_dragTo.x()).range,
                           ViewState::Motion::Glide);
    } else if (m_drag == Drag::Area && (m_dragTo - m_dragFrom).manhattanLength() >= kLeastDrag) {
        m_area.move(m_dragTo);
    }
    hoverAt(event->position());
    if (m_drag == Drag::None)
        showCursorAt(event->position());
}

void TimelineCanvas::showCursorAt(QPointF position)
{
    switch (m_area.edgeAt(position)) {
    case AreaGesture::Edge::Begin:
    case AreaGesture::Edge::End:
        return setCursor(Qt::SizeHorCursor);
    case AreaGesture::Edge::First:
    case AreaGesture::Edge::Last:
        return setCursor(Qt::SizeVerCursor);
    case AreaGesture::Edge::None:
        return unsetCursor();
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_dragTo = event->position();
    m_area.release();
    m_state.settle();
    showCursorAt(m_dragTo);
    update();
    const bool slipped = (m_dragTo - m_dragFrom).manhattanLength() < kLeastDrag;
    if (drag == Drag::Area && slipped)
        selectAt(m_dragFrom);
    if (drag == Drag::ZoomTo && !slipped)
        zoomToDragged();
    else if (drag == Drag::ZoomTo)
        if (const int marker
            = markerAt(chromeView(), fontMetrics(), m_navigator.markers(), m_dragFrom.toPoint()))
            m_navigator.selectMarker(marker);
}

void TimelineCanvas::zoomToDragged()
{
    const double from = std::min(m_dragFrom.x(), m_dragTo.x());
    const double to = std::max(m_dragFrom.x(), m_dragTo.x());
    const auto timeAt = [this](double x) {
        return m_scene.axis().time(
            std::clamp(x - m_scene.areas().plot.left(), 0.0, double(m_scene.areas().plot.width())));
    };
    if (to - from < kLeastDrag)
        return;
    const Nanoseconds begin = timeAt(from);
    m_state.setVisible({begin, std::max(begin + kShortestRange, timeAt(to))});
}

void TimelineCanvas::leaveEvent(QEvent*)
{
    m_cursorX.reset();
    m_pointedLabel.reset();
    m_pointedRow.reset();
    m_state.setHovered({});
    setHoveredGap({});
    update();
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    const auto command = commandOf(*event);
    if (command == TimelineCommand::Pin)
        togglePin(rankAsked());
    else if (command == TimelineCommand::Fold)
        toggleFold(rankAsked());
    else if (command)
        m_navigator.run(*command, m_cursorX);
    event->setAccepted(command.has_value());
}

void TimelineCanvas::describeSelected()
{
    QStringList lines;
    if (m_state.selected())
        lines = opStory(m_scene.tracks(), *m_state.selected(), m_state.unit());
    else if (m_state.gap())
        lines = m_scene.storyOf(*m_state.gap());
    followFlows();
    setAccessibleDescription(lines.join(QStringLiteral(". "))); // read out on every step
    tellSelected(*this);
    update();
}

} // namespace gui
