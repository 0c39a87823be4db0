// Random schedules of the catalogue and random costs for them.

#pragma once

#include "engine/plan/catalog.h"

#include <rapidcheck.h>

#include <string>
#include <vector>

namespace plan::test {

inline Shape anyShape(const CatalogEntry& entry)
{
    const int chunks = *rc::gen::arbitrary<bool>() ? entry.defaultChunks : *rc::gen::inRange(1, 5);
    return shapeOf(entry.name, *rc::gen::inRange(1, 13), chunks, *rc::gen::inRange(1, 33));
}

// A schedule of the catalogue; shapes it refuses are drawn again.
inline Schedule anySchedule()
{
    const auto index = *rc::gen::inRange<std::size_t>(0, catalog().size());
    const CatalogEntry& entry = *catalog()[index];
    const Shape shape = anyShape(entry);
    ScheduleOptions options;
    if (entry.name.starts_with("interleaved") && *rc::gen::arbitrary<bool>())
        options.group = *rc::gen::inRange(1, shape.microbatches + 1);
    const auto schedule = makeSchedule(entry.name, shape, options);
    RC_PRE(bool(schedule));
    RC_TAG(std::string(entry.name));
    return *schedule;
}

inline Nanoseconds anyTime(int most) { return Nanoseconds{*rc::gen::inRange(0, most)}; }

inline Costs anyCosts(const Schedule& schedule)
{
    Costs costs{.stages = {}, .transfer = anyTime(500)};
    const int stages = schedule.shape.stages();
    const int entries = *rc::gen::arbitrary<bool>() ? 1 : stages;
    for (int i = 0; i < entries; ++i)
        costs.stages.push_back({anyTime(3000), anyTime(3000), anyTime(3000), anyTime(900)});
    if (stages > 1 && *rc::gen::arbitrary<bool>())
        for (int i = 0; i + 1 < stages; ++i)
            costs.hops.push_back(anyTime(800));
    if (schedule.placement.bidirectional() && *rc::gen::arbitrary<bool>())
        for (std::size_t i = 0; i < costs.hops.size(); ++i)
            costs.mirrorHops.push_back(anyTime(800));
    if (*rc::gen::arbitrary<bool>())
        for (int i = 0; i < schedule.shape.ranks; ++i)
            costs.nodes.push_back(*rc::gen::inRange(0, 3));
    if (*rc::gen::arbitrary<bool>())
        for (int i = 0; i < schedule.shape.ranks; ++i)
            costs.rankFactors.push_back(*rc::gen::inRange(5, 30) / 10.0);
    costs.pairOverlap = *rc::gen::inRange(0, 11) / 10.0;
    if (*rc::gen::arbitrary<bool>()) {
        costs.gradientReduction = anyTime(2000);
        costs.optimizer = anyTime(2000);
    }
    return costs;
}

} // namespace plan::test
