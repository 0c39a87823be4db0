// Single fields of a strategy changed by words, with what follows from the change.

#pragma once

#include "engine/plan/result.h"
#include "engine/strategy/strategy.h"

#include <string>
#include <string_view>

namespace strategy {

// Sets "batch.micro", "recompute.granularity", "schedule.name" and the like: every integer,
// yes or no, number or choice of fields.h, the schedule's name, the device's, and
// "batch.microbatches", which stands for batch.global. Lists, files and training are no such
// fields. What else the number must be is left to check().
//
// What follows from the field is set with it, so that the change is one that means something:
// - sizes of the cut and the number of devices: data ranks are what the devices leave;
// - ranks, chunks, schedule and layers: a list of layers gives way to an even division;
// - the schedule: as withSchedule() has it.
// A field that has the value already takes nothing with it.
plan::Outcome changeField(Strategy& strategy, std::string_view key, std::string_view value);

// As changeField() takes it: of fields that are left to a default what they then are, where
// that is one of "parallel.data", "parallel.chunks", "batch.global" and "batch.microbatches".
// Fails for a key of none.
plan::Result<std::string> fieldWord(const Strategy& strategy, std::string_view key);

// With the sizes that are left to others written down: devices and global batch. Then a field
// can change without the size of the work changing with it.
Strategy withSizesWritten(Strategy strategy);

} // namespace strategy
