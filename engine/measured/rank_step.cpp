#include "engine/measured/rank_step.h"

#include "engine/measured/tail_entries.h"

#include <algorithm>

namespace measured {

Nanoseconds idleIn(const RankStep& rank, Nanoseconds makespan)
{
    return std::max(Nanoseconds{0}, std::max(makespan, rank.end) - rank.ops - rank.tail);
}

RankStep rankStepOf(const std::vector<plan::Span>& spans, const std::optional<plan::Tail>& tail)
{
    RankStep step;
    for (const plan::Span& span : spans) // each after the one before: RankWork
        step.ops += span.end - span.start;
    if (!spans.empty())
        step.lastOp = spans.back().end;
    step.end = step.lastOp;
    if (tail) {
        step.tail = tail->end - tail->begin;
        step.end = std::max(step.end, tail->end);
    }
    if (!spans.empty())
        step.known = RankStep::Known::Ops;
    return step;
}

std::optional<RankStep> rankStepOf(const telemetry::StepSummary& summary,
                                   std::optional<Nanoseconds> lastEntry)
{
    const auto fromZero
        = [&](std::int64_t time) { return Nanoseconds{time} - Nanoseconds{summary.beginNs}; };
    for (const std::int64_t time : {summary.lastOpNs, summary.tailEndNs, summary.endNs})
        if (time < summary.beginNs || time - summary.beginNs > Nanoseconds(kLongestStep).count())
            return std::nullopt;
    plan::Tail tail{fromZero(summary.tailNs), fromZero(summary.optimizerNs),
                    fromZero(summary.tailEndNs)};
    if (lastEntry && tail.begin <= tail.optimizerBegin)
        tail = onceAllAreIn(tail, *lastEntry);
    RankStep step{.ops = Nanoseconds{telemetry::opsNs(summary)},
                  .tail = tail.end - tail.begin,
                  .lastOp = fromZero(summary.lastOpNs),
                  .known = RankStep::Known::Summary};
    step.end = std::max(step.lastOp, tail.end);
    if (step.ops > kLongestStep || step.tail < Nanoseconds{0})
        return std::nullopt;
    return step;
}

} // namespace measured
