// What lies inside a measured op's span besides its own work.

#pragma once

#include "engine/plan/timeline.h"

#include <cstddef>
#include <vector>

namespace measured {

// Of one op; both lie within its span, and neither is subtracted from it.
struct OpPart {
    plan::Nanoseconds recompute{};  // the forward, computed again
    plan::Nanoseconds collective{}; // exchanged with other ranks meanwhile, the op waiting

    bool operator==(const OpPart&) const = default;
};

// [span] of that rank, from Timeline::parts; zeros for a span with no part. Parts of one kind in
// one span add up; parts that begin before the span, or lie in the tail, are left out.
// Precondition: the timeline has that rank, and its spans and parts stand by time.
std::vector<OpPart> opParts(const plan::Timeline& timeline, std::size_t rank);

} // namespace measured
