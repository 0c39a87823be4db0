// Which hops of a pipeline are taken for alike: those between the same two stages or, where ranks
// stand on several hosts, all within a host and all between hosts.

#pragma once

#include "engine/plan/placement.h"

#include <cstddef>
#include <vector>

namespace measured {

// A value.
class HopGroups {
public:
    // `hosts`: [rank] -> number of its host; empty: one, or nobody knows. By host only where there
    // are hops of both kinds.
    HopGroups(const plan::Placement& placement, const std::vector<int>& hosts);

    static constexpr std::size_t kWithin = 0;
    static constexpr std::size_t kBetween = 1;

    bool areByHost() const { return m_byHost; }
    std::size_t count() const { return m_count; }
    // Of the hop between stages `border` and `border` + 1 in that direction of the placement.
    std::size_t of(std::size_t border, int direction) const
    {
        return m_groups[static_cast<std::size_t>(direction)][border];
    }

private:
    bool m_byHost = false;
    std::size_t m_count = 0;
    std::vector<std::vector<std::size_t>> m_groups; // [direction][border]
};

} // namespace measured
