#include "gui/timeline/op_walk.h"

#include "engine/plan/simulate.h"

#include <algorithm>
#include <array>

namespace gui {
namespace {

using plan::Op;
using plan::OpKind;
using plan::Span;

const std::vector<Span>* spansOf(const plan::Timeline& timeline, int rank)
{
    if (rank < 0 || static_cast<std::size_t>(rank) >= timeline.spans.size())
        return nullptr;
    return &timeline.spans[static_cast<std::size_t>(rank)];
}

// The first span that ends after `time`.
auto endingAfter(const std::vector<Span>& spans, Nanoseconds time)
{
    return std::partition_point(spans.begin(), spans.end(),
                                [time](const Span& span) { return span.end <= time; });
}

int stagesOf(const TrackData& track)
{
    if (track.schedule)
        return track.schedule->shape.stages();
    int last = 0;
    for (const auto& spans : track.timeline->spans)
        for (const Span& span : spans)
            last = std::max(last, span.op.stage);
    return last + 1;
}

std::optional<OpRef> locate(const TrackData& track, int slot, const Op& op)
{
    // With a schedule the rank is known; without one all of them are searched.
    if (track.schedule && op.stage < track.schedule->placement.stages()) {
        const int rank = track.schedule->placement.rankOf(op);
        if (findSpan(*track.timeline, rank, op))
            return OpRef{slot, rank, op};
        return {};
    }
    for (int rank = 0; rank < static_cast<int>(track.timeline->spans.size()); ++rank)
        if (findSpan(*track.timeline, rank, op))
            return OpRef{slot, rank, op};
    return {};
}

// Whichever of the backward kinds the schedule uses.
std::optional<OpRef> locateEither(const TrackData& track, int slot, Op op)
{
    auto found = locate(track, slot, op);
    // A schedule that splits the backward sends on the input gradient.
    if (!found && op.kind == OpKind::Backward) {
        op.kind = OpKind::InputGrad;
        found = locate(track, slot, op);
    }
    return found;
}

} // namespace

const Span* findSpan(const plan::Timeline& timeline, int rank, const Op& op)
{
    const auto* spans = spansOf(timeline, rank);
    if (!spans)
        return nullptr;
    const auto found = std::find_if(spans->begin(), spans->end(),
                                    [&op](const Span& span) { return span.op == op; });
    return found == spans->end() ? nullptr : &*found;
}

const Span* spanAt(const plan::Timeline& timeline, int rank, Nanoseconds time)
{
    const auto* spans = spansOf(timeline, rank);
    return spans ? spanAt(*spans, time) : nullptr;
}

const Span* spanAt(const std::vector<Span>& spans, Nanoseconds time)
{
    const auto found = endingAfter(spans, time);
    return found == spans.end() || found->start > time ? nullptr : &*found;
}

const Span* spanBefore(const plan::Timeline& timeline, int rank, Nanoseconds time)
{
    const auto* spans = spansOf(timeline, rank);
    if (!spans)
        return nullptr;
    const auto after = endingAfter(*spans, time);
    return after == spans->begin() ? nullptr : &*(after - 1);
}

const Span* spanNear(const plan::Timeline& timeline, int rank, Nanoseconds time)
{
    const auto* spans = spansOf(timeline, rank);
    if (!spans || spans->empty())
        return nullptr;
    const auto after = endingAfter(*spans, time);
    if (after == spans->end())
        return &spans->back();
    if (after->start <= time || after == spans->begin())
        return &*after;
    const auto before = after - 1;
    return time - before->end < after->start - time ? &*before : &*after;
}

std::optional<TimeRange> gapAt(const plan::Timeline& timeline, int rank, Nanoseconds time,
                               Nanoseconds end)
{
    const auto* spans = spansOf(timeline, rank);
    if (!spans || time < Nanoseconds{0} || time >= end)
        return {};
    const auto after = endingAfter(*spans, time);
    if (after != spans->end() && after->start <= time)
        return {};
    const Nanoseconds from = after == spans->begin() ? Nanoseconds{0} : (after - 1)->end;
    if (after != spans->end())
        return TimeRange{from, after->start};
    if (static_cast<std::size_t>(rank) >= timeline.tails.size())
        return TimeRange{from, end};
    const plan::Tail& tail = timeline.tails[static_cast<std::size_t>(rank)];
    // A tail is work and no gap, but there may be idle time before it and behind it.
    if (time < tail.begin)
        return TimeRange{from, tail.begin};
    return time < tail.end ? std::nullopt : std::optional(TimeRange{tail.end, end});
}

std::optional<OpRef> neighbour(const TrackData& track, const OpRef& from, int steps)
{
    const Span* span = findSpan(*track.timeline, from.rank, from.op);
    if (!span)
        return {};
    const auto& spans = *spansOf(*track.timeline, from.rank);
    const auto to = (span - spans.data()) + steps;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(spans.size()))
        return {};
    return OpRef{from.slot, from.rank, spans[static_cast<std::size_t>(to)].op};
}

std::optional<OpRef> producer(const TrackData& track, const OpRef& from)
{
    const auto input = plan::inputOf(from.op, stagesOf(track) - 1);
    return input ? locateEither(track, from.slot, *input) : std::nullopt;
}

std::optional<OpRef> consumer(const TrackData& track, const OpRef& from)
{
    const int lastStage = stagesOf(track) - 1;
    const auto [stage, kind, microbatch] = from.op;
    if (kind == OpKind::Forward)
        return stage < lastStage
            ? locate(track, from.slot, plan::forward(stage + 1, microbatch))
            : locateEither(track, from.slot, plan::backward(stage, microbatch));
    // Only the optimizer waits for a weight gradient.
    if (kind == OpKind::WeightGrad)
        return {};
    if (stage > 0)
        return locateEither(track, from.slot, plan::backward(stage - 1, microbatch));
    // At the first stage nothing is passed on; what is left is the weight gradient of the op
    // itself.
    return locate(track, from.slot, Op{stage, OpKind::WeightGrad, microbatch});
}

} // namespace gui
