// What happens inside an op: the collectives it waits for and what it computes again. Collected
// as marks while the op is queued, and taken when it is queued whole; its times are asked for when
// the op is over (see MarkedParts).

#pragma once

#include "engine/runtime/lanes.h"
#include "engine/runtime/part.h"
#include "engine/runtime/training/op_ranges.h"

#include <cstddef>
#include <utility>

namespace training {

using engine::GroupKind;
using engine::Lanes;
using engine::Mark;
using engine::MarkedParts;
using engine::Nanoseconds;

// Used by one thread.
class Trace {
public:
    // Both must outlive this.
    Trace(Lanes& lanes, OpRanges& ranges)
        : m_lanes(lanes)
        , m_ranges(ranges)
    {
    }

    Lanes& lanes() const { return m_lanes; }
    OpRanges& ranges() const { return m_ranges; } // of what is queued from now on
    Mark mark() const { return m_lanes.mark(engine::kComputeLane); }

    void addCollective(GroupKind group, Mark start, Mark end, std::size_t bytes)
    {
        m_parts.addCollective(group, start, end, bytes);
    }

    // The beginning of what is computed again.
    struct Again {
        Mark start;
        std::size_t parts = 0; // that were there
    };
    Again beginAgain() const { return {mark(), m_parts.size()}; }
    // What lies between that and now was computed again, but for the collectives in it.
    void endAgain(const Again& began) { m_parts.addAgain(began.start, mark(), began.parts); }

    // Of the op that is queued whole.
    MarkedParts take() { return std::exchange(m_parts, {}); }

private:
    Lanes& m_lanes;
    OpRanges& m_ranges;
    MarkedParts m_parts;
};

} // namespace training
