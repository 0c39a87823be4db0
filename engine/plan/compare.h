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

    // Of one p-th of the model: one entry for all alike, or p of them, in model order; `hops`, if
    // given, between neighbouring ranks. Divided over chunks as cost_basis.h says.
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
