#include "engine/plan/schedules/conditions.h"

#include <string>

namespace plan {

Outcome requireChunks(std::string_view name, const Shape& shape, int chunks, std::string_view why)
{
    if (shape.chunks == chunks)
        return done();
    std::string sentence = "'" + std::string(name) + "' takes "
        + (chunks == 1 ? std::string("one chunk") : std::to_string(chunks) + " chunks") + " a rank, not " + std::to_string(shape.chunks);
    if (!why.empty())
        sentence += " (" + std::string(why) + ")";
    sentence += "; set chunks to " + std::to_string(chunks);
    if (chunks == 1)
        sentence += " or use 'interleaved'";
    return Error{sentence};
}

Outcome refuseGroup(std::string_view name, const ScheduleOptions& options)
{
    if (!options.group)
        return done();
    return Error{"'" + std::string(name) + "' takes no group; leave it out or use 'interleaved'"};
}

Outcome checkGroup(const Shape& shape, const ScheduleOptions& options)
{
    if (!options.group || (*options.group >= 1 && *options.group <= shape.microbatches))
        return done();
    return Error{"group must lie between 1 and the " + std::to_string(shape.microbatches)
                 + " microbatches, not " + std::to_string(*options.group)};
}

} // namespace plan
