// Schedules by hand: an order in the strategy itself (order_rows.h), or a file in PyTorch's CSV
// (torch_csv/torch_csv.h).

#pragma once

#include "engine/plan/schedule.h"
#include "engine/strategy/order_rows.h"
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

// The schedule that the strategy gives or its file does, which can run and agrees with the
// strategy's pipeline, and with its chunks, microbatches and most in flight where they are given.
plan::Result<plan::Schedule> customSchedule(const Strategy& strategy);

// Most bytes of an order in a strategy, of all rows.
inline constexpr std::size_t kMaxOrderBytes = 1u << 20;

// As it stands in a strategy. Linear in the ops.
OrderRows orderRows(const plan::Schedule& schedule);

// The strategy with that schedule, by hand, in itself. Chunks and samples of a step are written
// down, as the name no longer says them, but samples over kMaxSamples as one more than that, which
// check() refuses; the limit of what is in flight stays where it was one.
//
// Precondition: the schedule has the strategy's ranks.
Strategy withOrder(Strategy strategy, const plan::Schedule& schedule);
// The same of rows at hand, those of a schedule of that shape.
Strategy withOrder(Strategy strategy, const plan::Shape& shape, OrderRows rows);

} // namespace strategy
