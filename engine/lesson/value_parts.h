// The parts of valueOf(), by what they read. Internal to this folder.

#pragma once

#include "engine/lesson/values.h"

namespace lesson {

// Precondition of all: planned.hasTimeline(), and the measure's rank or stage is one of it.

plan::Result<Quantity> timelineValue(const Measure& measure, const Planned& planned);
plan::Result<Quantity> strategyValue(const Measure& measure, const Planned& planned);
plan::Result<Quantity> estimateValue(const Measure& measure, const Planned& planned);

// Without what the timeline says: in the order as it stands every op is there and can run.
bool isLegal(const plan::Schedule& schedule);

// Of a measure whose rank is one of all devices, not of the pipeline alone.
bool isOfDevice(MeasureId id);
int deviceCount(const Planned& planned);

} // namespace lesson
