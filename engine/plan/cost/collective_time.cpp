#include "engine/plan/cost/collective_time.h"

#include <algorithm>
#include <cmath>

namespace plan {

CollectiveTime::CollectiveTime(const Machine& machine)
    : m_network(machine.network)
    , m_transferSpeed(machine.network.nodeSpeed * machine.efficiency.transfer)
    , m_start(machine.device.onHost ? 0 : kStart)
{
    m_network.nodeSpeed *= machine.efficiency.node;
    m_network.fabricSpeed *= machine.efficiency.fabric;
}

double CollectiveTime::fabricSpeed(const Group& group) const
{
    return m_network.fabricSpeed / (group.crossesSwitch ? m_network.oversubscription : 1);
}

double CollectiveTime::speed(const Group& group) const
{
    if (!group.crossesNode())
        return m_network.nodeSpeed;
    // Each member in a node sends over its own link out of it, in a ring of its own.
    const double out = group.inNode * fabricSpeed(group);
    return group.inNode > 1 ? std::min(m_network.nodeSpeed, out) : out;
}

// What a rank holds passes all others, one after the other.
double CollectiveTime::ringLatency(const Group& group) const
{
    return group.nodes() * (group.inNode - 1) * m_network.nodeLatency
        + (group.nodes() - 1) * m_network.fabricLatency;
}

double CollectiveTime::allReduce(double bytes, const Group& group) const
{
    if (group.size <= 1)
        return 0;
    const double n = group.size;
    // In a tree the steps inside the nodes run at the same time.
    const double ring = 2 * ((n - 1) / n * bytes / speed(group) + ringLatency(group));
    const double tree = 2
        * (bytes / speed(group) + (group.inNode - 1) * m_network.nodeLatency
           + std::log2(group.nodes()) * m_network.fabricLatency);
    return m_start + std::min(ring, tree);
}

double CollectiveTime::allGather(double bytes, const Group& group) const
{
    if (group.size <= 1)
        return 0;
    const double n = group.size;
    return m_start + (n - 1) / n * bytes / speed(group) + ringLatency(group);
}

double CollectiveTime::allToAll(double bytes, const Group& group) const
{
    if (group.size <= 1)
        return 0;
    // Both kinds of link are used at once, so that the slower one counts.
    const double part = bytes / group.size;
    const double inside = (group.inNode - 1) * part / m_network.nodeSpeed;
    const double outside = (group.size - group.inNode) * part / fabricSpeed(group);
    return std::max(inside, outside)
        + (group.crossesNode() ? m_network.fabricLatency : m_network.nodeLatency);
}

double CollectiveTime::twoLevelAllToAll(double bytes, double crossing, const Group& group) const
{
    if (!group.crossesNode())
        return allToAll(bytes, group);
    const double within = (group.inNode - 1.0) / group.inNode * bytes / m_network.nodeSpeed;
    const double out = (group.nodes() - 1) / group.nodes() * crossing / fabricSpeed(group);
    return std::max(within, out) + m_network.fabricLatency + m_network.nodeLatency;
}

double CollectiveTime::send(double bytes, const Group& pair) const
{
    return pair.crossesNode() ? bytes / fabricSpeed(pair) + m_network.fabricLatency
                              : bytes / m_transferSpeed + m_network.nodeLatency;
}

} // namespace plan
