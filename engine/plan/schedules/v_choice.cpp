#include "engine/plan/placement.h"
#include "engine/plan/schedules/v_laying.h"

#include <algorithm>
#include <utility>

namespace plan {
namespace {

int enoughFor(const Shape& shape, const VMethod& method)
{
    return kVKinds * shape.microbatches + method.bubble(shape.ranks);
}

// Just enough microbatches to show what a policy makes of warm-up and cool-down.
bool isPromising(const Shape& shape, const VMethod& method, const VPolicy& policy)
{
    Shape fewer = shape;
    fewer.microbatches = 2 * shape.ranks + 2;
    if (shape.microbatches < 2 * fewer.microbatches)
        return true;
    const auto laying = layOut(fewer, method.limits(fewer), policy);
    return laying && laying->slots <= enoughFor(fewer, method);
}

std::optional<VLaying> bestLaying(const Shape& shape, const VMethod& method, bool promisingOnly)
{
    const VLimits limits = method.limits(shape);
    std::optional<VLaying> best;
    for (const VPolicy& policy : method.policies) {
        if (promisingOnly && !isPromising(shape, method, policy))
            continue;
        auto laying = layOut(shape, limits, policy);
        if (laying && (!best || laying->slots < best->slots))
            best = std::move(laying);
        if (best && best->slots <= enoughFor(shape, method))
            break;
    }
    return best;
}

} // namespace

Schedule layOutBest(const Shape& shape, const VMethod& method)
{
    auto best = bestLaying(shape, method, true);
    if (!best || best->slots > enoughFor(shape, method))
        best = bestLaying(shape, method, false);

    Schedule schedule{shape, wavePlacement(shape), {}, {}};
    if (best)
        schedule.order = std::move(best->order);
    for (const auto& order : schedule.order)
        schedule.phases.push_back(phasesOf(order));
    return schedule;
}

} // namespace plan
