#include "gui/cluster/device_view.h"

#include "gui/cluster/device_look.h"
#include "gui/cluster/place_words.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kLargestFit = 120; // side of a device that is not zoomed, in pixels of scale 1
constexpr double kLargestSide = 240;
constexpr double kViewZoomStep = 1.25;

QFont smallFont(const QWidget& widget) { return metrics().font(widget.font(), Type::Small); }

} // namespace

DeviceView::DeviceView(ClusterState& state, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_state(state)
{
    installPaintedParts();
    setAccessibleName(tr("Devices by node"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    connect(&state, &ClusterState::factsChanged, this, [this] {
        m_means.clear();
        layOut();
    });
    connect(&state, &ClusterState::metricChanged, this, [this] {
        m_means.clear();
        viewport()->update();
    });
    connect(&state, &ClusterState::litChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&state, &ClusterState::selectedChanged, this, &DeviceView::describe);
    for (QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()})
        bar->setAccessibleName(tr("Devices in sight"));
    layOut();
}

int DeviceView::devices() const
{
    return m_state.reason().isEmpty() ? static_cast<int>(m_state.map().devices()) : 0;
}

QString DeviceView::partName(int device) const { return deviceSentence(m_state.facts(), device); }

QString DeviceView::partDescription(int device) const
{
    return valueLines(m_state.facts(), device).join(QStringLiteral("; "));
}

QSize DeviceView::minimumSizeHint() const { return {metrics().px(240), metrics().px(160)}; }

void DeviceView::layOut()
{
    const double margin = metrics().space(4);
    const QSizeF room(std::max(1.0, viewport()->width() - 2 * margin),
                      std::max(1.0, viewport()->height() - 2 * margin));
    if (m_state.reason().isEmpty()) {
        const double text = QFontMetricsF(smallFont(*this)).height() + metrics().space(1);
        const double side = m_side > 0
            ? m_side
            : NodeLayout::sideThatFits(m_state.map(), room, metrics().px(kLargestFit), text);
        m_layout = NodeLayout(m_state.map(), side, room.width(), text);
        const QSizeF all = m_layout.size();
        horizontalScrollBar()->setRange(0, static_cast<int>(std::ceil(all.width() - room.width())));
        verticalScrollBar()->setRange(0, static_cast<int>(std::ceil(all.height() - room.height())));
        horizontalScrollBar()->setPageStep(static_cast<int>(room.width()));
        verticalScrollBar()->setPageStep(static_cast<int>(room.height()));
        horizontalScrollBar()->setSingleStep(static_cast<int>(std::ceil(side)));
        verticalScrollBar()->setSingleStep(static_cast<int>(std::ceil(side)));
    }
    describe();
    viewport()->update();
}

// What is smaller than the viewport stands in its middle.
QPointF DeviceView::origin() const
{
    const QSizeF all = m_layout.size();
    const double margin = metrics().space(4);
    const double left = std::max(margin, (viewport()->width() - all.width()) / 2);
    const double top = std::max(margin, (viewport()->height() - all.height()) / 2);
    return {std::floor(left) - horizontalScrollBar()->value(),
            std::floor(top) - verticalScrollBar()->value()};
}

QRect DeviceView::placeOf(int device) const
{
    return m_layout.deviceBox(device).translated(origin()).toAlignedRect();
}

int DeviceView::deviceAt(QPoint place) const
{
    return m_state.reason().isEmpty() ? m_layout.deviceAt(place - origin()) : -1;
}

void DeviceView::zoom(double factor, QPointF around)
{
    if (!m_state.reason().isEmpty())
        return;
    const QPointF before = around - origin();
    const double old = m_layout.side();
    m_side = std::clamp(old * factor, 1.0, metrics().px(kLargestSide) * 1.0);
    layOut();
    // Nodes may stand in other rows now, so that this holds roughly.
    const double grown = m_layout.side() / old;
    const QPointF after = before * grown + origin();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value()
                                    + static_cast<int>(after.x() - around.x()));
    verticalScrollBar()->setValue(verticalScrollBar()->value()
                                  + static_cast<int>(after.y() - around.y()));
}

void DeviceView::fit()
{
    m_side = 0;
    layOut();
}

void DeviceView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Theme& theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.base);
    if (const QString reason = m_state.reason(); !reason.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, reason);
    } else {
        painter.save();
        painter.translate(origin());
        const QRectF sight = QRectF(viewport()->rect()).translated(-origin());
        paintNodes(painter, sight);
        paintGroups(painter, sight);
        painter.restore();
    }
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

// To the nearest device in that direction.
void DeviceView::moveSelection(QPoint direction)
{
    const int from = m_state.selected();
    if (from < 0) {
        m_state.setSelected(0);
        return;
    }
    const QRectF all(QPointF(), m_layout.size());
    const QRectF box = m_layout.deviceBox(from);
    const double step = std::max(1.0, m_layout.side() / 4);
    for (QPointF at = box.center(); all.contains(at); at += QPointF(direction) * step) {
        const int device = m_layout.deviceAt(at);
        if (device >= 0 && !m_layout.deviceBox(device).contains(box.center())) {
            m_state.setSelected(device);
            return;
        }
    }
}

void DeviceView::keyPressEvent(QKeyEvent* event)
{
    const QPointF middle = QRectF(viewport()->rect()).center();
    switch (event->key()) {
    case Qt::Key_Left:
        return moveSelection({-1, 0});
    case Qt::Key_Right:
        return moveSelection({1, 0});
    case Qt::Key_Up:
        return moveSelection({0, -1});
    case Qt::Key_Down:
        return moveSelection({0, 1});
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_W:
        return zoom(kViewZoomStep, middle);
    case Qt::Key_Minus:
    case Qt::Key_S:
        return zoom(1 / kViewZoomStep, middle);
    case Qt::Key_0:
    case Qt::Key_Home:
    case Qt::Key_F:
        return fit();
    case Qt::Key_Escape:
        return m_state.setSelected(-1);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void DeviceView::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & (Qt::ShiftModifier | Qt::AltModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    constexpr double kNotch = 120;
    zoom(std::pow(kViewZoomStep, event->angleDelta().y() / kNotch), event->position());
    event->accept();
}

void DeviceView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    m_scrolledFrom = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
    m_dragging = false;
}

void DeviceView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        m_state.setHovered(deviceAt(event->pos()));
        return;
    }
    const QPoint moved = event->pos() - m_pressed;
    m_dragging = m_dragging || moved.manhattanLength() >= QApplication::startDragDistance();
    if (m_dragging) {
        horizontalScrollBar()->setValue(m_scrolledFrom.x() - moved.x());
        verticalScrollBar()->setValue(m_scrolledFrom.y() - moved.y());
    }
}

void DeviceView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !std::exchange(m_dragging, false))
        m_state.setSelected(deviceAt(event->pos()));
}

bool DeviceView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        m_state.setHovered(-1);
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int device = deviceAt(help->pos());
    QToolTip::showText(
        help->globalPos(),
        device < 0 ? QString()
                   : plainTip(deviceSentence(m_state.facts(), device) + QLatin1Char('\n')
                              + valueLines(m_state.facts(), device).join(QLatin1Char('\n'))),
        viewport());
    return true;
}

void DeviceView::resizeEvent(QResizeEvent*) { layOut(); }

void DeviceView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

void DeviceView::focusInEvent(QFocusEvent*) { viewport()->update(); }
void DeviceView::focusOutEvent(QFocusEvent*) { viewport()->update(); }

void DeviceView::describe()
{
    const int device = m_state.selected();
    setAccessibleDescription(device < 0 || !m_state.reason().isEmpty()
                                 ? m_state.reason()
                                 : deviceSentence(m_state.facts(), device));
    if (device >= 0 && m_state.reason().isEmpty() && hasFocus()) {
        tellCurrentPart(*this);
        const QRect place = placeOf(device);
        const int margin = metrics().space(4);
        const QRect room = viewport()->rect().adjusted(margin, margin, -margin, -margin);
        verticalScrollBar()->setValue(verticalScrollBar()->value()
                                      + std::max(0, place.bottom() - room.bottom())
                                      + std::min(0, place.top() - room.top()));
    }
    viewport()->update();
}

} // namespace gui
