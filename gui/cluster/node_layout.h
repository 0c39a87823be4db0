// Where nodes and their devices stand in the picture of the cluster: nodes in rows from the top
// left, the devices of each in a block.
//
// A value without a widget. Lengths are pixels of the picture, which is scrolled by its view.

#pragma once

#include "gui/cluster/device_map.h"

#include <QRectF>
#include <QSizeF>

namespace gui {

class NodeLayout {
public:
    // Below this side, devices are not told apart: a node is one box.
    static constexpr double kLeastSide = 4;

    NodeLayout() = default;
    // Rows as wide as `width`; devices of that side; over each node room for its name where its
    // devices are large enough, `textHeight` high.
    NodeLayout(const DeviceMap& map, double side, double width, double textHeight);

    // The largest side, up to `most`, with which all nodes are in sight at once, and the least that
    // can be drawn where there is none.
    static double sideThatFits(const DeviceMap& map, QSizeF size, double most, double textHeight);

    double side() const { return m_side; }
    bool showsDevices() const { return m_side >= kLeastSide; }
    bool showsNames() const { return m_nameHeight > 0; }
    QSizeF size() const; // of everything

    QRectF nodeBox(int node) const; // the frame around its devices, without the name
    QRectF deviceBox(int device) const;
    // -1: none. The first of its node where devices are not told apart.
    int deviceAt(QPointF place) const;
    // The first and the last node that may be in sight; none: the last is before the first.
    struct Span {
        int first = 0;
        int last = -1;
    };
    Span nodesIn(const QRectF& sight) const;

private:
    double pad() const;
    double gap() const;
    QSizeF nodeSize() const;
    QSizeF pitch() const; // from one node to the next

    DeviceMap m_map;
    double m_side = 1;
    double m_nameHeight = 0;
    int m_columns = 1;     // of devices in a node
    int m_nodesInARow = 1; //
};

} // namespace gui
