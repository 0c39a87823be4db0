// What one rank of the world did in one step, in a few numbers: what is known of every rank,
// however little it sends, and what replicas are compared by.

#pragma once

#include "engine/measured/rank_work.h"

#include <optional>

namespace measured {

struct RankStep {
    // What the numbers are of. Of a rank that told only of the step as a whole nothing is known of
    // when it idled, which is not the same as having idled.
    enum class Known : std::uint8_t {
        Nothing,
        Length,  // when the step ended, and nothing else
        Summary, // everything here, but no op
        Ops,     // its ops were recorded
    };
    // Times count from the step's common zero.
    Nanoseconds ops{};    // that its ops took; together disjoint
    Nanoseconds tail{};   // that its part of the step's end took, as tail_entries.h counts it
    Nanoseconds lastOp{}; // end of its last op
    Nanoseconds end{};    // of all that it did
    Known known = Known::Nothing;

    // The other numbers are of something.
    bool hasWork() const { return known == Known::Summary || known == Known::Ops; }

    bool operator==(const RankStep&) const = default;
};

// Of a step that took `makespan`: what the rank did not work in it. For a rank of the timeline the
// same that plan::busyTime() leaves of the makespan. Precondition: rank.hasWork().
Nanoseconds idleIn(const RankStep& rank, Nanoseconds makespan);

// `tail`: as it counts; none where the rank has told of none.
RankStep rankStepOf(const std::vector<plan::Span>& spans, const std::optional<plan::Tail>& tail);

// Nothing where its times lie further apart than kLongestStep (rank_work.h), which is damage.
// `lastEntry`: the moment at which the last rank of the world entered the tail; none: nothing is
// waited for there. See tail_entries.h.
std::optional<RankStep> rankStepOf(const telemetry::StepSummary& summary,
                                   std::optional<Nanoseconds> lastEntry);

} // namespace measured
