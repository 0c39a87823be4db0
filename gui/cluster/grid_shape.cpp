#include "gui/cluster/grid_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gui {
namespace {

constexpr double kSteepest = 85; // degrees: labels would lie on each other at the pole
constexpr int kFewCubes = 4;     // that an axis is folded to before the others are

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

} // namespace

GridShape::GridShape(const DeviceMap& map)
    : m_map(map)
    , m_ranks{map.pipeline(), map.tensor(), map.data() * map.context()}
    , m_cubes(m_ranks)
{
    // Data ranks do all the same, so that they are folded first.
    while (1LL * m_cubes[0] * m_cubes[1] * m_cubes[2] > kMostCubes) {
        const auto largest = std::max_element(m_cubes.begin(), m_cubes.end()) - m_cubes.begin();
        const auto axis = static_cast<std::size_t>(m_cubes[2] > kFewCubes ? 2 : largest);
        m_folded[axis] *= 2;
        m_cubes[axis] = (m_ranks[axis] + m_folded[axis] - 1) / m_folded[axis];
    }
}

GridCell GridShape::cellAt(int index) const
{
    return {index % m_cubes[0], index / m_cubes[0] % m_cubes[1], index / m_cubes[0] / m_cubes[1]};
}

GridCell GridShape::cellOf(int device) const
{
    const DevicePlace place = m_map.placeOf(device);
    return {place.pipeline / m_folded[0], place.tensor / m_folded[1],
            (place.context + m_map.context() * place.data) / m_folded[2]};
}

int GridShape::deviceOf(const GridCell& cell) const
{
    const int replica = cell.data * m_folded[2];
    return m_map.deviceAt({cell.tensor * m_folded[1], replica % m_map.context(),
                           replica / m_map.context(), cell.pipeline * m_folded[0]});
}

std::vector<int> GridShape::devicesOf(const GridCell& cell) const
{
    const std::array<int, 3> cells{cell.pipeline, cell.tensor, cell.data};
    const auto beginOf = [&](std::size_t axis) { return cells[axis] * m_folded[axis]; };
    const auto endOf
        = [&](std::size_t axis) { return std::min(m_ranks[axis], beginOf(axis) + m_folded[axis]); };
    std::vector<int> devices;
    for (int pipeline = beginOf(0); pipeline < endOf(0); ++pipeline)
        for (int tensor = beginOf(1); tensor < endOf(1); ++tensor)
            for (int data = beginOf(2); data < endOf(2); ++data)
                devices.push_back(m_map.deviceAt(
                    {tensor, data % m_map.context(), data / m_map.context(), pipeline}));
    return devices;
}

QPointF GridTurn::project(const GridPoint& point) const
{
    const double across = point.x * std::cos(radians(yaw)) - point.z * std::sin(radians(yaw));
    const double away = point.x * std::sin(radians(yaw)) + point.z * std::cos(radians(yaw));
    return {across, -(point.y * std::cos(radians(pitch)) + away * std::sin(radians(pitch)))};
}

double GridTurn::nearness(const GridPoint& point) const
{
    const double away = point.x * std::sin(radians(yaw)) + point.z * std::cos(radians(yaw));
    return point.y * std::sin(radians(pitch)) - away * std::cos(radians(pitch));
}

GridTurn GridTurn::turned(double yawBy, double pitchBy) const
{
    return {std::remainder(yaw + yawBy, 360), std::clamp(pitch + pitchBy, -kSteepest, kSteepest)};
}

} // namespace gui
