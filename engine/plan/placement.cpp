#include "engine/plan/placement.h"

#include "engine/plan/schedule.h"

namespace plan {

Placement loopedPlacement(const Shape& shape)
{
    Placement placement;
    placement.ranks.resize(static_cast<std::size_t>(shape.stages()));
    for (std::size_t stage = 0; stage < placement.ranks.size(); ++stage)
        placement.ranks[stage] = static_cast<int>(stage) % shape.ranks;
    return placement;
}

Placement wavePlacement(const Shape& shape)
{
    Placement placement = loopedPlacement(shape);
    for (std::size_t stage = 0; stage < placement.ranks.size(); ++stage)
        if (static_cast<int>(stage) / shape.ranks % 2 == 1)
            placement.ranks[stage] = shape.ranks - 1 - placement.ranks[stage];
    return placement;
}

Placement mirroredPlacement(const Shape& shape)
{
    Placement placement = loopedPlacement(shape);
    for (const int rank : placement.ranks)
        placement.mirror.push_back(shape.ranks - 1 - rank);
    placement.firstMirrored = (shape.microbatches + 1) / 2;
    return placement;
}

} // namespace plan
