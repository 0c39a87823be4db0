#include "gui/cluster/grid_view.h"

#include "gui/cluster/device_look.h"
#include "gui/cluster/place_words.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gui {
namespace {

constexpr double kHalf = 0.38;      // of a cube's side, so that there is room between them
constexpr double kLargestCube = 96; // pixels of scale 1 a side, without zoom
constexpr double kTurnStep = 10;    // degrees a key
constexpr double kTurnDrag = 0.4;   // degrees a pixel
constexpr double kGridZoomStep = 1.15;

} // namespace

GridView::GridView(ClusterState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    installPaintedParts();
    setAccessibleName(tr("Devices as a grid"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&state, &ClusterState::factsChanged, this, &GridView::rebuild);
    connect(&state, &ClusterState::metricChanged, this, [this] {
        m_means.clear();
        update();
    });
    connect(&state, &ClusterState::litChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ClusterState::selectedChanged, this, &GridView::describe);
    rebuild();
}

QSize GridView::minimumSizeHint() const { return {metrics().px(240), metrics().px(160)}; }

void GridView::setTurn(const GridTurn& turn)
{
    m_turn = turn;
    place();
}

void GridView::rebuild()
{
    if (m_state.reason().isEmpty())
        m_shape = GridShape(m_state.map());
    m_means.clear();
    describe();
    place();
}

GridPoint GridView::middle(const GridCell& cell) const
{
    return {cell.pipeline - (m_shape.along(0) - 1) / 2.0,
            cell.tensor - (m_shape.along(1) - 1) / 2.0, cell.data - (m_shape.along(2) - 1) / 2.0};
}

QPointF GridView::onScreen(const GridPoint& point) const
{
    return m_centre + m_turn.project(point) * m_scale;
}

void GridView::place()
{
    // As large as the grid is from any side, so that it keeps its size while it turns.
    const double reach = std::hypot(m_shape.along(0), m_shape.along(1), m_shape.along(2));
    const Metrics sizes = metrics();
    const double room = std::max(1.0, std::min(width() * 0.86, height() * 1.12) - sizes.px(72));
    m_scale = std::min<double>(sizes.px(kLargestCube), room / reach) * m_zoom;
    m_centre = QRectF(rect()).center();
    m_order.resize(static_cast<std::size_t>(m_shape.cubes()));
    std::iota(m_order.begin(), m_order.end(), 0);
    std::stable_sort(m_order.begin(), m_order.end(), [this](int a, int b) {
        return m_turn.nearness(middle(m_shape.cellAt(a)))
            < m_turn.nearness(middle(m_shape.cellAt(b)));
    });
    update();
}

// The three sides that face the viewer, as the four corners of each.
std::vector<GridView::Face> GridView::facesOf(const GridCell& cell) const
{
    const GridPoint at = middle(cell);
    std::vector<Face> faces;
    for (int side = 0; side < 3; ++side) {
        GridPoint normal{side == 0 ? 1.0 : 0.0, side == 1 ? 1.0 : 0.0, side == 2 ? 1.0 : 0.0};
        const double facing = m_turn.nearness(normal) > 0 ? kHalf : -kHalf;
        QPolygonF outline;
        for (const auto& [u, v] : {std::pair{-kHalf, -kHalf}, std::pair{kHalf, -kHalf},
                                   std::pair{kHalf, kHalf}, std::pair{-kHalf, kHalf}}) {
            GridPoint corner = at;
            corner.x += side == 0 ? facing : u;
            corner.y += side == 1 ? facing : side == 0 ? u : v;
            corner.z += side == 2 ? facing : v;
            outline << onScreen(corner);
        }
        faces.push_back({outline, side});
    }
    return faces;
}

int GridView::deviceAt(QPointF place) const
{
    if (!m_state.reason().isEmpty())
        return -1;
    for (auto cube = m_order.rbegin(); cube != m_order.rend(); ++cube) {
        const GridCell cell = m_shape.cellAt(*cube);
        for (const Face& face : facesOf(cell))
            if (face.outline.containsPoint(place, Qt::OddEvenFill))
                return m_shape.deviceOf(cell);
    }
    return -1;
}

QPointF GridView::middleOf(int device) const { return onScreen(middle(m_shape.cellOf(device))); }

int GridView::parts() const { return m_state.reason().isEmpty() ? m_shape.cubes() : 0; }

QString GridView::partName(int cube) const
{
    return deviceSentence(m_state.facts(), m_shape.deviceOf(m_shape.cellAt(cube)));
}

QString GridView::partDescription(int cube) const
{
    QStringList lines = valueLines(m_state.facts(), m_shape.deviceOf(m_shape.cellAt(cube)));
    if (m_shape.isFolded())
        lines << foldedSentence();
    return lines.join(QStringLiteral("; "));
}

QRect GridView::partPlace(int cube) const
{
    QRectF place;
    for (const Face& face : facesOf(m_shape.cellAt(cube)))
        place |= face.outline.boundingRect();
    return place.toAlignedRect();
}

int GridView::partAt(QPoint place) const
{
    const int device = deviceAt(place);
    return device < 0 ? -1 : m_shape.indexOf(m_shape.cellOf(device));
}

int GridView::currentPart() const
{
    return m_state.selected() < 0 || parts() == 0
        ? -1
        : m_shape.indexOf(m_shape.cellOf(m_state.selected()));
}

void GridView::choosePart(int cube) { m_state.setSelected(m_shape.deviceOf(m_shape.cellAt(cube))); }

QString GridView::foldedSentence() const
{
    if (!m_shape.isFolded())
        return {};
    QStringList parts;
    if (m_shape.folded(0) > 1)
        parts << tr("%1 pipeline ranks").arg(m_shape.folded(0));
    if (m_shape.folded(1) > 1)
        parts << tr("%1 tensor ranks").arg(m_shape.folded(1));
    if (m_shape.folded(2) > 1)
        parts << tr("%1 data ranks").arg(m_shape.folded(2));
    return tr("A cube stands for %1: there are %2 devices.")
        .arg(parts.join(QStringLiteral(" × ")), QLocale().toString(m_state.map().devices()));
}

void GridView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.base);
    painter.setFont(metrics().font(font(), Type::Small));
    if (const QString reason = m_state.reason(); !reason.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, reason);
    } else {
        painter.setRenderHint(QPainter::Antialiasing);
        const DeviceColours colours(m_state, theme);
        const bool faded = m_state.lit() >= 0;
        for (const int cube : m_order)
            paintCube(painter, colours, cube, faded);
        if (faded)
            paintLit(painter);
        paintAxes(painter);
        painter.setPen(theme.mutedText);
        const int pad = metrics().space(3);
        painter.drawText(rect().adjusted(pad, pad, -pad, -pad), Qt::AlignBottom | Qt::AlignLeft,
                         foldedSentence());
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void GridView::moveSelection(int axis, int by)
{
    if (!m_state.reason().isEmpty())
        return;
    if (m_state.selected() < 0) {
        m_state.setSelected(0);
        return;
    }
    GridCell cell = m_shape.cellOf(m_state.selected());
    int& place = axis == 0 ? cell.pipeline : axis == 1 ? cell.tensor : cell.data;
    place = std::clamp(place + by, 0, m_shape.along(axis) - 1);
    if (cell != m_shape.cellOf(m_state.selected()))
        m_state.setSelected(m_shape.deviceOf(cell));
}

void GridView::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->modifiers() & Qt::ShiftModifier;
    const auto turnOrMove = [&](int axis, int by, double yaw, double pitch) {
        if (moves)
            moveSelection(axis, by);
        else
            setTurn(m_turn.turned(yaw, pitch));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return turnOrMove(0, -1, kTurnStep, 0);
    case Qt::Key_Right:
        return turnOrMove(0, 1, -kTurnStep, 0);
    case Qt::Key_Up:
        return turnOrMove(1, 1, 0, kTurnStep);
    case Qt::Key_Down:
        return turnOrMove(1, -1, 0, -kTurnStep);
    case Qt::Key_PageUp:
        return moveSelection(2, 1);
    case Qt::Key_PageDown:
        return moveSelection(2, -1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        m_zoom = std::clamp(
            m_zoom * (event->key() == Qt::Key_Minus ? 1 / kGridZoomStep : kGridZoomStep), 0.4, 6.0);
        return place();
    case Qt::Key_0:
    case Qt::Key_Home:
        m_zoom = 1;
        return setTurn({});
    case Qt::Key_Escape:
        return m_state.setSelected(-1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void GridView::wheelEvent(QWheelEvent* event)
{
    constexpr double kNotch = 120;
    m_zoom
        = std::clamp(m_zoom * std::pow(kGridZoomStep, event->angleDelta().y() / kNotch), 0.4, 6.0);
    place();
    event->accept();
}

void GridView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_turnedFrom = m_turn;
    m_dragging = false;
}

void GridView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        m_state.setHovered(deviceAt(event->position()));
        return;
    }
    const QPointF moved = event->position() - m_pressed;
    m_dragging = m_dragging || moved.manhattanLength() >= QApplication::startDragDistance();
    if (m_dragging)
        setTurn(m_turnedFrom.turned(-kTurnDrag * moved.x(), kTurnDrag * moved.y()));
}

void GridView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !std::exchange(m_dragging, false))
        m_state.setSelected(deviceAt(event->position()));
}

bool GridView::event(QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() == QEvent::Leave)
        m_state.setHovered(-1);
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int device = deviceAt(help->pos());
    QToolTip::showText(help->globalPos(),
                       device < 0 ? QString() : plainTip(deviceSentence(m_state.facts(), device)),
                       this);
    return true;
}

void GridView::resizeEvent(QResizeEvent*) { place(); }

void GridView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        place();
}

void GridView::describe()
{
    const int device = m_state.selected();
    QString words = m_state.reason();
    if (words.isEmpty())
        words = device < 0 ? foldedSentence() : deviceSentence(m_state.facts(), device);
    setAccessibleDescription(words);
    tellCurrentPart(*this);
    update();
}

} // namespace gui
