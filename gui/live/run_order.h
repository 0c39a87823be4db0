// The order of ops that a run follows, as far as it can be told from what the run said of itself
// and from the strategy it was launched with. Pure functions, any thread.

#pragma once

#include "engine/measured/step_assembler.h"
#include "gui/document/prediction.h"

#include <cstdint>
#include <memory>
#include <string>

namespace gui {

using SchedulePtr = std::shared_ptr<const plan::Schedule>; // immutable once published

// What the steps of a run are held against. An emulated run keeps to what is predicted, at its
// time scale; one recorded before there were time scales, to the costs given or to 1 us per op
// part. A run on a real device is held against the cost model.
PredictedAs predictedAs(const measured::RunInfo& info);

// Both compute the same: equal but for the name, and for how the global batch is written down.
bool isSameWork(strategy::Strategy a, strategy::Strategy b);

// The work of a run that was launched with `launched`. A real device takes the time it takes,
// whatever the costs of its strategy say: they may differ.
bool isWorkOf(strategy::Strategy launched, bool emulated, const strategy::Strategy& strategy);

// The log is large enough to hold a run of that shape: each of its cells is recorded as two spans
// at least. A shape that a few bytes only claim is no reason to make a schedule of millions of
// ops. `logBytes`: of the event log so far.
bool isBorneOut(const plan::Shape& shape, std::uint64_t logBytes);

// The order under `schedule`, made as the run makes it: from the strategy it was launched with
// where that is known and cut as the run says, else from the catalogue's schedule of that name.
// Null where there is no such schedule, or where `stop` says that nobody waits for it; searching
// for an order may take seconds.
SchedulePtr makeOrder(const strategy::Strategy* launched, const measured::RunInfo& info,
                      const measured::FollowedSchedule& schedule, const plan::StopAsked& stop);

} // namespace gui
