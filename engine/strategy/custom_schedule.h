// Schedules by hand: a file in PyTorch's CSV (engine/plan/schedule_text.h).

#pragma once

#include "engine/plan/schedule.h"
#include "engine/strategy/strategy.h"

#include <cstddef>

namespace strategy {

inline constexpr std::size_t kMaxCsvBytes = 512u << 20;

// The schedule of a file in either form of the CSV, complete, though it may deadlock. The
// error begins with the path: "my.csv: row 2, column 5: ...".
plan::Result<plan::Schedule> readScheduleCsv(const std::string& path);

// The schedule of the strategy's file, which can run and agrees with the strategy's
// pipeline, and with its chunks and microbatches where they are given.
plan::Result<plan::Schedule> customSchedule(const Strategy& strategy);

} // namespace strategy
