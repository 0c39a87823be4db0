// What a measured rank did inside its ops, beside them and in its bubbles, besides the ops
// themselves.

#pragma once

#include "engine/plan/timeline.h"

#include <cstdint>
#include <vector>

namespace gui {

// Which ranks a collective is among.
// Unsaid where the run did not say it.
enum class Among : std::uint8_t { Unsaid, Tensor, Context, Expert, Data, Copies };

struct InnerTime {
    plan::Op op; // it lies in
    plan::Part part;
    Among among = Among::Unsaid; // of a collective

    bool operator==(const InnerTime&) const = default;
};

// A reduction of the gradients of a stage, which ran while the rank computed.
struct SideReduction {
    int stage = 0;
    plan::Nanoseconds start{};
    plan::Nanoseconds end{};
    Among among = Among::Unsaid;

    bool operator==(const SideReduction&) const = default;
};

// Lists by [rank] are empty, or have an entry a rank.
// Made by live/inner_times.h of a measured step, and immutable from then on. Times are those of the
// step, in nanoseconds from its beginning.
struct InnerWork {
    std::vector<std::vector<InnerTime>> inner;   // by start; for the stories
    std::vector<std::vector<plan::Span>> reruns; // by start: second runs of ops, in bubbles
    std::vector<std::vector<SideReduction>> reductions{}; // by start
};

} // namespace gui
