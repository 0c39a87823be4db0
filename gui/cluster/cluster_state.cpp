#include "gui/cluster/cluster_state.h"

#include <QLocale>

namespace gui {

ClusterState::ClusterState(QObject* parent)
    : QObject(parent)
{
}

void ClusterState::setFacts(DeviceFacts facts)
{
    m_facts = std::move(facts);
    const int lit = this->lit();
    const bool unselected = m_selected >= map().devices();
    if (unselected)
        m_selected = -1;
    if (m_hovered >= map().devices())
        m_hovered = -1;
    emit factsChanged();
    if (unselected)
        emit selectedChanged();
    if (lit != this->lit())
        emit litChanged();
}

QString ClusterState::reason() const
{
    if (!m_facts.prediction())
        return tr("The devices are drawn once the strategy has no problems.");
    if (map().devices() > kMostDevices)
        return tr("%1 devices are too many to draw.").arg(QLocale().toString(map().devices()));
    return {};
}

DeviceMetric ClusterState::metric() const
{
    return m_facts.has(m_metric) ? m_metric : DeviceMetric::PipelineRank;
}

void ClusterState::setMetric(DeviceMetric metric)
{
    if (metric == m_metric)
        return;
    m_metric = metric;
    emit metricChanged();
}

void ClusterState::setSelected(int device)
{
    if (device == m_selected || device >= map().devices())
        return;
    const int lit = this->lit();
    m_selected = device;
    emit selectedChanged();
    if (lit != this->lit())
        emit litChanged();
}

void ClusterState::setHovered(int device)
{
    if (device == m_hovered || device >= map().devices())
        return;
    const int lit = this->lit();
    m_hovered = device;
    if (lit != this->lit())
        emit litChanged();
}

void ClusterState::selectPipelineRank(int rank)
{
    if (rank < 0 || rank >= map().pipeline() || !reason().isEmpty())
        return;
    DevicePlace place = m_selected >= 0 ? map().placeOf(m_selected) : DevicePlace{};
    place.pipeline = rank;
    setSelected(map().deviceAt(place));
}

} // namespace gui
