#include "engine/measured/hop_groups.h"

#include "engine/plan/node_hops.h"

namespace measured {

HopGroups::HopGroups(const plan::Placement& placement, const std::vector<int>& hosts)
{
    const plan::HopCount count = plan::countHops(placement, hosts);
    m_byHost = count.betweenNodes > 0 && count.betweenNodes < count.hops;
    const auto borders = static_cast<std::size_t>(placement.stages()) - 1;
    m_count = m_byHost ? 2 : borders;
    for (int direction = 0; direction < placement.directions(); ++direction) {
        std::vector<std::size_t>& groups = m_groups.emplace_back();
        const auto between = plan::hopsBetweenNodes(placement, hosts, direction);
        for (std::size_t border = 0; border < borders; ++border)
            groups.push_back(!m_byHost ? border : between[border] ? kBetween : kWithin);
    }
}

} // namespace measured
