#include "gui/layers/layer_strip.h"

#include "gui/layers/layer_look.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kBarHeight = 36; // pixels of scale 1, as are those below
constexpr double kEndWidth = 52;  // of the embedding, and of the loss
constexpr double kReach = 6;      // to either side of a boundary
constexpr double kLeastTicks = 5; // of a layer, below which they are not parted
constexpr double kGrip = 3;
constexpr double kHandle = 9; // of the boundary that is chosen

} // namespace

LayerStrip::LayerStrip(LayerEdit& edit, QWidget* parent)
    : QWidget(parent)
    , m_edit(edit)
{
    installPaintedParts();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Boundaries between the stages"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&edit, &LayerEdit::changed, this, &LayerStrip::refresh);
    refresh();
}

QSize LayerStrip::sizeHint() const
{
    const Metrics sizes = metrics();
    return {sizes.px(400), sizes.px(kBarHeight) + sizes.space(4)};
}

void LayerStrip::refresh()
{
    const int last = m_edit.cut() ? m_edit.cut()->stages() - 2 : -1;
    m_boundary = std::min(last, std::max(m_boundary, std::min(0, last)));
    describe();
    update();
}

void LayerStrip::setBoundary(int after)
{
    if (!m_edit.cut())
        return;
    m_boundary
        = std::clamp(after, std::min(0, m_edit.cut()->stages() - 2), m_edit.cut()->stages() - 2);
    describe();
    update();
}

// Read out on every step.
void LayerStrip::describe()
{
    setAccessibleDescription(m_boundary < 0 || !m_edit.cut() ? QString() : partName(m_boundary));
    tellCurrentPart(*this);
}

QString LayerStrip::partName(int after) const
{
    return tr("Between %1 and %2")
        .arg(stageWords(*m_edit.cut(), after), stageWords(*m_edit.cut(), after + 1));
}

QRect LayerStrip::partPlace(int after) const
{
    const double reach = metrics().px(kReach);
    return QRectF(boundaryX(after) - reach, 0, 2 * reach, height()).toAlignedRect();
}

double LayerStrip::layerWidth() const
{
    const auto layers = m_edit.cut() ? m_edit.cut()->layers() : 1;
    const double ends = 2.0 * (metrics().px(kEndWidth) + metrics().space(2));
    return std::max(1.0, (width() - ends) / static_cast<double>(std::max(1LL, layers)));
}

QRectF LayerStrip::stageBox(int stage) const
{
    const Metrics sizes = metrics();
    const LayerCut& cut = *m_edit.cut();
    const double begin = sizes.space(2) + sizes.px(kEndWidth);
    const auto edge = [&](int before) {
        return begin + static_cast<double>(cut.layersBefore(before)) * layerWidth();
    };
    const double left = stage == 0 ? sizes.space(2) : edge(stage);
    const double right = stage + 1 == cut.stages() ? width() - sizes.space(2) : edge(stage + 1);
    return {left, double(sizes.space(2)), right - left, double(sizes.px(kBarHeight))};
}

void LayerStrip::paintStage(QPainter& painter, int stage) const
{
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    const LayerCut& cut = *m_edit.cut();
    const QRectF box = stageBox(stage);
    QRectF layers = box;
    if (stage == 0)
        layers.setLeft(box.left() + sizes.px(kEndWidth));
    if (stage + 1 == cut.stages())
        layers.setRight(box.right() - sizes.px(kEndWidth));
    const QColor fill = stageColour(theme, cut.rowOf(stage, false));
    painter.fillRect(layers, fill);
    painter.setFont(sizes.font(font(), Type::Small));
    if (layerWidth() >= sizes.px(kLeastTicks)) {
        painter.setPen(QPen(theme.outline(fill), 1));
        for (int layer = 1; layer < cut.stage(stage).layers; ++layer) {
            const double x = std::floor(layers.left() + layer * layerWidth()) + 0.5;
            painter.drawLine(QPointF(x, layers.bottom() - sizes.space(1)),
                             QPointF(x, layers.bottom()));
        }
    }
    const QFontMetrics words = painter.fontMetrics();
    const QString count = QString::number(cut.stage(stage).layers);
    const QString whole = tr("Stage %1 · %2").arg(stage).arg(count);
    const QString text = words.horizontalAdvance(whole) + sizes.space(1) <= layers.width() ? whole
        : words.horizontalAdvance(count) <= layers.width()                                 ? count
                                                           : QString();
    painter.setPen(textOn(fill));
    painter.drawText(layers, Qt::AlignCenter, text);
    for (const bool isFirst : {true, false}) {
        if (stage != (isFirst ? 0 : cut.stages() - 1))
            continue;
        const QRectF end(isFirst ? box.left() : box.right() - sizes.px(kEndWidth), box.top(),
                         sizes.px(kEndWidth), box.height());
        painter.fillRect(end, theme.panel);
        painter.setPen(QPen(theme.border, 1));
        painter.drawRect(end.adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setPen(theme.text);
        painter.drawText(end, Qt::AlignCenter,
                         words.elidedText(isFirst ? tr("Embed") : tr("Loss"), Qt::ElideRight,
                                          static_cast<int>(end.width())));
    }
}

void LayerStrip::paintEvent(QPaintEvent* event)
{
    if (!m_edit.cut())
        return;
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    const QRectF seen = event->rect();
    for (int stage = 0; stage < m_edit.cut()->stages(); ++stage)
        if (const QRectF box = stageBox(stage);
            box.right() >= seen.left() && box.left() <= seen.right())
            paintStage(painter, stage);
    for (int after = 0; after + 1 < m_edit.cut()->stages(); ++after) {
        const bool chosen = after == m_boundary && (hasFocus() || m_drags);
        const double x = boundaryX(after);
        const QRectF cut(x - 0.5, sizes.space(2), 1, sizes.px(kBarHeight));
        if (!chosen && after != m_hovered) {
            painter.fillRect(cut, theme.base);
            continue;
        }
        // In the colour of text, which stands out from every stage; light around it.
        const double grip = sizes.px(kGrip);
        const double handle = sizes.px(kHandle);
        const QRectF line(x - grip / 2, 0, grip, height());
        painter.fillRect(line.adjusted(-1, 0, 1, 0), theme.base);
        painter.fillRect(line, chosen && !m_edit.refusal().isEmpty() ? theme.warning : theme.text);
        if (chosen)
            painter.fillRect(QRectF(x - handle / 2, 0, handle, sizes.space(2)), theme.accent);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

int LayerStrip::boundaryAt(QPointF position) const
{
    const int count = m_edit.cut() ? m_edit.cut()->stages() - 1 : 0;
    int before = -1; // the last one that is not behind the pointer
    for (int behind = count; behind - before > 1;) {
        const int middle = (before + behind) / 2;
        (boundaryX(middle) <= position.x() ? before : behind) = middle;
    }
    int nearest = -1;
    double reach = metrics().px(kReach);
    for (int after = std::max(0, before); after < std::min(count, before + 2); ++after)
        if (const double away = std::abs(boundaryX(after) - position.x()); away <= reach) {
            reach = away;
            nearest = after;
        }
    return nearest;
}

void LayerStrip::mousePressEvent(QMouseEvent* event)
{
    const int boundary = boundaryAt(event->position());
    if (event->button() != Qt::LeftButton || boundary < 0)
        return;
    setBoundary(boundary);
    m_edit.begin();
    m_drags = m_edit.isHeld();
    m_from = event->position().x();
    m_layerWidth = layerWidth();
}

void LayerStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drags) {
        m_edit.moveBoundary(
            m_boundary,
            static_cast<int>(std::lround((event->position().x() - m_from) / m_layerWidth)));
        return;
    }
    const int hovered = boundaryAt(event->position());
    if (hovered != m_hovered)
        update();
    m_hovered = hovered;
    if (hovered >= 0)
        setCursor(Qt::SizeHorCursor);
    else
        unsetCursor();
}

void LayerStrip::mouseReleaseEvent(QMouseEvent*)
{
    if (!m_drags)
        return;
    m_drags = false;
    m_edit.end();
}

void LayerStrip::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

bool LayerStrip::event(QEvent* event)
{
    // The window has a shortcut of these keys.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool sideways = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right;
        if ((sideways && key->modifiers() & Qt::ControlModifier)
            || (m_drags && key->key() == Qt::Key_Escape)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void LayerStrip::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->modifiers() & Qt::ControlModifier;
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (m_drags && event->key() == Qt::Key_Escape) {
        m_drags = false;
        m_edit.cancel();
    } else if (by != 0 && moves && m_boundary >= 0) {
        m_edit.begin();
        m_edit.moveBoundary(m_boundary, by);
        m_edit.end();
    } else if (by != 0 && !moves) {
        setBoundary(m_boundary + by);
    } else if (event->key() == Qt::Key_Home) {
        setBoundary(0);
    } else if (event->key() == Qt::Key_End && m_edit.cut()) {
        setBoundary(m_edit.cut()->stages() - 2);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace gui
