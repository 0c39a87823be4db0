#include "gui/timeline/order_overlay.h"

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

constexpr float kStretchVeil = 0.20F;
constexpr float kHeldVeil = 0.75F;
constexpr double kFence = 2; // pixels of scale 1

} // namespace

OrderOverlay::OrderOverlay(const TimelineScene& scene, QWidget* canvas)
    : QWidget(canvas)
    , m_scene(scene)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void OrderOverlay::setAllowed(std::optional<OrderStretch> stretch)
{
    m_allowed = stretch;
    refresh();
}

void OrderOverlay::setHeld(std::optional<HeldOp> held)
{
    m_held = std::move(held);
    refresh();
}

// There only while it has something to draw, so that the canvas is painted without it.
void OrderOverlay::refresh()
{
    setGeometry(parentWidget()->rect());
    setVisible(m_allowed || m_held);
    update();
}

void OrderOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    const QRect plot = m_scene.areas().plot;
    painter.setClipRect(plot);
    if (m_allowed && m_scene.layout().track(OrderGesture::kOrderSlot)) {
        const TimeAxis axis = m_scene.axis();
        const QColor colour = m_allowed->isRefused ? theme.warning : theme.accent;
        const int top = plot.top() - m_scene.scroll()
            + m_scene.layout().rowTop(OrderGesture::kOrderSlot, m_allowed->rank);
        const double left = plot.left() + axis.x(m_allowed->range.begin);
        const double right = plot.left() + axis.x(m_allowed->range.end);
        const QRectF row(left, top, std::max(1.0, right - left), m_scene.layout().rowHeight);
        QColor veil = colour;
        veil.setAlphaF(kStretchVeil);
        painter.fillRect(row, veil);
        const int fence = metrics().px(kFence);
        painter.fillRect(QRectF(row.left() - fence, row.top(), fence, row.height()), colour);
        painter.fillRect(QRectF(row.right(), row.top(), fence, row.height()), colour);
    }
    if (!m_held)
        return;
    QColor ground = theme.base;
    ground.setAlphaF(kHeldVeil);
    painter.fillRect(m_held->box, ground);
    painter.setPen(QPen(m_allowed && m_allowed->isRefused ? theme.warning : theme.accent,
                        metrics().px(kFence), Qt::DashLine));
    painter.drawRect(m_held->box);
    painter.setPen(theme.text);
    painter.setFont(metrics().font(font(), Type::Small));
    painter.drawText(m_held->box, Qt::AlignCenter | Qt::TextDontClip, m_held->text);
}

} // namespace gui
