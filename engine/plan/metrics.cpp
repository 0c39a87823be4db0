#include "engine/plan/metrics.h"

#include <algorithm>

namespace plan {
namespace {

// Doubles, so that no count of ranks times a long makespan overflows. They count nanoseconds
// exactly up to 104 days.
double busyTime(const Timeline& timeline)
{
    double busy = 0;
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        busy += double(busyTime(timeline, rank).count());
    return busy;
}

double rankTime(const Timeline& timeline)
{
    return double(timeline.makespan.count()) * double(timeline.spans.size());
}

} // namespace

Nanoseconds busyTime(const Timeline& timeline, std::size_t rank)
{
    Nanoseconds busy{0};
    Nanoseconds free{0};
    const auto work = [&](Nanoseconds start, Nanoseconds end) {
        start = std::max(start, free);
        if (end > start) {
            busy += end - start;
            free = end;
        }
    };
    for (const Span& span : timeline.spans[rank])
        work(span.start, span.end);
    if (!timeline.tails.empty())
        work(timeline.tails[rank].begin, timeline.tails[rank].end);
    return busy;
}

double bubbleFraction(const Timeline& timeline)
{
    const double whole = rankTime(timeline);
    return whole == 0 ? 0 : (whole - busyTime(timeline)) / whole;
}

double bubbleOverhead(const Timeline& timeline)
{
    const double busy = busyTime(timeline);
    return busy == 0 ? 0 : (rankTime(timeline) - busy) / busy;
}

Nanoseconds longestSpan(const Timeline& timeline)
{
    Nanoseconds longest{0};
    for (const auto& spans : timeline.spans)
        if (!spans.empty())
            longest = std::max(longest, spans.back().end - spans.front().start);
    return longest;
}

double spanBubbleFraction(const Timeline& timeline)
{
    const double whole = double(longestSpan(timeline).count()) * double(timeline.spans.size());
    double busy = 0;
    for (const auto& spans : timeline.spans)
        for (const Span& span : spans)
            busy += double((span.end - span.start).count());
    return whole == 0 ? 0 : std::max(0.0, (whole - busy) / whole);
}

int peakInFlight(const Timeline& timeline, std::size_t rank)
{
    int held = 0;
    int peak = 0;
    for (const Span& span : timeline.spans[rank]) {
        if (isForward(span.op.kind))
            peak = std::max(peak, ++held);
        else if (span.op.kind != OpKind::InputGrad) // its weight gradient still needs it
            --held;
    }
    return peak;
}

} // namespace plan
