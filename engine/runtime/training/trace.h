// What happens inside an op, with times: the collectives it waits for and what it computes
// again. Filled while the op runs, taken when it is over.

#pragma once

#include "engine/runtime/part.h"

#include <vector>

namespace training {

using engine::GroupKind;
using engine::Nanoseconds;
using engine::Part;

// Used by one thread.
class Trace {
public:
    // `clock` must outlive this.
    explicit Trace(const engine::Clock& clock)
        : m_clock(clock)
    {
    }

    Nanoseconds now() const { return m_clock.now(); }
    void add(const Part& part) { m_parts.push_back(part); }

    // Marks what lies between `start` and now as computed again, but for the collectives in it.
    void recomputedSince(Nanoseconds start);

    // Sorted and disjoint.
    std::vector<Part> take();

private:
    const engine::Clock& m_clock;
    std::vector<Part> m_parts;
};

} // namespace training
