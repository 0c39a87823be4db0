#include "engine/measured/rank_clocks.h"

#include "engine/measured/difference_bounds.h"
#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <map>
#include <utility>

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

// [rank] The clock it counts by, numbered from 0 in the order of the ranks.
std::vector<std::size_t> clockNumbers(std::size_t ranks, const std::vector<int>& clocks)
{
    std::map<int, std::size_t> numbers;
    std::vector<std::size_t> numberOf;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        numberOf.push_back(
            clocks.empty() ? rank : numbers.emplace(clocks[rank], numbers.size()).first->second);
    return numberOf;
}

} // namespace

RankClocks clocksOf(const plan::Schedule& schedule, const plan::Timeline& timeline,
                    const KnownClocks& known)
{
    const std::size_t ranks = timeline.spans.size();
    const auto clockOf = clockNumbers(ranks, known.clocks);
    std::vector<Difference> differences;
    RankClocks found;
    forEachArrival(schedule, timeline, [&](std::size_t from, std::size_t to, Nanoseconds late) {
        if (clockOf[from] != clockOf[to])
            differences.push_back({clockOf[from], clockOf[to], late});
        else
            found.contradiction = std::max(found.contradiction, -late);
    });
    for (std::size_t rank = 0; rank < known.ranges.size(); ++rank)
        if (const auto& range = known.ranges[rank]; range && clockOf[rank] != 0) {
            differences.push_back({clockOf[rank], 0, range->most});
            differences.push_back({0, clockOf[rank], -range->least});
        }
    const std::size_t clocks = *std::max_element(clockOf.begin(), clockOf.end()) + 1;
    const DifferenceBounds bounds = boundsOf(clocks, std::move(differences));
    found.contradiction = std::max(found.contradiction, bounds.contradiction);
    Nanoseconds before{}; // the step's zero that some rank's first op would have
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const Nanoseconds least = bounds.least[clockOf[rank]];
        const Nanoseconds most = bounds.most[clockOf[rank]];
        found.middles.push_back(least + (most - least) / 2);
        found.halfWidths.push_back((most - least + Nanoseconds{1}) / 2);
        before = std::min(before, timeline.spans[rank].front().start + found.middles[rank]);
    }
    for (const Nanoseconds middle : found.middles)
        found.moves.push_back(middle - before);
    return found;
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
