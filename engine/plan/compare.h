// Schedules side by side: the same ranks, microbatches and model under each.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/costs.h"
#include "engine/plan/timeline.h"

#include <optional>
#include <string>
#include <vector>

namespace plan {

// What every schedule gets.
struct ComparedModel {
    int ranks = 1;
    int microbatches = 1;

    // Of one p-th of the model: one entry for all alike, or p of them, in model order. A
    // schedule of v chunks runs it as v stages of one v-th each. `hops`, if given, are those
    // between neighbouring ranks, p - 1 of them; a hop from the last rank to the first
    // takes the longest. All else as in costs.h.
    Costs costs = Costs::unit();
};

struct ComparedSchedule {
    std::string name;            // in the catalogue
    std::optional<int> chunks{}; // its own where none are given
    ScheduleOptions options{};
};

// One of them, laid out and run.
struct ComparedRun {
    Schedule schedule;
    Costs costs; // of its stages
    Timeline timeline;
};

struct ComparisonRow {
    std::string name;
    Shape shape;
    std::string whyNot; // a sentence: there is no such schedule for that shape; empty: there is

    // Without a whyNot:
    Nanoseconds makespan{};
    double bubbleFraction = 0;     // see metrics.h, as the next two
    double bubbleOverhead = 0;
    double spanBubbleFraction = 0;
    std::vector<int> peakInFlight; // [rank]: (microbatch, stage) pairs
    int maxInFlight = 0;
    // The largest peak in p-ths of the model, whatever the chunks: what to compare memory by.
    double maxActivations = 0;
    std::size_t transfers = 0; // messages between ranks, in the whole step
    int weightsFactor = 1;     // copies of the model that the ranks hold together
};

// The costs of one schedule's stages. Chunks divide the p-ths to the nanosecond: the parts of
// one p-th add up to it. In a schedule of two directions every rank holds two p-ths, one of
// each copy, and every microbatch crosses p whole ones. Fails with a sentence if `costs` has
// neither 1 nor p stages, or the wrong number of hops.
//
// Precondition: shape.directions is the schedule's, and divides its chunks.
Result<Costs> dividedCosts(const ComparedModel& model, const Shape& shape,
                           const Placement& placement);

// Fails with a sentence: there is no such schedule for that shape.
Result<ComparedRun> runCompared(const ComparedModel& model, const ComparedSchedule& compared,
                                const StopAsked& stop = {});

// The shape that `compared` asks for, and why there is no such schedule.
ComparisonRow rowWithout(const ComparedModel& model, const ComparedSchedule& compared,
                         std::string whyNot);
ComparisonRow rowOf(const ComparedSchedule& compared, const ComparedRun& run);

// One row a schedule, in the order given. Linear in the ops of all, but for what is searched.
std::vector<ComparisonRow> compareSchedules(const ComparedModel& model,
                                            const std::vector<ComparedSchedule>& schedules);

} // namespace plan
