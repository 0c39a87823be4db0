#include "gui/cluster/device_look.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace gui {

DeviceColours::DeviceColours(const ClusterState& state, const Theme& theme)
    : m_state(state)
    , m_theme(theme)
    , m_metric(state.metric())
{
    const DeviceFacts& facts = state.facts();
    const DeviceFacts::Range range = m_range = facts.range(m_metric);
    m_byDevice = facts.isByDevice(m_metric);
    for (int rank = 0; rank < facts.map().pipeline(); ++rank) {
        const std::optional<double> value = facts.valueOfRank(m_metric, rank);
        m_shares.push_back(value ? std::optional(range.shareOf(*value)) : std::nullopt);
        m_colours.push_back(theme.heat(m_shares.back().value_or(0)));
    }
}

// Neighbouring nodes differ; of those far apart some are alike.
QColor DeviceColours::ofNode(int node) const
{
    return m_theme.curves[static_cast<std::size_t>(node) % m_theme.curves.size()];
}

std::optional<double> DeviceColours::shareOf(int device) const
{
    if (m_byDevice) {
        const auto value = m_state.facts().value(m_metric, device);
        return value ? std::optional(m_range.shareOf(*value)) : std::nullopt;
    }
    const auto rank = static_cast<std::size_t>(m_state.map().pipelineRankOf(device));
    return m_state.facts().isKnown(m_metric, device) ? m_shares[rank] : std::nullopt;
}

std::optional<QColor> DeviceColours::of(int device) const
{
    if (m_metric == DeviceMetric::Node)
        return ofNode(m_state.map().nodeOf(device));
    const auto share = shareOf(device);
    if (!share)
        return std::nullopt;
    if (m_byDevice)
        return m_theme.heat(*share);
    return m_colours[static_cast<std::size_t>(m_state.map().pipelineRankOf(device))];
}

std::optional<double> DeviceColours::meanOf(const std::vector<int>& devices) const
{
    double sum = 0;
    int known = 0;
    for (const int device : devices)
        if (const auto share = shareOf(device)) {
            sum += *share;
            ++known;
        }
    return known > 0 ? std::optional(sum / known) : std::nullopt;
}

std::optional<QColor> DeviceColours::ofBox(int box, MeanShares& means,
                                           const std::function<std::vector<int>()>& devices) const
{
    if (m_metric == DeviceMetric::Node) {
        const std::vector<int> all = devices();
        const int node = all.empty() ? -1 : m_state.map().nodeOf(all.front());
        const bool isOne = std::all_of(all.begin(), all.end(), [&](int device) {
            return m_state.map().nodeOf(device) == node;
        });
        return isOne && node >= 0 ? std::optional(ofNode(node)) : std::nullopt;
    }
    auto mean = means.find(box);
    if (mean == means.end())
        mean = means.emplace(box, meanOf(devices())).first;
    return mean->second ? std::optional(m_theme.heat(*mean->second)) : std::nullopt;
}

QBrush unknownBrush(const Theme& theme) { return {theme.hatch, Qt::BDiagPattern}; }

QPen groupPen(const Theme& theme, GroupKind kind, double width)
{
    constexpr Qt::PenStyle kStyles[]
        = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    // Data and context ranks are told apart from the scale's own green, too.
    constexpr std::size_t kCurves[] = {0, 1, 3, 2, 5};
    const auto place = static_cast<std::size_t>(kind);
    return {theme.curves[kCurves[place]], width, kStyles[place], Qt::FlatCap, Qt::MiterJoin};
}

void strokeGroup(QPainter& painter, const Theme& theme, GroupKind kind, double width,
                 const QPainterPath& outlines)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.base, width + 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPath(outlines);
    painter.setPen(groupPen(theme, kind, width));
    painter.drawPath(outlines);
}

} // namespace gui
