// Schedules and costs drawn at random: whatever the catalogue makes, with ops fused
// and costs uneven as often as not.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <rapidcheck.h>

#include <string_view>
#include <vector>

namespace plan::test {

struct Step {
    Schedule schedule;
    Costs costs;
    Timeline timeline;
};

inline Nanoseconds drawnTime(int most) { return Nanoseconds{*rc::gen::inRange(0, most)}; }

// A backward and the forward after it, now and then, run as one.
inline void fuseSome(Schedule& schedule)
{
    schedule.pairs.assign(schedule.order.size(), {});
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        const auto& order = schedule.order[rank];
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
            const Op& a = order[i];
            const Op& b = order[i + 1];
            if (isForward(a.kind) || !isForward(b.kind) || a.kind == OpKind::WeightGrad
                || *rc::gen::inRange(0, 3) == 0)
                continue;
            schedule.pairs[rank].push_back(static_cast<std::uint32_t>(i));
            ++i;
        }
    }
}

inline Costs drawnCosts(const Schedule& schedule)
{
    const auto often = [] { return *rc::gen::inRange(0, 2) == 0; };
    Costs costs{.stages = {}, .transfer = often() ? drawnTime(500) : Nanoseconds{0}};
    const int entries = often() ? 1 : schedule.shape.stages();
    // Few distinct lengths, so that ties are common.
    const int step = often() ? 1 : 500;
    for (int i = 0; i < entries; ++i)
        costs.stages.push_back(
            {step * drawnTime(2000 / step + 1), step * drawnTime(2000 / step + 1),
             step * drawnTime(2000 / step + 1), often() ? drawnTime(300) : Nanoseconds{0}});
    if (often())
        for (int s = 0; s + 1 < schedule.shape.stages(); ++s)
            costs.hops.push_back(drawnTime(700));
    if (schedule.placement.bidirectional() && often())
        for (std::size_t s = 0; s < costs.hops.size(); ++s)
            costs.mirrorHops.push_back(drawnTime(700));
    if (often())
        for (int rank = 0; rank < schedule.shape.ranks; ++rank)
            costs.rankFactors.push_back(*rc::gen::inRange(5, 20) / 10.0);
    if (often()) {
        costs.gradientReduction = drawnTime(1000);
        costs.optimizer = drawnTime(1000);
    }
    costs.pairOverlap = *rc::gen::inRange(0, 3) / 2.0;
    return costs;
}

inline Schedule drawnSchedule()
{
    const auto& entry = **rc::gen::elementOf(
        std::vector<const CatalogEntry*>(catalog().begin(), catalog().end()));
    RC_PRE(entry.name != std::string_view("zb-auto")); // a search, not a generator
    const int ranks = *rc::gen::inRange(1, 9);
    const int microbatches = *rc::gen::inRange(1, 17);
    Shape shape = shapeOf(entry.name, ranks, std::nullopt, microbatches);
    if (*rc::gen::arbitrary<bool>())
        shape.chunks = *rc::gen::inRange(1, 5);
    auto schedule = makeSchedule(entry.name, shape);
    if (!schedule) {
        shape = shapeOf(entry.name, 2 * ((ranks + 1) / 2), std::nullopt, 4 * ranks);
        schedule = makeSchedule(entry.name, shape);
    }
    RC_PRE(bool(schedule));
    return *schedule;
}

inline Step drawnStep()
{
    Schedule schedule = drawnSchedule();
    if (schedule.pairs.empty() && *rc::gen::inRange(0, 3) == 0) {
        Schedule fused = schedule;
        fuseSome(fused);
        if (simulate(fused, Costs::unit()))
            schedule = fused;
    }
    const Costs costs = drawnCosts(schedule);
    const auto timeline = simulate(schedule, costs);
    RC_ASSERT(bool(timeline));
    return {schedule, costs, *timeline};
}

} // namespace plan::test
