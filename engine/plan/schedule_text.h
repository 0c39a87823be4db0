// The text of a schedule: PyTorch's CSV of compute ops, one line a rank, ops separated
// by commas, with no blank cells. A fused pair stands in one cell:
// "(0F7;7B3)OVERLAP_F_B".

#pragma once

#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <string>
#include <string_view>

namespace plan {

std::string toText(const Schedule& schedule);

// Takes ranks from the lines, chunks and microbatches from the largest indices, and
// the placement from where the forwards stand: a stage whose microbatches from some
// point on stand on another rank is taken for a bidirectional schedule. The error
// names line and column (both from 1). What it returns need not be legal
// (validate.h).
Result<Schedule> parseSchedule(std::string_view text);

} // namespace plan
