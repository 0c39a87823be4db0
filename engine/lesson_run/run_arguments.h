// What the run of a step is started with, beside its strategy.

#pragma once

#include "engine/lesson/lesson.h"
#include "engine/lesson/planned.h"
#include "engine/lesson/read_lesson.h"
#include "engine/plan/injected_fault.h"
#include "engine/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lesson {

struct RunRequest {
    std::string device; // "emulated" or "cpu"
    int steps = 0;
    std::optional<plan::Slowdown> slow{};   // to be found by the learner
    std::optional<plan::BitFlip> flipBit{}; // likewise
};

// What the action asks for; the same seed draws the same faults. A slow rank begins after a third
// of the steps, so that there is something to compare it with, unless the run is too short for
// that. Fails with a sentence where the run would be larger than a lesson may start, or where no op
// of the strategy runs twice and one is to be flipped.
plan::Result<RunRequest> runRequest(const RunAction& action, const Planned& planned,
                                    std::uint64_t seed);

} // namespace lesson
