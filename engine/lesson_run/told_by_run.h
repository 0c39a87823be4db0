// What a recorded run tells a lesson: the values of the measures that begin with `measured.`.

#pragma once

#include "engine/lesson/values.h"
#include "engine/measured/step_assembler.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <vector>

namespace lesson {

// Of the steps that are whole. What the run does not tell stays empty: a loss where nothing was
// trained, a slow rank where none was found. Times and the bubble are medians over all of them, as
// the report of the run has them.
// `schedule`: the order that the run was launched with. `before`: what the run told that this one
// was resumed from; null: none. Takes some ms for each hundred steps.
MeasuredRun toldByRun(const std::vector<measured::Step>& steps, const plan::Schedule& schedule,
                      const MeasuredRun* before = nullptr);

} // namespace lesson
