// The span records of one rank in one step, sorted into what they are: ops, what stands
// inside an op, what ran beside the ops, second runs, and what ends the step.

#pragma once

#include "engine/plan/timeline.h"
#include "telemetry/wire.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace measured {

using plan::Nanoseconds;

// The longest step there is: what a rank recorded further from the step's zero is damage. Far
// below what a sum of times can hold, and above what anybody waits for.
inline constexpr std::chrono::hours kLongestStep{24};

// A collective or a recomputation inside an op, cut to the op's span. Unlike the parts of
// the timeline these may overlap: a collective stands inside a recomputation.
struct InnerPart {
    plan::Op op;
    plan::Part part;
    telemetry::CollectiveGroup group = telemetry::CollectiveGroup::Unsaid; // of a collective
    std::uint64_t bytes = 0;                                               // likewise

    bool operator==(const InnerPart&) const = default;
};

// A reduction of gradients that ran beside the ops; it covers nothing of the ledger.
struct ReductionSpan {
    int stage = 0;
    Nanoseconds start{};
    Nanoseconds end{};
    telemetry::CollectiveGroup group = telemetry::CollectiveGroup::Unsaid;
    std::uint64_t bytes = 0;

    bool operator==(const ReductionSpan&) const = default;
};

struct RankWork {
    // By start; of two that start together, as recorded. Disjoint: of two that overlap the later
    // begins where the earlier ends.
    std::vector<plan::Span> spans;
    std::optional<plan::Tail> tail; // after the ops; nothing where the rank reported none
    std::vector<plan::Part> parts;  // see plan::Timeline; a collective wins over what is around
    std::vector<InnerPart> inner;   // by start
    std::vector<plan::Span> reruns; // second runs of ops, by start; they count as no op
    std::vector<ReductionSpan> reductions; // by start
    std::vector<std::int64_t> lateness;    // of ops and of the tail
    std::uint64_t clamped = 0;             // parts that stuck out of their op, or found none
    std::uint64_t tooFar = 0;              // records beyond kLongestStep, left out
};

// True for an op's first run.
bool isOp(const telemetry::SpanRecord& record);

// True for the gradient reduction and the optimizer that end a step: of no stage and microbatch.
bool isTail(const telemetry::SpanRecord& record);

// True where the stage and the microbatch are those of an op, of a reduction or of a tail in
// a run of `stages` and `microbatches`.
bool hasPlace(const telemetry::SpanRecord& record, int stages, int microbatches);

// True where all times of the summary lie within kLongestStep of the step's zero.
bool isNear(const telemetry::StepSummary& summary);

// `beginNs`: the step's zero on the rank's clock. Sends and receives are left out.
RankWork workOf(const std::vector<telemetry::SpanRecord>& records, std::int64_t beginNs);

} // namespace measured
