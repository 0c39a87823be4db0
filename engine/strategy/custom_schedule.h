// Schedules by hand: a file in PyTorch's CSV (torch_csv/torch_csv.h).

#pragma once

#include "engine/plan/schedule.h"
#include "engine/strategy/strategy.h"

#include <cstddef>

namespace strategy {

inline constexpr std::size_t kMaxCsvBytes = 64u << 20;

// A file in either form of the CSV.
struct ScheduleFile {
    std::string path;
    std::string text;
    plan::Schedule schedule; // complete, though it may deadlock

    // A sentence of validate.h with the file before it, and the place of the op that it is
    // about: "my.csv: row 2, column 5: ...".
    std::string placed(const std::string& sentence) const;
};

// The error begins with the path and, where there is one, the place.
plan::Result<ScheduleFile> readScheduleCsv(const std::string& path);

// The schedule of the strategy's file, which can run and agrees with the strategy's
// pipeline, and with its chunks and microbatches where they are given.
plan::Result<plan::Schedule> customSchedule(const Strategy& strategy);

} // namespace strategy
