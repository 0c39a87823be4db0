// Where a rank's idle time sits: by formula, as simulated, and shifted to the even places.
//
// With t_f and t_b the times of one forward and one whole backward of a stage, and equal
// stages, rank r of p idles
//
//   GPipe               before its first op            r t_f
//                       between forwards and backwards (p-r-1)(t_f + t_b)
//                       after its last op              r t_b
//   1F1B, interleaved   before its first op            r t_f
//                       before the steady phase        (p-r-1) t_f
//                       after the steady phase         (p-r-1) t_b
//                       after its last op              r t_b
//
// as published. Where t_f and t_b differ, the two inner places hold in sum, but not as a rule
// one by one: in 1F1B the first backward reaches rank r no earlier than (p-r-1) t_b after it
// could begin its steady phase. What always can be is `exact`: (p-r-1) t_b before the steady
// phase and (p-r-1) t_f after it.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace plan {

enum class BubblePlace {
    BeforeFirst,  // before the rank's first op
    BeforeSteady, // from there to its first backward
    InSteady,     // from there to the end of its last forward
    AfterSteady,  // from there to the end of its last op
    AfterLast,    // from there to the end of the step, less the rank's tail
};

inline constexpr std::size_t kBubblePlaces = 5;

// "before_first", "before_steady", "in_steady", "after_steady", "after_last".
const char* key(BubblePlace place);

using PlaceTimes = std::array<Nanoseconds, kBubblePlaces>; // by BubblePlace

inline Nanoseconds& at(PlaceTimes& times, BubblePlace place)
{
    return times[static_cast<std::size_t>(place)];
}

struct PlaceFormula {
    std::vector<PlaceTimes> published; // [rank]
    std::vector<PlaceTimes> exact;     // [rank]; of the timeline shifted to the even places
};

// What the catalogue's entry says (CatalogEntry::bubblePlaces): gpipe with any shape, 1f1b with
// m >= p, and interleaved with m > p a multiple of p and groups of p. Nothing for a schedule
// without a formula, where it does not hold, and but for equal stages and ranks, free transfers
// and no tails.
std::optional<PlaceFormula> bubblePlaceFormula(std::string_view name, const Shape& shape,
                                               const ScheduleOptions& options, const Costs& costs);

// For the entries: r t_f before the first op and r t_b after the last one, nothing in between; and
// the formula of 1F1B, above, for that many ranks.
PlaceTimes placesAtTheEnds(int rank, Nanoseconds forward, Nanoseconds backward);
PlaceFormula alternatingPlaces(int ranks, Nanoseconds forward, Nanoseconds backward);

// [rank]: the idle time of each place; they add up to the rank's idle time. Where a rank
// runs its first backward after its last forward, InSteady is 0.
std::vector<PlaceTimes> bubblePlaces(const Timeline& timeline);

// The same step with its idle time in the even places: on each rank warm-up and the last op
// stay; cool-down moves back to meet the last op; the steady phase moves in between as one
// block, as far as dependencies allow, so that the idle time before it is to the one after
// it as the rank's backward work is to its forward work. Order, dependencies, the length of
// every op and the makespan stay; no op runs earlier. Any schedule may be shifted; the formulas
// tell what comes out for those that have one. Linear in the ops.
//
// Precondition: `timeline` is simulate()'s of that schedule and those costs.
Timeline shiftedToEvenPlaces(const Schedule& schedule, const Timeline& timeline,
                             const Costs& costs);

} // namespace plan
