// How devices and their groups are coloured.

#pragma once

#include "gui/cluster/cluster_state.h"
#include "gui/theme/theme.h"

#include <QBrush>
#include <QPen>

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

class QPainter;
class QPainterPath;

namespace gui {

// By the number of a box that stands for several devices: the mean of those that the metric on show
// is known of, as a share of its scale. A view keeps them from picture to picture, until the facts
// or the metric change: a box may have a million devices.
using MeanShares = std::unordered_map<int, std::optional<double>>;

// The colours of all devices by the metric on show, worked out once for a picture.
class DeviceColours {
public:
    // `state` must outlive it.
    DeviceColours(const ClusterState& state, const Theme& theme);

    // Nothing where it is not known of that device.
    std::optional<QColor> of(int device) const;
    // Of a box of several, by their mean. `devices` is asked for what is not in `means` yet.
    std::optional<QColor> ofBox(int box, MeanShares& means,
                                const std::function<std::vector<int>()>& devices) const;

private:
    QColor ofNode(int node) const;
    std::optional<double> shareOf(int device) const;
    std::optional<double> meanOf(const std::vector<int>& devices) const;

    const ClusterState& m_state;
    const Theme& m_theme;
    DeviceMetric m_metric;
    DeviceFacts::Range m_range;
    bool m_byDevice = false;                     // and not by pipeline rank
    std::vector<std::optional<double>> m_shares; // [pipeline rank] of the scale
    std::vector<QColor> m_colours;               // [pipeline rank]
};

// What stands for a device of which nothing is known.
QBrush unknownBrush(const Theme& theme);

// The outline of a group of that kind: a colour and a style of its own.
QPen groupPen(const Theme& theme, GroupKind kind, double width);

// Outlines of the group on a ground that they stand out from, whatever is beneath.
void strokeGroup(QPainter& painter, const Theme& theme, GroupKind kind, double width,
                 const QPainterPath& outlines);

} // namespace gui
