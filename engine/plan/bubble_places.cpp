#include "engine/plan/bubble_places.h"

#include "engine/plan/phases.h"

#include <algorithm>

namespace plan {
namespace {

Nanoseconds& at(PlaceTimes& times, BubblePlace place)
{
    return times[static_cast<std::size_t>(place)];
}

bool formulaHolds(std::string_view name, const Shape& shape, const ScheduleOptions& options)
{
    if (name == "gpipe")
        return true;
    if (name == "1f1b")
        return shape.microbatches >= shape.ranks;
    return name == "interleaved" && shape.microbatches > shape.ranks
        && shape.microbatches % shape.ranks == 0
        && options.group.value_or(shape.ranks) == shape.ranks;
}

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

std::optional<PlaceFormula> bubblePlaceFormula(std::string_view name, const Shape& shape,
                                               const ScheduleOptions& options, const Costs& costs)
{
    if (!formulaHolds(name, shape, options) || !sameStages(costs))
        return std::nullopt;
    const Nanoseconds forward = costs.stages.front().of(OpKind::Forward);
    const Nanoseconds backward = costs.stages.front().of(OpKind::Backward);
    PlaceFormula formula;
    for (int rank = 0; rank < shape.ranks; ++rank) {
        const int behind = shape.ranks - 1 - rank;
        PlaceTimes times{};
        at(times, BubblePlace::BeforeFirst) = rank * forward;
        at(times, BubblePlace::AfterLast) = rank * backward;
        PlaceTimes exact = times;
        if (name == "gpipe") {
            at(times, BubblePlace::BeforeSteady) = behind * (forward + backward);
            exact = times;
        } else {
            at(times, BubblePlace::BeforeSteady) = behind * forward;
            at(times, BubblePlace::AfterSteady) = behind * backward;
            at(exact, BubblePlace::BeforeSteady) = behind * backward;
            at(exact, BubblePlace::AfterSteady) = behind * forward;
        }
        formula.published.push_back(times);
        formula.exact.push_back(exact);
    }
    return formula;
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
