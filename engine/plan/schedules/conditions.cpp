#include "engine/plan/schedules/conditions.h"

#include <string>

namespace plan {
namespace {

std::string quoted(const CatalogEntry& entry) { return "'" + std::string(entry.name) + "'"; }

Outcome checkChunks(const CatalogEntry& entry, const Shape& shape)
{
    const int chunks = entry.defaultChunks;
    if (entry.anyChunks || shape.chunks == chunks)
        return done();
    std::string sentence = quoted(entry) + " takes "
        + (chunks == 1 ? "one chunk" : std::to_string(chunks) + " chunks") + " per rank, not "
        + std::to_string(shape.chunks);
    if (!entry.chunksAre.empty())
        sentence += " (" + std::string(entry.chunksAre) + ")";
    sentence += "; set chunks to " + std::to_string(chunks);
    if (chunks == 1)
        sentence += " or use 'interleaved'";
    return Error{sentence};
}

Outcome checkDirections(const CatalogEntry& entry, const Shape& shape)
{
    if (entry.directions == 1)
        return done();
    if (shape.ranks < 2)
        return Error{quoted(entry)
                     + " takes at least 2 ranks: on one, there are no two directions; add a rank"};
    if (shape.microbatches < 2)
        return Error{quoted(entry)
                     + " takes at least 2 microbatches, one for each direction; add one"};
    return done();
}

Outcome checkGroup(const CatalogEntry& entry, const Shape& shape, const ScheduleOptions& options)
{
    if (!options.group)
        return done();
    if (!entry.takesGroup)
        return Error{quoted(entry) + " takes no group; leave it out or use 'interleaved'"};
    if (*options.group >= 1 && *options.group <= shape.microbatches)
        return done();
    return Error{"group must lie between 1 and the " + std::to_string(shape.microbatches)
                 + " microbatches, not " + std::to_string(*options.group)};
}

} // namespace

Outcome checkStated(const CatalogEntry& entry, const Shape& shape, const ScheduleOptions& options)
{
    if (const auto chunks = checkChunks(entry, shape); !chunks)
        return chunks;
    if (const auto directions = checkDirections(entry, shape); !directions)
        return directions;
    if (const auto group = checkGroup(entry, shape, options); !group)
        return group;
    return entry.check == nullptr ? done() : entry.check(shape, options);
}

} // namespace plan
