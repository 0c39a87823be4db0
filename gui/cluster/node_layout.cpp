#include "gui/cluster/node_layout.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kNamedSide = 14; // from which on nodes have names
constexpr int kMostColumns = 16;
constexpr double kZoomStep = 0.94;

// Twice as wide as high, or as near to it as the number divides.
int columnsOf(int devices)
{
    const auto root = static_cast<int>(std::ceil(std::sqrt(devices)));
    for (int columns = root; columns <= std::min(devices, kMostColumns); ++columns)
        if (devices % columns == 0)
            return columns;
    return std::min(root, kMostColumns);
}

} // namespace

NodeLayout::NodeLayout(const DeviceMap& map, double side, double width, double textHeight)
    : m_map(map)
    , m_side(side)
    , m_nameHeight(side >= kNamedSide ? textHeight : 0)
    , m_columns(
          columnsOf(static_cast<int>(std::min<long long>(map.devicesPerNode(), map.devices()))))
{
    const double room = width - nodeSize().width();
    m_nodesInARow = std::max(1, 1 + static_cast<int>(std::floor(room / pitch().width())));
    m_nodesInARow = static_cast<int>(std::min<long long>(m_nodesInARow, map.nodes()));
    // So that each row begins alike, where that leaves no more than half of it empty.
    const long long alike = map.nodesAlike();
    if (m_nodesInARow >= alike)
        m_nodesInARow -= static_cast<int>(m_nodesInARow % alike);
    else if (alike % 2 == 0 && m_nodesInARow >= alike / 2)
        m_nodesInARow = static_cast<int>(alike / 2);
}

double NodeLayout::sideThatFits(const DeviceMap& map, QSizeF size, double most, double textHeight)
{
    const auto fits = [&](double side) {
        const QSizeF all = NodeLayout(map, side, size.width(), textHeight).size();
        return all.width() <= size.width() && all.height() <= size.height();
    };
    double side = most;
    while (side > 1 && !fits(side))
        side *= kZoomStep;
    return std::max(1.0, side);
}

double NodeLayout::pad() const { return std::clamp(m_side * 0.15, 0.0, 8.0); }
double NodeLayout::gap() const { return std::floor(std::clamp(m_side * 0.12, 0.0, 5.0)); }

QSizeF NodeLayout::nodeSize() const
{
    const int devices
        = static_cast<int>(std::min<long long>(m_map.devicesPerNode(), m_map.devices()));
    const int rows = (devices + m_columns - 1) / m_columns;
    return {m_columns * (m_side + gap()) - gap() + 2 * pad(),
            rows * (m_side + gap()) - gap() + 2 * pad()};
}

QSizeF NodeLayout::pitch() const
{
    const double apart = std::clamp(m_side * 0.35, 1.0, 16.0);
    const QSizeF node = nodeSize();
    return {node.width() + apart, node.height() + apart + m_nameHeight};
}

QSizeF NodeLayout::size() const
{
    const long long rows = (m_map.nodes() + m_nodesInARow - 1) / m_nodesInARow;
    const QSizeF node = nodeSize();
    return {(m_nodesInARow - 1) * pitch().width() + node.width(),
            static_cast<double>(rows - 1) * pitch().height() + node.height() + m_nameHeight};
}

QRectF NodeLayout::nodeBox(int node) const
{
    const QSizeF each = pitch();
    const int row = node / m_nodesInARow;
    return {QPointF(node % m_nodesInARow * each.width(), row * each.height() + m_nameHeight),
            nodeSize()};
}

QRectF NodeLayout::deviceBox(int device) const
{
    const QRectF node = nodeBox(m_map.nodeOf(device));
    if (!showsDevices())
        return node;
    const int within = device % m_map.devicesPerNode();
    const int row = within / m_columns;
    return {node.left() + pad() + within % m_columns * (m_side + gap()),
            node.top() + pad() + row * (m_side + gap()), m_side, m_side};
}

int NodeLayout::deviceAt(QPointF place) const
{
    const QSizeF each = pitch();
    const double column = std::floor(place.x() / each.width());
    const double row = std::floor((place.y() - m_nameHeight) / each.height());
    if (column < 0 || row < 0 || column >= m_nodesInARow)
        return -1;
    const double node = row * m_nodesInARow + column;
    if (node >= static_cast<double>(m_map.nodes())
        || !nodeBox(static_cast<int>(node)).contains(place))
        return -1;
    const int first = static_cast<int>(node) * m_map.devicesPerNode();
    if (!showsDevices())
        return first;
    const auto last = std::min<long long>(m_map.devices(), 1LL * first + m_map.devicesPerNode());
    for (int device = first; device < last; ++device)
        if (deviceBox(device).contains(place))
            return device;
    return -1;
}

NodeLayout::Span NodeLayout::nodesIn(const QRectF& sight) const
{
    const double height = pitch().height();
    const auto rows = static_cast<double>(m_map.nodes());
    const double first = std::clamp(std::floor(sight.top() / height), 0.0, rows);
    const double last = std::clamp(std::floor(sight.bottom() / height) + 1, 0.0, rows);
    const auto nodes = static_cast<long long>(m_map.nodes());
    return {
        static_cast<int>(std::min<long long>(nodes, static_cast<long long>(first) * m_nodesInARow)),
        static_cast<int>(std::min<long long>(nodes, static_cast<long long>(last) * m_nodesInARow)
                         - 1)};
}

} // namespace gui
