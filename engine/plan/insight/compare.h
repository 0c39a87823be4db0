// Schedules side by side: the numbers that each is judged by, for one number of ranks and of
// microbatches and the same costs.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/timeline.h"

#include <optional>
#include <string>
#include <vector>

namespace plan {

// One schedule that is to be compared.
struct ComparedSchedule {
    std::string name;            // in the catalogue
    std::optional<int> chunks{}; // its own where none are given
    ScheduleOptions options{};
};

struct ComparisonRow {
    std::string name;
    Shape shape;
    std::string whyNot; // a sentence: there is no such schedule for that shape; empty: there is

    // Without a whyNot:
    Nanoseconds makespan{};    // of the step
    double bubbleFraction = 0; // see metrics.h, as the next two
    double bubbleOverhead = 0;
    double spanBubbleFraction = 0;
    std::vector<int> peakInFlight; // [rank]: (microbatch, stage) pairs
    int maxInFlight = 0;
    // The largest peak in p-ths of the model, whatever the chunks: what to compare memory by.
    double maxActivations = 0;
    std::size_t transfers = 0; // messages between ranks, in the whole step
    int weightsFactor = 1;     // copies of the model that the ranks hold together
};

// Of a schedule that was run; `name` may be none of the catalogue's. Linear in the ops.
//
// Precondition: the timeline is of that schedule, complete, and has at least one rank.
ComparisonRow rowOf(const std::string& name, const Schedule& schedule, const Timeline& timeline);

} // namespace plan
