// What an entry of the catalogue states about itself, as a check of shape and options.

#pragma once

#include "engine/plan/catalog.h"

namespace plan {

// The error says what to change.
Outcome checkStated(const CatalogEntry& entry, const Shape& shape, const ScheduleOptions& options);

} // namespace plan
