// The schedule that the best of some policies lays out, and what the catalogue's entries
// of the V schedules (arXiv 2405.15362) have in common.
//
// The paper gives building blocks for a steady state. How warm-up and cool-down are best laid
// around one depends on ranks and microbatches, so a schedule has several policies and takes the
// one that comes out shortest. All is in slots, F = I = W = 1 and free transfers.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/schedules/v_laying.h"

#include <span>
#include <string_view>

namespace plan {

// The policies of one schedule, and what to expect of them.
struct VMethod {
    VLimits (*limits)(const Shape&); // pairs in flight
    int (*bubble)(int ranks); // slots over 6m that are as few as it gets with many microbatches
    std::span<const VPolicy> policies; // the last has no block, and so always exists
};

// The schedule of the policy that takes the fewest slots, the first of equals, or of the
// first that takes as few as expected. With many microbatches those are tried first that
// take as few with fewer.
Schedule layOutBest(const Shape& shape, const VMethod& method);

// How the two chunks of a rank are placed, for the catalogue's entries.
inline constexpr std::string_view kDownAndUp = "down the ranks and back up";

// CatalogEntry::generate and CatalogEntry::peak take plain functions; these make one of a method
// and of its limits.
template <const VMethod& kMethod>
Result<Schedule> generateBest(const ScheduleRequest& request)
{
    return layOutBest(request.shape, kMethod);
}

template <VLimits (*kLimits)(const Shape&)>
std::optional<int> limitOf(const Shape& shape, const ScheduleOptions&, int rank)
{
    return kLimits(shape).ofRank[static_cast<std::size_t>(rank)];
}

} // namespace plan
