#include "engine/measured/rank_clocks.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <optional>

namespace measured {
namespace {

// Calls take(from, to, late) for every op whose input another rank makes: `late` is how much
// later than that moment it begins, by the clocks of the two.
template <class Take>
void forEachArrival(const plan::Schedule& schedule, const plan::Timeline& timeline,
                    const Take& take)
{
    const plan::OpSlots slots(schedule.shape);
    std::vector<Nanoseconds> made(slots.count());
    for (const auto& spans : timeline.spans)
        for (const plan::Span& span : spans)
            if (span.op.kind != plan::OpKind::WeightGrad)
                made[slots.of(span.op)] = span.end;
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        for (const plan::Span& span : timeline.spans[rank]) {
            const auto input = plan::inputOf(span.op, schedule.shape.stages() - 1);
            if (!input)
                continue;
            const auto from = std::size_t(schedule.placement.rankOf(*input));
            if (from != rank)
                take(from, rank, span.start - made[slots.of(*input)]);
        }
}

// What the later rank's times must move by at least, and may move by at most.
struct MoveBounds {
    std::optional<Nanoseconds> least;
    std::optional<Nanoseconds> most;

    Nanoseconds move() const
    {
        if (!least || !most)
            return {};
        const auto [low, high] = std::minmax(*least, *most); // they cross where ops begin early
        return low <= Nanoseconds{0} && Nanoseconds{0} <= high ? Nanoseconds{0} : (low + high) / 2;
    }
};

} // namespace

std::vector<Nanoseconds> clockMoves(const plan::Schedule& schedule, const plan::Timeline& timeline)
{
    std::vector<MoveBounds> bounds(timeline.spans.size()); // [rank]: against the one before it
    forEachArrival(schedule, timeline, [&](std::size_t from, std::size_t to, Nanoseconds late) {
        if (from + 1 == to) {
            auto& least = bounds[to].least;
            least = std::max(least.value_or(-late), -late);
        } else if (to + 1 == from) {
            auto& most = bounds[from].most;
            most = std::min(most.value_or(late), late);
        }
    });
    std::vector<Nanoseconds> moves(timeline.spans.size());
    for (std::size_t rank = 1; rank < moves.size(); ++rank)
        moves[rank] = moves[rank - 1] + bounds[rank].move();
    Nanoseconds before{}; // the step's zero that some rank's first op would have
    for (std::size_t rank = 0; rank < moves.size(); ++rank)
        before = std::min(before, timeline.spans[rank].front().start + moves[rank]);
    for (Nanoseconds& move : moves)
        move -= before;
    return moves;
}

EarlyOps earlyOps(const plan::Schedule& schedule, const plan::Timeline& timeline)
{
    EarlyOps early;
    forEachArrival(schedule, timeline, [&](std::size_t, std::size_t, Nanoseconds late) {
        early.count += late < Nanoseconds{0};
        early.most = std::max(early.most, -late);
    });
    return early;
}

} // namespace measured
