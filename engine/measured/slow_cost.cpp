#include "engine/measured/slow_cost.h"

#include "engine/measured/cost_fit.h"
#include "engine/plan/simulate.h"

#include <algorithm>

namespace measured {

std::optional<plan::Nanoseconds> costOfSlowness(const plan::Schedule& schedule, std::size_t rank,
                                                double factor,
                                                const std::vector<ObservedUnit>& units,
                                                const plan::Timeline& timeline)
{
    const ObservedEnd end = observedEnd(timeline);
    plan::Costs costs = fitCosts(schedule, {&units, 1}, {&end, 1}, Average::Median).costs;
    const auto with = plan::simulate(schedule, costs);
    if (costs.rankFactors.empty())
        costs.rankFactors.assign(schedule.order.size(), 1);
    // The fitted costs have the slowness in them; this takes it out of that rank's.
    costs.rankFactors[rank] /= factor;
    const auto without = plan::simulate(schedule, costs);
    if (!with || !without)
        return std::nullopt;
    return std::max(plan::Nanoseconds{0}, with->makespan - without->makespan);
}

} // namespace measured
