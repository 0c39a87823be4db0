// How the devices by node are drawn.

#include "gui/cluster/device_look.h"
#include "gui/cluster/device_view.h"
#include "gui/cluster/place_words.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <numeric>
#include <vector>

namespace gui {
namespace {

constexpr double kNumberSide = 20; // from which on a device has its number,
constexpr double kWordsSide = 58;  // and its place and value
constexpr double kDashedSide = 12; // from which on an outline has room for dashes
constexpr double kFaded = 0.5;     // of the ground, in devices of none of the groups

// Outlines without dashes, of which a picture may have a hundred thousand.
void fillFrames(QPainter& painter, const std::vector<QRectF>& boxes, double width,
                const QColor& colour)
{
    std::vector<QRectF> sides;
    sides.reserve(4 * boxes.size());
    const double half = width / 2;
    for (const QRectF& box : boxes) {
        const QRectF outer = box.adjusted(-half, -half, half, half);
        const double height = std::max(0.0, outer.height() - 2 * width);
        sides.emplace_back(outer.left(), outer.top(), outer.width(), width);
        sides.emplace_back(outer.left(), outer.bottom() - width, outer.width(), width);
        sides.emplace_back(outer.left(), outer.top() + width, width, height);
        sides.emplace_back(outer.right() - width, outer.top() + width, width, height);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRects(sides.data(), static_cast<int>(sides.size()));
}

} // namespace

void DeviceView::paintNodes(QPainter& painter, const QRectF& sight) const
{
    const Theme& theme = themeFor(palette());
    const DeviceColours colours(m_state, theme);
    const DeviceMap& map = m_state.map();
    painter.setFont(metrics().font(font(), Type::Small));
    const QFontMetricsF text(painter.font());
    const int lit = m_state.lit();
    const auto isLit = [&](int device) {
        return lit < 0 || std::any_of(kGroupKinds.begin(), kGroupKinds.end(), [&](GroupKind kind) {
                   return map.areGrouped(kind, lit, device);
               });
    };
    const NodeLayout::Span nodes = m_layout.nodesIn(sight);
    for (int node = nodes.first; node <= nodes.last; ++node) {
        const QRectF box = m_layout.nodeBox(node);
        if (!box.intersects(sight.adjusted(0, -text.height(), 0, text.height())))
            continue;
        const int first = node * map.devicesPerNode();
        const auto last = static_cast<int>(
            std::min<long long>(map.devices(), 1LL * first + map.devicesPerNode()) - 1);
        if (!m_layout.showsDevices()) {
            const auto colour = colours.ofBox(node, m_means, [&] {
                std::vector<int> devices(static_cast<std::size_t>(last - first + 1));
                std::iota(devices.begin(), devices.end(), first);
                return devices;
            });
            painter.fillRect(box, colour ? QBrush(*colour) : unknownBrush(theme));
            continue;
        }
        painter.setPen(theme.grid);
        painter.setBrush(theme.panel);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        if (m_layout.showsNames()) {
            painter.setPen(theme.mutedText);
            const QString name = m_state.facts().nodeName(node);
            const bool fits = text.horizontalAdvance(name) <= box.width();
            painter.drawText(box.topLeft() - QPointF(0, text.descent() + 1),
                             fits ? name : QString::number(node));
        }
        for (int device = first; device <= last; ++device)
            paintDevice(painter, colours, device, !isLit(device));
    }
}

void DeviceView::paintDevice(QPainter& painter, const DeviceColours& colours, int device,
                             bool faded) const
{
    const Theme& theme = themeFor(palette());
    const QRectF box = m_layout.deviceBox(device);
    std::optional<QColor> colour = colours.of(device);
    if (colour && faded)
        colour = mixed(*colour, theme.base, kFaded);
    painter.fillRect(box, colour ? QBrush(*colour) : QBrush(theme.base));
    if (!colour)
        painter.fillRect(box, unknownBrush(theme));
    if (box.width() < metrics().px(kNumberSide))
        return;
    painter.setPen(colour ? textOn(*colour) : theme.text);
    const QString number = QString::number(device);
    const QFontMetricsF text(painter.font());
    if (box.width() < metrics().px(kWordsSide)) {
        if (text.horizontalAdvance(number) <= box.width())
            painter.drawText(box, Qt::AlignCenter, number);
        return;
    }
    const double pad = metrics().space(1);
    const QRectF inner = box.adjusted(pad, pad, -pad, -pad);
    QStringList lines{number, placeLabel(m_state.map(), device)};
    if (const auto value = m_state.facts().value(m_state.metric(), device); value
        && m_state.metric() != DeviceMetric::PipelineRank && m_state.metric() != DeviceMetric::Node)
        lines << DeviceFacts::text(m_state.metric(), *value);
    double top = inner.center().y() - text.height() * static_cast<double>(lines.size()) / 2;
    for (const QString& line : lines) {
        painter.drawText(QRectF(inner.left(), top, inner.width(), text.height()), Qt::AlignCenter,
                         text.elidedText(line, Qt::ElideRight, inner.width()));
        top += text.height();
    }
}

void DeviceView::paintGroup(QPainter& painter, const DeviceGroup& group, const QRectF& sight,
                            double width, double by) const
{
    const Theme& theme = themeFor(palette());
    const QRectF own = m_layout.deviceBox(m_state.lit());
    std::vector<QRectF> boxes;
    QRectF last;
    for (const int device : group.devices) {
        const QRectF box = m_layout.deviceBox(device);
        // Devices that are not told apart have the box of their node.
        if (box == own || box == last)
            continue;
        last = box;
        if (const QRectF outline = box.adjusted(-by, -by, by, by); outline.intersects(sight))
            boxes.push_back(outline);
    }
    if (m_layout.side() < metrics().px(kDashedSide)) {
        fillFrames(painter, boxes, width + 1, theme.base);
        fillFrames(painter, boxes, width, groupPen(theme, group.kind, width).color());
        return;
    }
    QPainterPath path;
    for (const QRectF& box : boxes)
        path.addRect(box);
    strokeGroup(painter, theme, group.kind, width, path);
}

void DeviceView::paintGroups(QPainter& painter, const QRectF& sight) const
{
    const int lit = m_state.lit();
    if (lit < 0)
        return;
    const Theme& theme = themeFor(palette());
    const bool large = m_layout.side() >= metrics().px(kNumberSide);
    const double width = large ? metrics().px(3) : 2;
    // Within large devices, so that none touches a neighbour's; around small ones.
    const double out = large ? -width / 2 : width / 2;
    const auto outlineOf = [&](int device, double by) {
        return QPolygonF(m_layout.deviceBox(device).adjusted(-by, -by, by, by)).first(4);
    };
    for (const DeviceGroup& group : m_state.map().groupsOf(lit)) {
        // Expert groups share devices with the others.
        const double by = group.kind == GroupKind::Expert ? out - width - 2 : out;
        paintGroup(painter, group, sight, width, by);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.base, width + 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPolygon(outlineOf(lit, out));
    painter.setPen(QPen(theme.text, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPolygon(outlineOf(lit, out));
    if (const int selected = m_state.selected(); selected >= 0 && selected != lit) {
        painter.setPen(QPen(theme.accent, width));
        painter.drawPolygon(outlineOf(selected, out));
    }
}

} // namespace gui
