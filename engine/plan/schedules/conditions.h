// The conditions that several schedules share; each is an error with what to change.

#pragma once

#include "engine/plan/catalog.h"

#include <string_view>

namespace plan {

// Exactly `chunks` a rank; `why` completes "takes 2 chunks a rank (...)".
Outcome requireChunks(std::string_view name, const Shape& shape, int chunks,
                      std::string_view why = {});

Outcome refuseGroup(std::string_view name, const ScheduleOptions& options);

// A group from 1 to the microbatches, if one is given.
Outcome checkGroup(const Shape& shape, const ScheduleOptions& options);

} // namespace plan
