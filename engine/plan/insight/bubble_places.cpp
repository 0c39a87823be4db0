#include "engine/plan/insight/bubble_places.h"

#include "engine/plan/phases.h"

#include <algorithm>

namespace plan {
namespace {

bool sameStages(const Costs& costs)
{
    const auto isZero = [](Nanoseconds hop) { return hop == Nanoseconds{0}; };
    return costs.uniform() && std::all_of(costs.hops.begin(), costs.hops.end(), isZero)
        && (!costs.hops.empty() || costs.hop(0) == Nanoseconds{0});
}

} // namespace

const char* key(BubblePlace place)
{
    constexpr std::array<const char*, kBubblePlaces> kKeys{
        "before_first", "before_steady", "in_steady", "after_steady", "after_last"};
    return kKeys[static_cast<std::size_t>(place)];
}

PlaceTimes placesAtTheEnds(int rank, Nanoseconds forward, Nanoseconds backward)
{
    PlaceTimes times{};
    at(times, BubblePlace::BeforeFirst) = rank * forward;
    at(times, BubblePlace::AfterLast) = rank * backward;
    return times;
}

PlaceFormula alternatingPlaces(int ranks, Nanoseconds forward, Nanoseconds backward)
{
    PlaceFormula formula;
    for (int rank = 0; rank < ranks; ++rank) {
        const int behind = ranks - 1 - rank;
        PlaceTimes published = placesAtTheEnds(rank, forward, backward);
        PlaceTimes exact = published;
        // The two differ where forward and backward do: a rank waits before its first backward for
        // those of the ranks behind it.
        at(published, BubblePlace::BeforeSteady) = behind * forward;
        at(published, BubblePlace::AfterSteady) = behind * backward;
        at(exact, BubblePlace::BeforeSteady) = behind * backward;
        at(exact, BubblePlace::AfterSteady) = behind * forward;
        formula.published.push_back(published);
        formula.exact.push_back(exact);
    }
    return formula;
}

std::optional<PlaceFormula> bubblePlaceFormula(std::string_view name, const Shape& shape,
                                               const ScheduleOptions& options, const Costs& costs)
{
    const CatalogEntry* entry = findSchedule(name);
    if (entry == nullptr || entry->bubblePlaces == nullptr || !sameStages(costs))
        return std::nullopt;
    return entry->bubblePlaces(shape, options, costs.stages.front().of(OpKind::Forward),
                               costs.stages.front().of(OpKind::Backward));
}

std::vector<PlaceTimes> bubblePlaces(const Timeline& timeline)
{
    std::vector<PlaceTimes> ranks(timeline.spans.size());
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const auto& spans = timeline.spans[rank];
        const PhaseTimes phases = phaseTimes(spans, timeline.makespan);
        PlaceTimes& times = ranks[rank];
        Nanoseconds free{0};
        for (const Span& span : spans) {
            const Phase phase = phases.at(free);
            const BubblePlace place = &span == &spans.front() ? BubblePlace::BeforeFirst
                : phase == Phase::WarmUp                      ? BubblePlace::BeforeSteady
                : phase == Phase::Steady                      ? BubblePlace::InSteady
                                                              : BubblePlace::AfterSteady;
            at(times, place) += std::max(Nanoseconds{0}, span.start - free);
            // Measured spans may overlap a little.
            free = std::max(free, span.end);
        }
        Nanoseconds tail{0};
        if (!timeline.tails.empty())
            tail = timeline.tails[rank].end - timeline.tails[rank].begin;
        at(times, BubblePlace::AfterLast) = timeline.makespan - free - tail;
    }
    return ranks;
}

} // namespace plan
