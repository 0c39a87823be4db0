// What a searched order has to reach.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/zb_auto/order_search.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace plan::test {

inline Nanoseconds valueOf(const Timeline& timeline, AutoObjective objective)
{
    return objective == AutoObjective::Makespan ? timeline.makespan : longestSpan(timeline);
}

inline bool keepsCaps(const Timeline& timeline, const std::vector<int>& caps)
{
    for (std::size_t rank = 0; rank < caps.size(); ++rank)
        if (peakInFlight(timeline, rank) > caps[rank])
            return false;
    return true;
}

// The best that the catalogue has for the request; nothing if nothing of it fits.
inline std::optional<Nanoseconds> bestOfCatalog(const AutoRequest& request)
{
    std::optional<Nanoseconds> best;
    for (const CatalogEntry* entry : catalog()) {
        if (entry->madeForCosts || entry->directions != 1)
            continue;
        const auto schedule = makeSchedule(entry->name, request.shape, {}, request.costs);
        if (!schedule)
            continue;
        const auto timeline = simulate(*schedule, request.costs);
        if (timeline && keepsCaps(*timeline, request.caps)) {
            const Nanoseconds value = valueOf(*timeline, request.objective);
            best = best ? std::min(*best, value) : value;
        }
    }
    return best;
}

} // namespace plan::test
