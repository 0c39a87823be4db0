#include "engine/measured/rank_step.h"

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

} // namespace measured
