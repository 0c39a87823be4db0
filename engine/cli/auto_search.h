// The search for an order, watched: progress on stderr where that is a terminal, Ctrl+C
// takes the best order so far.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/zb_auto/order_search.h"

#include <optional>

namespace cli {

// What the search said of the order it ended with. No order can have a makespan below the bound, so
// a gap of 0 means that there is no better one.
struct Searched {
    plan::Nanoseconds lowerBound{}; // of the makespan
    double gap = 0;                 // (makespan - lowerBound) / lowerBound
    long long candidates = 0;       // orders that were simulated
    bool stopped = false;           // by Ctrl+C
};

// As the catalogue's zb-auto would, `effort` (>= 1) times as long. Fills `searched`
// where there is an order. Fails where zb-auto does not suit the shape.
plan::Result<plan::Schedule> searchWatched(const plan::Shape& shape,
                                           const plan::ScheduleOptions& options,
                                           const plan::Costs& costs, int effort,
                                           std::optional<Searched>& searched);

} // namespace cli
