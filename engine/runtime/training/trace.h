// What happens inside an op: the collectives it waits for and what it computes again. Collected
// as marks while the op is queued, taken when it is queued whole, and turned into times when it is
// over (see Lanes).

#pragma once

#include "engine/runtime/lanes.h"
#include "engine/runtime/part.h"

#include <cstddef>
#include <vector>

namespace training {

using engine::GroupKind;
using engine::Lanes;
using engine::Mark;
using engine::Nanoseconds;
using engine::Part;

// The parts of one op, before their times are known. A value.
class MarkedParts {
public:
    bool empty() const { return m_parts.empty(); }

    // Sorted and disjoint: what was computed again leaves out the collectives within it. Waits
    // until the last of them is over; fails as Lanes::time() does.
    plan::Result<std::vector<Part>> resolve(Lanes& lanes) const;

private:
    friend class Trace;
    struct Marked {
        Part::Kind kind = Part::Kind::Collective;
        GroupKind group = GroupKind::None;
        Mark start;
        Mark end;
        std::size_t bytes = 0;     // of a collective
        std::size_t firstWithin{}; // of what was computed again: the parts from here on are in it
    };

    plan::Outcome addAgain(std::size_t index, std::vector<Part>& parts, Lanes& lanes) const;

    std::vector<Marked> m_parts;
};

// Used by one thread.
class Trace {
public:
    // `lanes` must outlive this.
    explicit Trace(Lanes& lanes)
        : m_lanes(lanes)
    {
    }

    Lanes& lanes() const { return m_lanes; }
    Mark mark() const { return m_lanes.mark(engine::Lane::Compute); }

    void addCollective(GroupKind group, Mark start, Mark end, std::size_t bytes);

    // Of computing something again.
    struct Again {
        Mark start;
        std::size_t parts = 0; // that were there
    };
    Again beginAgain() const { return {mark(), m_parts.m_parts.size()}; }
    // What lies between that and now was computed again, but for the collectives in it.
    void endAgain(const Again& began);

    MarkedParts take();

private:
    Lanes& m_lanes;
    MarkedParts m_parts;
};

} // namespace training
