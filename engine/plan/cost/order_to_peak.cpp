#include "engine/plan/cost/fast_step.h"

#include <algorithm>

namespace plan {
namespace {

// The op behind the one with which the most pairs are held. A pair is let go by the last part
// of its backward.
std::size_t endOfPeak(const std::vector<Op>& order)
{
    int pairs = 0;
    int most = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i].kind == OpKind::Forward && ++pairs > most) {
            most = pairs;
            at = i;
        } else if (order[i].kind == OpKind::Backward || order[i].kind == OpKind::WeightGrad) {
            --pairs;
        }
    }
    return std::min(order.size(), at + 2);
}

} // namespace

PeakShape peakShapeOf(std::string_view schedule, const Shape& shape, const ScheduleOptions& options)
{
    const int ranks = shape.ranks;
    const CatalogEntry& entry = *findSchedule(schedule);
    PeakShape peak{shape, options};
    int enough = 2 * ranks + 2;
    if (entry.takesGroup) { // the groups stay those of the whole step
        const int group = options.group.value_or(defaultGroup(shape));
        peak.options.group = group;
        enough = std::max(2, (2 * ranks + group - 1) / group) * group;
    }
    if (shape.microbatches <= enough)
        return {shape, options};
    peak.shape.microbatches = enough;
    for (const int rank : {0, ranks - 1})
        if (entry.peak(peak.shape, peak.options, rank) != entry.peak(shape, options, rank))
            return {shape, options}; // what it holds grows with the microbatches
    return peak;
}

Result<Schedule> orderToPeak(std::string_view schedule, const PeakShape& peak)
{
    auto made = makeSchedule(schedule, peak.shape, peak.options);
    if (!made)
        return made;
    for (auto& order : made->order)
        order.resize(endOfPeak(order));
    made->phases.clear();
    made->pairs.clear();
    return made;
}

} // namespace plan
