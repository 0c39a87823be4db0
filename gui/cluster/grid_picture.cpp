// How the grid of devices is drawn.

#include "gui/cluster/device_look.h"
#include "gui/cluster/grid_view.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kNumberedCube = 34; // pixels of scale 1 a side, from which on it has its number

} // namespace

void GridView::paintCube(QPainter& painter, const DeviceColours& colours, int index,
                         bool faded) const
{
    const Theme& theme = themeFor(palette());
    const GridCell cell = m_shape.cellAt(index);
    const int device = m_shape.deviceOf(cell);
    const std::optional<QColor> known
        = colours.ofBox(index, m_means, [&] { return m_shape.devicesOf(cell); });
    const QColor colour = known.value_or(theme.idle);
    // From the end, from above or below, from the front.
    const std::array<QColor, 3> shades{mixed(colour, QColor(Qt::black), 0.22),
                                       mixed(colour, QColor(Qt::white), 0.22), colour};
    const std::vector<Face> faces = facesOf(cell);
    double largest = 0;
    QRectF widest;
    for (const Face& face : faces) {
        QColor fill = shades[static_cast<std::size_t>(face.side)];
        QColor line = theme.outline(fill);
        fill.setAlphaF(faded ? 0.16F : 1.0F);
        line.setAlphaF(faded ? 0.25F : 1.0F);
        painter.setPen(QPen(line, 1));
        painter.setBrush(fill);
        painter.drawPolygon(face.outline);
        if (!known && !faded) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(unknownBrush(theme));
            painter.drawPolygon(face.outline);
        }
        const QPointF one = face.outline[1] - face.outline[0];
        const QPointF other = face.outline[3] - face.outline[0];
        const double area = std::abs(one.x() * other.y() - one.y() * other.x());
        if (area > largest) {
            largest = area;
            widest = face.outline.boundingRect();
            if (known)
                painter.setPen(textOn(fill));
        }
    }
    if (faded || m_scale < metrics().px(kNumberedCube))
        return;
    const QFontMetricsF text(painter.font());
    // All have their number, or none.
    const QString longest = QString::number(m_state.map().devices() - 1);
    if (text.horizontalAdvance(longest) < widest.width() * 0.9) {
        painter.setPen(textOn(known ? shades[2] : theme.idle));
        painter.drawText(widest, Qt::AlignCenter, QString::number(device));
    }
}

// The groups of one device through the faded grid.
void GridView::paintLit(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const int lit = m_state.lit();
    const DeviceColours colours(m_state, theme);
    std::vector<std::pair<int, GroupKind>> cubes; // by cube
    std::vector<bool> taken(static_cast<std::size_t>(m_shape.cubes()), false);
    const int own = m_shape.indexOf(m_shape.cellOf(lit));
    taken[static_cast<std::size_t>(own)] = true;
    for (const DeviceGroup& group : m_state.map().groupsOf(lit)) {
        QPolygonF line;
        for (const int device : group.devices) {
            const int cube = m_shape.indexOf(m_shape.cellOf(device));
            if (!taken[static_cast<std::size_t>(cube)])
                cubes.emplace_back(cube, group.kind);
            taken[static_cast<std::size_t>(cube)] = true;
            line << middleOf(device);
        }
        if (group.kind == GroupKind::Expert)
            continue; // it may run anywhere within a pipeline rank
        painter.setPen(groupPen(theme, group.kind, metrics().px(2)));
        painter.drawPolyline(line);
    }
    std::vector<int> places(m_order.size());
    for (std::size_t i = 0; i < m_order.size(); ++i)
        places[static_cast<std::size_t>(m_order[i])] = static_cast<int>(i);
    std::sort(cubes.begin(), cubes.end(), [&](const auto& a, const auto& b) {
        return places[static_cast<std::size_t>(a.first)]
            < places[static_cast<std::size_t>(b.first)];
    });
    for (const auto& [cube, kind] : cubes) {
        paintCube(painter, colours, cube, false);
        for (const Face& face : facesOf(m_shape.cellAt(cube))) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(groupPen(theme, kind, metrics().px(2)));
            painter.drawPolygon(face.outline);
        }
    }
    paintCube(painter, colours, own, false);
    for (const Face& face : facesOf(m_shape.cellAt(own))) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(lit == m_state.selected() ? theme.accent : theme.text, metrics().px(3),
                            Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.drawPolygon(face.outline);
    }
}

void GridView::paintAxes(QPainter& painter) const
{
    for (int axis = 0; axis < 3; ++axis)
        if (m_shape.along(axis) * m_shape.folded(axis) > 1)
            paintAxis(painter, axis);
}

QString GridView::axisName(int axis) const
{
    const DeviceMap& map = m_state.map();
    if (axis == 0)
        return tr("pipeline %1").arg(map.pipeline());
    if (axis == 1)
        return tr("tensor %1").arg(map.tensor());
    if (map.context() == 1)
        return tr("data %1").arg(map.data());
    return map.data() == 1 ? tr("context %1").arg(map.context())
                           : tr("data %1 × context %2").arg(map.data()).arg(map.context());
}

// Beside one of the four edges of the grid that run along the axis: of those on its outline the
// lowest, or for the upright axis the one farthest to the left.
void GridView::paintAxis(QPainter& painter, int axis) const
{
    const Theme& theme = themeFor(palette());
    const std::array<double, 3> half{m_shape.along(0) / 2.0, m_shape.along(1) / 2.0,
                                     m_shape.along(2) / 2.0};
    const int second = (axis + 1) % 3;
    const int third = (axis + 2) % 3;
    const auto pointAt = [&](double along, int one, int other) {
        std::array<double, 3> place{};
        place[static_cast<std::size_t>(axis)] = along;
        place[static_cast<std::size_t>(second)] = one * half[static_cast<std::size_t>(second)];
        place[static_cast<std::size_t>(third)] = other * half[static_cast<std::size_t>(third)];
        return GridPoint{place[0], place[1], place[2]};
    };
    const auto faces = [&](int side) { // whether the side of the grid there faces the viewer
        GridPoint normal{side == 0 ? 1.0 : 0.0, side == 1 ? 1.0 : 0.0, side == 2 ? 1.0 : 0.0};
        return m_turn.nearness(normal) > 0;
    };
    int one = faces(second) ? 1 : -1;
    int other = faces(third) ? -1 : 1;
    const auto better
        = [&](QPointF a, QPointF b) { return axis == 1 ? a.x() < b.x() : a.y() > b.y(); };
    if (better(onScreen(pointAt(0, -one, -other)), onScreen(pointAt(0, one, other)))) {
        one = -one;
        other = -other;
    }
    const QPointF begin = onScreen(pointAt(-half[static_cast<std::size_t>(axis)], one, other));
    const QPointF end = onScreen(pointAt(half[static_cast<std::size_t>(axis)], one, other));
    const QPointF mid = (begin + end) / 2;
    QPointF out = mid - m_centre;
    const double length = std::hypot(out.x(), out.y());
    out = length > 1 ? out / length : QPointF(0, 1);
    const QFontMetricsF text(painter.font());
    const double tick = text.height();
    const int cubes = m_shape.along(axis);
    const double apart = std::hypot(end.x() - begin.x(), end.y() - begin.y()) / cubes;
    if (apart < 2)
        return; // seen from its end
    const QString widest = QString::number(cubes * m_shape.folded(axis) - 1);
    const int every = std::max(
        1, static_cast<int>(std::ceil((text.horizontalAdvance(widest) + tick / 2) / apart)));
    const auto write = [&](QPointF at, const QString& words, const QColor& colour) {
        QRectF box(QPointF(), QSizeF(text.horizontalAdvance(words) + 6, text.height()));
        box.moveCenter(at);
        box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, width() - box.width())));
        box.moveTop(std::clamp(box.top(), 0.0, std::max(0.0, height() - box.height())));
        QColor ground = theme.base;
        ground.setAlphaF(0.85F);
        painter.fillRect(box, ground);
        painter.setPen(colour);
        painter.drawText(box, Qt::AlignCenter, words);
    };
    for (int cube = 0; cube < cubes; cube += every)
        write(onScreen(pointAt(cube - (cubes - 1) / 2.0, one, other)) + out * tick * 0.8,
              QString::number(cube * m_shape.folded(axis)), theme.mutedText);
    const QString name = axisName(axis);
    const double across = std::abs(out.x()) * text.horizontalAdvance(name) / 2;
    write(mid + out * (tick * 1.9 + across + std::abs(out.x()) * tick * 0.4), name, theme.text);
}

} // namespace gui
