// What lies inside an op, or beside it: collectives, and computing that was done before.

#pragma once

#include "engine/plan/op.h"
#include "engine/plan/result.h"
#include "engine/runtime/lanes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

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

// The parts of one op before their times are known. A value.
class MarkedParts {
public:
    bool empty() const { return m_parts.empty(); }
    std::size_t size() const { return m_parts.size(); }

    // A collective of so many bytes.
    void addCollective(GroupKind group, Mark start, Mark end, std::size_t bytes);
    // Something that was computed again. The parts from number `firstWithin` on lie within it.
    void addAgain(Mark start, Mark end, std::size_t firstWithin);

    // With times, sorted and disjoint: what was computed again leaves out the collectives within
    // it. Waits until the last of them is over; fails as Lanes::time() does.
    plan::Result<std::vector<Part>> resolve(Lanes& lanes) const;

private:
    // Like Part, but with moments whose times the device may not know yet.
    struct Marked {
        Part::Kind kind = Part::Kind::Collective;
        GroupKind group = GroupKind::None;
        Mark start;
        Mark end;
        std::size_t bytes = 0;
        std::size_t firstWithin = 0; // of what was computed again
    };

    std::vector<Marked> m_parts;
};

} // namespace engine
