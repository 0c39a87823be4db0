#include "engine/measured/traced_step.h"

#include "engine/measured/order_by_times.h"
#include "engine/plan/catalog.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace measured {
namespace {

using plan::Op;
using plan::RankTimes;
using plan::Span;
using plan::TimeRange;

// Those that can be told by the times of forwards and backwards, of one chunk or of more.
std::vector<std::string_view> namesToTry(int chunks)
{
    std::vector<std::string_view> names;
    for (const plan::CatalogEntry* entry : plan::inTurn(&plan::CatalogEntry::traceTurn))
        if (entry->anyChunks == (chunks > 1))
            names.push_back(entry->name);
    return names;
}

std::string inMs(Nanoseconds time)
{
    std::string text = std::to_string(double(time.count()) / 1e6);
    return text.substr(0, text.find('.') + 4) + " ms";
}

// Of the i-th forward or backward; nothing where the trace does not say.
std::optional<Op> saidOp(const TracedOrder& order, std::size_t rank, const RankTimes& times,
                         bool forward, std::size_t i)
{
    const auto& ops = forward ? times.forwardOps : times.backwardOps;
    if (ops.empty())
        return std::nullopt;
    const int stage = stageOf(order.schedule.shape, rank, ops[i].chunk);
    return forward ? plan::forward(stage, ops[i].microbatch)
                   : plan::backward(stage, ops[i].microbatch);
}

// One rank's ops in the schedule's order.
plan::Result<std::vector<Span>> spansOf(const TracedOrder& order, std::size_t rank,
                                        const RankTimes& times)
{
    std::vector<Span> spans;
    auto forward = times.forwards.begin();
    auto backward = times.backwards.begin();
    for (const Op& op : order.schedule.order[rank]) {
        const bool isNext = isForward(op.kind);
        const auto i = std::size_t(isNext ? forward - times.forwards.begin()
                                          : backward - times.backwards.begin());
        const TimeRange& range = isNext ? *forward++ : *backward++;
        if (const auto said = saidOp(order, rank, times, isNext, i); said && *said != op)
            return plan::Error{"rank " + std::to_string(rank) + " does not run " + order.name
                               + ": its op " + std::to_string(spans.size() + 1) + " would be "
                               + toText(op) + ", and it ran " + toText(*said)};
        if (!spans.empty() && range.start < spans.back().end)
            return plan::Error{"rank " + std::to_string(rank) + " does not run " + order.name
                               + ": its op " + std::to_string(spans.size() + 1) + " would be "
                               + toText(op) + ", and that begins at " + inMs(range.start)
                               + ", before " + toText(spans.back().op) + " has ended at "
                               + inMs(spans.back().end)};
        spans.push_back({op, range.start, range.end});
    }
    return spans;
}

Nanoseconds spread(const std::vector<Nanoseconds>& times)
{
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    return *most - *least;
}

// Adds the tails and the makespan. True where the ranks waited for each other.
bool endStep(plan::Timeline& timeline, const std::vector<Nanoseconds>& ends, TailIs kind)
{
    std::vector<Nanoseconds> begins;
    for (const auto& spans : timeline.spans)
        begins.push_back(spans.back().end);
    timeline.makespan = *std::max_element(ends.begin(), ends.end());
    if (begins == ends)
        return false; // nothing follows the ops
    const Nanoseconds lastEntry = *std::max_element(begins.begin(), begins.end());
    const bool together = *std::min_element(ends.begin(), ends.end()) >= lastEntry
        // Ranks that end closer together than they began the tail have waited for each other in it.
        && 2 * spread(ends) < spread(begins);
    for (std::size_t rank = 0; rank < ends.size(); ++rank) {
        plan::Tail tail{begins[rank], ends[rank], ends[rank]};
        if (together)
            tail = onceAllAreIn(tail, lastEntry);
        if (kind == TailIs::Optimizer)
            tail.optimizerBegin = tail.begin;
        timeline.tails.push_back(tail);
    }
    return together;
}

} // namespace

plan::Outcome follows(const TracedOrder& order, std::span<const RankTimes> ranks)
{
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        if (const auto spans = spansOf(order, rank, ranks[rank]); !spans)
            return spans.error();
    return plan::done();
}

plan::Result<TracedOrder> orderThatRan(const plan::Shape& shape, std::span<const RankTimes> ranks)
{
    std::string firstWrong;
    std::string tried;
    // In the order of the catalogue's turns: several schedules may fit the same times, and the
    // first is taken.
    for (const std::string_view name : namesToTry(shape.chunks)) {
        auto schedule = plan::makeSchedule(name, shape);
        plan::Outcome good = plan::done();
        if (schedule) {
            TracedOrder order{std::string(name), *std::move(schedule)};
            good = follows(order, ranks);
            if (good)
                return order;
        } else {
            good = schedule.error();
        }
        if (firstWrong.empty())
            firstWrong = good.error().message;
        tried += (tried.empty() ? "" : ", ") + std::string(name);
    }
    if (auto order = orderByTimes(shape, namesToTry(shape.chunks), ranks))
        return *std::move(order);
    return plan::Error{firstWrong + "; of the schedules that can be told from such times (" + tried
                       + ") none is what ran"};
}

plan::Result<TracedStep> tracedStep(const TracedOrder& order, int number,
                                    std::span<const RankTimes> ranks, TailIs tail,
                                    const KnownClocks& known)
{
    TracedStep traced;
    traced.step.number = number;
    traced.step.schedule.name = order.name;
    traced.step.ended = true;
    plan::Timeline& timeline = traced.step.timeline;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        auto spans = spansOf(order, rank, ranks[rank]);
        if (!spans)
            return spans.error();
        timeline.spans.push_back(*std::move(spans));
    }
    traced.clocks = clocksOf(order.schedule, timeline, known);
    std::vector<Nanoseconds> ends;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        for (Span& span : timeline.spans[rank]) {
            span.start += traced.clocks.moves[rank];
            span.end += traced.clocks.moves[rank];
        }
        ends.push_back(ranks[rank].end + traced.clocks.moves[rank]);
    }
    if (*std::max_element(ends.begin(), ends.end()) > plan::kLongestTracedStep)
        return plan::Error{"the ranks' clocks are so far apart that the step would last over "
                           + inMs(plan::kLongestTracedStep)};
    const EarlyOps early = earlyOps(order.schedule, timeline);
    traced.early = early.count;
    traced.earliest = early.most;
    traced.endsTogether = endStep(timeline, ends, tail);
    return traced;
}

} // namespace measured
