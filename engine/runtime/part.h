// What lies inside an op, or beside it: collectives, and computing that was done before.

#pragma once

#include "engine/plan/op.h"
#include "engine/runtime/clock.h"

#include <cstddef>
#include <cstdint>

namespace engine {

// Values are those of the wire (telemetry/WIRE.md).
enum class GroupKind : std::uint8_t { None, Tensor, Context, Expert, Data, Copies };

// Within the span of an op that waited for it.
struct Part {
    enum class Kind : std::uint8_t { Collective, Recompute };

    Kind kind = Kind::Collective;
    GroupKind group = GroupKind::None;
    Nanoseconds start{}; // on the rank's clock
    Nanoseconds end{};
    std::size_t bytes = 0; // of a collective
};

} // namespace engine
