// The step of a strategy under other schedules: the rows of plan/compare.h and the picture of
// each, for the ranks, microbatches and costs the strategy has.

#pragma once

#include "engine/plan/compare.h"
#include "gui/document/prediction.h"
#include "gui/timeline/track_data.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

inline constexpr std::size_t kMostCompared = 4;

struct ComparedStep {
    plan::ComparisonRow row;
    TrackData track; // without a timeline where the row says why not
};

struct ScheduleComparison {
    std::vector<ComparedStep> steps; // as asked for
};

using ScheduleComparisonPtr = std::shared_ptr<const ScheduleComparison>;

// What the strategy gives every schedule: its costs by p-ths of the model. Precondition: the
// prediction is that of the strategy.
plan::ComparedModel comparedModel(const Prediction& prediction);

// Pure; any thread. A schedule larger than the window predicts is refused like one that does not
// exist. After `stop` the rest is left out.
ScheduleComparisonPtr compare(const plan::ComparedModel& model,
                              const std::vector<plan::ComparedSchedule>& schedules,
                              const plan::StopAsked& stop = {});

} // namespace gui
