// What each span of a timeline had to wait for: the span before it on its rank, and
// the spans on other ranks whose outputs it consumes.
//
// Spans are numbered rank by rank, in time. What two spans of one rank need of each
// other is left out: the rank's order already keeps them apart. The two spans of a
// fused pair are one unit: it starts when both inputs are here and its outputs are
// there when it ends.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plan {

class SpanGraph {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    // Consecutive spans that run as one thing: one span, or a fused pair.
    struct Unit {
        std::uint32_t first = 0;
        std::uint32_t count = 1;
    };

    // What a span consumes, or whose it is that consumes a span's output.
    struct Input {
        std::uint32_t span = kNone; // whose output it is; kNone: on this rank, none, or lost
        Nanoseconds transfer{};
        bool lost = false; // it has no span in the timeline
    };

    // Linear in the spans. All three outlive the graph.
    //
    // Precondition: every span's op lies inside the schedule's shape, at most one span
    // an op, fewer than 2^32 spans.
    SpanGraph(const Schedule& schedule, const Timeline& timeline, const Costs& costs);

    std::uint32_t spans() const { return m_rankBegin.back(); }
    std::uint32_t rankBegin(std::size_t rank) const { return m_rankBegin[rank]; }
    std::uint32_t rankEnd(std::size_t rank) const { return m_rankBegin[rank + 1]; }
    std::size_t ranks() const { return m_rankBegin.size() - 1; }

    std::size_t rankOf(std::uint32_t span) const; // logarithmic in the ranks
    const Span& at(std::uint32_t span) const { return *m_spans[span]; }

    Unit unitOf(std::uint32_t span) const;
    Nanoseconds start(const Unit& unit) const { return at(unit.first).start; }
    Nanoseconds end(const Unit& unit) const { return at(unit.first + unit.count - 1).end; }

    // What the op of that span consumes from another rank.
    Input inputOf(std::uint32_t span) const;
    // The span on another rank that consumes what this one makes, and how long that is on
    // its way; kNone if there is none.
    Input consumerOf(std::uint32_t span) const;

    // The first span of every unit, each after all that it waits for. Where measured
    // spans wait for each other in a circle, those are left out. Linear.
    std::vector<std::uint32_t> unitsInOrder() const;

private:
    void joinPairs();
    Input across(const Op& from, const Op& to, const Op& wanted) const;

    const Schedule& m_schedule;
    const Costs& m_costs;
    OpSlots m_slots;
    std::vector<std::uint32_t> m_rankBegin; // [rank], and one past the last
    std::vector<const Span*> m_spans;
    std::vector<std::uint32_t> m_spanOf; // by m_slots
    std::vector<bool> m_joined;          // [span]: one unit with the span after it; empty: none is
};

} // namespace plan
