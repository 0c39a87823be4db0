#include "engine/plan/schedules/two_directions.h"

#include "engine/plan/schedules/conditions.h"

#include <string>

namespace plan {

Outcome checkTwoDirections(std::string_view name, const Shape& shape,
                           const ScheduleOptions& options)
{
    if (const auto two = requireChunks(name, shape, 2, "one stage of each direction"); !two)
        return two;
    if (shape.ranks < 2)
        return Error{"'" + std::string(name)
                     + "' takes at least 2 ranks: on one, there are no two directions; add a rank"};
    if (shape.microbatches < 2)
        return Error{"'" + std::string(name)
                     + "' takes at least 2 microbatches, one for each direction; add one"};
    return refuseGroup(name, options);
}

} // namespace plan
