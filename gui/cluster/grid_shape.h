// The devices as a grid of cubes, pipeline by tensor by data ranks, and how it looks from a side.
//
// Values without a widget. A cube has a side of 1; the grid's middle is the origin; x runs along
// the pipeline ranks, y up the tensor ranks, z along the data ranks. Context ranks, which divide
// what one data rank has, stand on the data axis.

#pragma once

#include "gui/cluster/device_map.h"

#include <QPointF>

#include <array>
#include <vector>

namespace gui {

struct GridCell {
    int pipeline = 0;
    int tensor = 0;
    int data = 0; // with context ranks: context + contexts * data

    bool operator==(const GridCell&) const = default;
};

// Of more devices than are told apart in a picture, each cube stands for some that follow each
// other on an axis.
class GridShape {
public:
    static constexpr int kMostCubes = 512;

    GridShape() = default;
    explicit GridShape(const DeviceMap& map);

    // Cubes along each axis, and the ranks that one stands for there; the last may have fewer.
    int along(int axis) const { return m_cubes[static_cast<std::size_t>(axis)]; }
    int folded(int axis) const { return m_folded[static_cast<std::size_t>(axis)]; }
    int cubes() const { return m_cubes[0] * m_cubes[1] * m_cubes[2]; }
    bool isFolded() const { return m_folded != std::array{1, 1, 1}; }

    int indexOf(const GridCell& cell) const
    {
        return (cell.data * m_cubes[1] + cell.tensor) * m_cubes[0] + cell.pipeline;
    }
    GridCell cellAt(int index) const;
    // The cube that the device is in; and the first device of a cube.
    GridCell cellOf(int device) const;
    int deviceOf(const GridCell& cell) const;
    // All of a cube.
    std::vector<int> devicesOf(const GridCell& cell) const;

private:
    DeviceMap m_map;
    std::array<int, 3> m_ranks{1, 1, 1}; // pipeline, tensor, data
    std::array<int, 3> m_cubes{1, 1, 1};
    std::array<int, 3> m_folded{1, 1, 1};
};

struct GridPoint {
    double x = 0;
    double y = 0;
    double z = 0;
};

// Where one looks at the grid from. Angles in degrees; the projection is parallel.
struct GridTurn {
    double yaw = 35;
    double pitch = 28; // from above

    // As seen: x to the right, y down, both in sides of a cube.
    QPointF project(const GridPoint& point) const;
    // How near it is: larger is nearer.
    double nearness(const GridPoint& point) const;
    // Looked at from there, with the pitch kept off the poles.
    GridTurn turned(double yawBy, double pitchBy) const;

    bool operator==(const GridTurn&) const = default;
};

} // namespace gui
