// The step of a strategy under other schedules: the rows of strategy/comparison.h and the picture
// of each, for the ranks, microbatches and costs the strategy has.

#pragma once

#include "engine/strategy/estimate/comparison.h"
#include "gui/document/prediction.h"
#include "gui/timeline/track_data.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

inline constexpr std::size_t kMostCompared = 4; // beside the strategy's own schedule

// One schedule: its numbers and its picture.
struct ComparedStep {
    plan::ComparisonRow row;
    TrackData track; // without a timeline where the row says why not
};

// Immutable once made, and shared between the table and the tracks.
struct ScheduleComparison {
    std::vector<ComparedStep> steps; // as asked for
};

using ScheduleComparisonPtr = std::shared_ptr<const ScheduleComparison>;

// The strategy whose step is compared, with the costs of the prediction.
strategy::Strategy comparedStrategy(const Prediction& prediction);

// Pure; any thread. Each rank's share stays what it is, as `bubblescope-plan compare` has it. A
// schedule larger than the window predicts is refused like one that does not exist. After `stop`
// the rest is left out.
ScheduleComparisonPtr compare(const strategy::Strategy& strategy,
                              const std::vector<plan::ComparedSchedule>& schedules,
                              const plan::StopAsked& stop = {});

} // namespace gui
