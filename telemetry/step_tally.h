// Sums up what a rank records in one step, span by span, into the summary that it sends of it.
//
// What a sum means is said at StepSummary, and holds for spans in the order in which a rank records
// them: ops one after the other, what lies within an op behind it. A few nanoseconds a span, no
// memory. Not thread-safe: the rank's own thread owns it.

#pragma once

#include "telemetry/wire.h"

#include <optional>

namespace telemetry {

class StepTally {
public:
    // `zeroNs`: as the Begin mark has it; what was added before is forgotten.
    void begin(std::int32_t step, std::int64_t zeroNs);

    // Precondition: of the step.
    void add(const SpanRecord& span);

    // Held at one moment, all that is counted together.
    void held(std::uint64_t bytes);

    // Spans added since begin().
    std::uint32_t spans() const { return m_sums.spans; }

    // The step ends at `endNs`, or with the last of its ops or its tail where that is later.
    StepSummary finish(std::int64_t endNs) const;

private:
    void addOp(const SpanRecord& span);
    void addWithin(const SpanRecord& span);
    void addTail(const SpanRecord& span);

    StepSummary m_sums;
    std::int64_t m_opBeginNs = 0;         // of the last op, as it was summed
    std::int64_t m_collectiveEndNs = 0;   // of the last one within it
    std::int64_t m_recomputeEndNs = 0;    // likewise
    std::optional<std::int64_t> m_tailNs; // first span of the tail
    std::optional<std::int64_t> m_optimizerNs;
    std::optional<std::int64_t> m_reducedNs; // end of the tail's collectives
    std::int64_t m_tailEndNs = 0;
};

} // namespace telemetry
