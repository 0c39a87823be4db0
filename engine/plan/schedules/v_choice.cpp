#include "engine/plan/schedules/v_choice.h"

#include "engine/plan/placement.h"

#include <algorithm>
#include <utility>
#include <vector>

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
    if (method.policies.size() == 1 || shape.microbatches < 2 * fewer.microbatches)
        return true;
    const auto laying = layOut(fewer, method.limits(fewer), policy);
    return laying && laying->slots <= enoughFor(fewer, method);
}

std::optional<VLaying> bestLaying(const Shape& shape, const VMethod& method)
{
    const VLimits limits = method.limits(shape);
    std::optional<VLaying> best;
    // False once it takes as few slots as expected.
    const auto tryOut = [&](const VPolicy& policy) {
        auto laying = layOut(shape, limits, policy);
        if (laying && (!best || laying->slots < best->slots))
            best = std::move(laying);
        return !best || best->slots > enoughFor(shape, method);
    };
    // What is not promising may still win, but only after what is has failed to be good enough.
    std::vector<const VPolicy*> others;
    for (const VPolicy& policy : method.policies) {
        if (!isPromising(shape, method, policy))
            others.push_back(&policy);
        else if (!tryOut(policy))
            return best;
    }
    for (const VPolicy* policy : others)
        if (!tryOut(*policy))
            break;
    return best;
}

} // namespace

Schedule layOutBest(const Shape& shape, const VMethod& method)
{
    auto best = bestLaying(shape, method);
    Schedule schedule{shape, wavePlacement(shape), {}, {}};
    if (best)
        schedule.order = std::move(best->order);
    for (const auto& order : schedule.order)
        schedule.phases.push_back(phasesOf(order));
    return schedule;
}

} // namespace plan
