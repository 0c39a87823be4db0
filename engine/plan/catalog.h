// The schedules known by name: what each needs, what it promises, how to make it.

#pragma once

#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <span>
#include <string_view>

namespace plan {

struct ScheduleOptions {
    std::optional<int> group; // interleaved: microbatches that cross a chunk together

    bool operator==(const ScheduleOptions&) const = default;
};

struct CatalogEntry {
    std::string_view name;       // "1f1b"
    std::string_view title;      // "1F1B (PipeDream-Flush)"
    std::string_view conditions; // on the shape, for a person
    std::string_view makespan;   // closed form, in forwards F and backwards B of one stage
    std::string_view memory;     // closed form of the peak in-flight pairs on rank r
    std::string_view source;     // paper

    // Precondition: checkShape(shape) holds and no condition is violated.
    Result<Schedule> (*generate)(const Shape&, const ScheduleOptions&);
};

// In order of age.
std::span<const CatalogEntry> catalog();

// nullptr for a name not in the catalogue.
const CatalogEntry* findSchedule(std::string_view name);

// The entry whose name is nearest in spelling, to offer instead of an unknown one.
std::string_view nearestScheduleName(std::string_view name);

// The conditions alone, without generating: at once for any size. What only the
// order can show (a group that deadlocks) is left to makeSchedule().
Outcome checkConditions(std::string_view name, const Shape& shape,
                        const ScheduleOptions& options = {});

// Generates by name. Fails with a sentence on an unknown name, a shape over the
// limits, a condition of the schedule that does not hold, or an order that would
// deadlock.
Result<Schedule> makeSchedule(std::string_view name, const Shape& shape,
                              const ScheduleOptions& options = {});

// The group `interleaved` uses when none is given: m / max(1, m / p), which is p
// where p divides m.
int defaultGroup(const Shape& shape);

} // namespace plan
