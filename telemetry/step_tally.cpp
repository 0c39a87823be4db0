#include "telemetry/step_tally.h"

#include <algorithm>

namespace telemetry {
namespace {

std::int64_t lengthOf(const SpanRecord& span) { return span.endNs - span.startNs; }

// What of the span lies within [begin, end] and behind `done`, which moves on to its end.
std::int64_t lengthWithin(const SpanRecord& span, std::int64_t begin, std::int64_t end,
                          std::int64_t& done)
{
    const std::int64_t from = std::max({span.startNs, begin, done});
    const std::int64_t to = std::min(span.endNs, end);
    if (to <= from)
        return 0;
    done = to;
    return to - from;
}

} // namespace

void StepTally::begin(std::int32_t step, std::int64_t zeroNs)
{
    *this = {};
    m_sums.step = step;
    m_sums.beginNs = m_sums.firstOpNs = m_sums.lastOpNs = zeroNs;
}

void StepTally::add(const SpanRecord& span)
{
    ++m_sums.spans;
    m_sums.flags |= span.flags & kFlagEmulated;
    const bool ofAnOp = span.stage >= 0 && span.microbatch >= 0;
    if (span.kind <= SpanKind::WeightGrad && (span.flags & kFlagRerun) != 0)
        m_sums.rerunNs += lengthOf(span);
    else if (span.kind <= SpanKind::WeightGrad)
        addOp(span);
    else if (span.kind == SpanKind::Send || span.kind == SpanKind::Receive)
        m_sums.transferNs += lengthOf(span);
    else if (ofAnOp)
        addWithin(span);
    else if (span.stage < 0)
        addTail(span);
    else
        m_sums.reductionNs += lengthOf(span);
}

void StepTally::addOp(const SpanRecord& span)
{
    if (m_sums.ops++ == 0) {
        m_sums.firstOpNs = span.startNs;
        m_sums.lastOpNs = span.startNs;
    }
    const std::int64_t begin = std::max(span.startNs, m_sums.lastOpNs);
    const std::int64_t end = std::max(span.endNs, begin);
    m_sums.lastOpNs = end;
    m_opBeginNs = m_collectiveEndNs = m_recomputeEndNs = begin;
    switch (span.kind) {
    case SpanKind::Forward:
        m_sums.forwardNs += end - begin;
        return;
    case SpanKind::Backward:
        m_sums.backwardNs += end - begin;
        return;
    case SpanKind::InputGrad:
        m_sums.inputGradNs += end - begin;
        return;
    default:
        m_sums.weightGradNs += end - begin;
    }
}

void StepTally::addWithin(const SpanRecord& span)
{
    if (m_sums.ops == 0)
        return;
    if (span.kind == SpanKind::Collective)
        m_sums.collectiveNs += lengthWithin(span, m_opBeginNs, m_sums.lastOpNs, m_collectiveEndNs);
    else if (span.kind == SpanKind::Recompute)
        m_sums.recomputeNs += lengthWithin(span, m_opBeginNs, m_sums.lastOpNs, m_recomputeEndNs);
}

// A collective that begins once the optimizer runs, as the gathering of sharded weights, is a part
// of the optimizer's time.
void StepTally::addTail(const SpanRecord& span)
{
    m_tailEndNs = m_tailNs ? std::max(m_tailEndNs, span.endNs) : span.endNs;
    m_tailNs = std::min(m_tailNs.value_or(span.startNs), span.startNs);
    if (span.kind == SpanKind::Optimizer)
        m_optimizerNs = std::min(m_optimizerNs.value_or(span.startNs), span.startNs);
    else if (!m_optimizerNs || span.startNs <= *m_optimizerNs)
        m_reducedNs = std::max(m_reducedNs.value_or(span.endNs), span.endNs);
}

void StepTally::held(std::uint64_t bytes) { m_sums.peakBytes = std::max(m_sums.peakBytes, bytes); }

StepSummary StepTally::finish(std::int64_t endNs) const
{
    StepSummary summary = m_sums;
    summary.tailNs = std::max(m_tailNs.value_or(summary.lastOpNs), summary.lastOpNs);
    summary.optimizerNs = std::max(summary.tailNs, m_optimizerNs.value_or(summary.tailNs));
    if (m_reducedNs)
        summary.optimizerNs = std::max(summary.optimizerNs, *m_reducedNs);
    summary.tailEndNs = m_tailNs ? std::max(m_tailEndNs, summary.optimizerNs) : summary.optimizerNs;
    summary.endNs = std::max({endNs, summary.lastOpNs, summary.tailEndNs, summary.beginNs});
    return summary;
}

} // namespace telemetry
