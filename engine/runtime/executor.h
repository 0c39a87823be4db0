// Runs programs. Knows neither what a machine is made of nor what time it is.

#pragma once

#include "engine/runtime/machine.h"

#include <functional>

namespace engine {

using OnDone = std::function<void(const Completion&)>;

// Runs `program` once on `machine`, within a step that was begun, and reports each
// instruction when it is over, in whatever order that is. Keeps at most `depth`
// (> 0) computes queued, a fused pair as one, with the transfers between them.
//
// Returns how many instructions ran, or the first error, which names the
// instruction; after an error nothing more is queued.
plan::Result<std::size_t> runStep(const plan::Program& program, Machine& machine,
                                  const OnDone& onDone, std::size_t depth = 4);

} // namespace engine
