#include "engine/lesson/recognise.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/plan/zb_auto/order_search.h"

#include <algorithm>

namespace lesson {

std::optional<Recognised> recognise(const Planned& built)
{
    const plan::Schedule& schedule = built.schedule();
    std::optional<Recognised> alike;
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        if (entry->madeForCosts)
            continue;
        plan::Shape shape = schedule.shape;
        shape.directions = entry->directions;
        const auto known = plan::makeSchedule(entry->name, shape);
        if (!known || known->placement != schedule.placement)
            continue;
        if (known->order == schedule.order && known->pairs == schedule.pairs)
            return Recognised{entry->name, entry->title};
        if (alike)
            continue;
        const auto timeline = plan::simulate(*known, built.costs());
        if (timeline && timeline->spans == built.timeline().spans)
            alike = Recognised{entry->name, entry->title, true};
    }
    return alike;
}

std::optional<double> aboveBound(const Planned& built, std::optional<int> cap)
{
    const auto bound
        = plan::makespanBound(plan::autoRequest(built.schedule().shape, built.costs(), cap));
    if (!bound || bound->count() <= 0)
        return std::nullopt;
    const plan::Nanoseconds makespan = built.timeline().makespan;
    if (makespan < *bound) // ops are missing
        return std::nullopt;
    return double((makespan - *bound).count()) / double(bound->count());
}

} // namespace lesson
