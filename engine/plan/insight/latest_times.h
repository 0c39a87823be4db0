// How late every span could run without moving the end of the step.

#pragma once

#include "engine/plan/insight/span_graph.h"

#include <functional>
#include <vector>

namespace plan {

// Of a span that keeps its place whatever could run later.
using Pinned = std::function<bool(std::uint32_t span)>;

// [span]: the latest end of the span's unit at which every later unit, in its turn as late
// as it may be, still keeps its order, its inputs and the makespan, and every rank its
// tail's length. A pinned unit ends when it does now. Never before it ends now on a
// predicted timeline. Linear in the spans; `pinned` is asked once a unit, of its first
// span, and may be empty.
std::vector<Nanoseconds> latestEnds(const SpanGraph& graph, const Timeline& timeline,
                                    const Pinned& pinned = {});

} // namespace plan
