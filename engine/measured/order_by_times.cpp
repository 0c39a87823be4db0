#include "engine/measured/order_by_times.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <utility>

namespace measured {
namespace {

using plan::Op;
using plan::Span;

// One rank's ops by time. `turn`: its order in the schedule. Nothing where two overlap.
std::optional<std::vector<Span>> byTime(const plan::Shape& shape, std::size_t rank,
                                        const std::vector<Op>& turn, const plan::RankTimes& times)
{
    std::vector<Span> forwards;
    std::vector<Span> backwards;
    for (Op op : turn) {
        auto& spans = isForward(op.kind) ? forwards : backwards;
        const auto& ops = isForward(op.kind) ? times.forwardOps : times.backwardOps;
        const auto& ranges = isForward(op.kind) ? times.forwards : times.backwards;
        if (!ops.empty()) {
            op.stage = stageOf(shape, rank, ops[spans.size()].chunk);
            op.microbatch = ops[spans.size()].microbatch;
        }
        const plan::TimeRange& range = ranges[spans.size()];
        spans.push_back({op, range.start, range.end});
    }
    std::vector<Span> merged;
    for (std::size_t f = 0, b = 0; f < forwards.size() || b < backwards.size();) {
        const bool isForwardNext = b == backwards.size()
            || (f < forwards.size() && forwards[f].end <= backwards[b].start);
        const Span& next = isForwardNext ? forwards[f++] : backwards[b++];
        if (!merged.empty() && next.start < merged.back().end)
            return std::nullopt;
        merged.push_back(next);
    }
    return merged;
}

// By how much the messages contradict each other; nothing where the order cannot run.
std::optional<Nanoseconds> contradictionOf(const plan::Schedule& schedule,
                                           const plan::Timeline& timeline)
{
    if (!plan::simulate(schedule, plan::Costs::unit()))
        return std::nullopt;
    return clocksOf(schedule, timeline).contradiction;
}

} // namespace

std::optional<TracedOrder> orderByTimes(const plan::Shape& shape,
                                        std::span<const std::string_view> turns,
                                        std::span<const plan::RankTimes> ranks)
{
    std::optional<TracedOrder> best;
    Nanoseconds least{};
    for (const std::string_view name : turns) {
        auto schedule = plan::makeSchedule(name, shape);
        if (!schedule)
            continue;
        plan::Timeline timeline;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            auto spans = byTime(shape, rank, schedule->order[rank], ranks[rank]);
            if (!spans)
                return std::nullopt; // whatever the ops are called
            schedule->order[rank].clear();
            for (const Span& span : *spans)
                schedule->order[rank].push_back(span.op);
            timeline.spans.push_back(*std::move(spans));
        }
        const auto contradiction = contradictionOf(*schedule, timeline);
        if (!contradiction || (best && *contradiction >= least))
            continue;
        least = *contradiction;
        const bool isSaid = !ranks.front().forwardOps.empty();
        best = TracedOrder{std::string(kCustomOrder), *std::move(schedule),
                           isSaid ? std::string() : std::string(name)};
    }
    return best;
}

} // namespace measured
