#include "engine/plan/cost/fast_step.h"

#include <algorithm>

namespace plan {
namespace {

// Enough for every rank to have begun its steady part, in schedules that have one.
int enoughMicrobatches(std::string_view name, const Shape& shape, ScheduleOptions& options)
{
    const int ranks = shape.ranks, m = shape.microbatches;
    const CatalogEntry& entry = *findSchedule(name);
    int enough = 4 * ranks;
    if (entry.takesGroup) { // the groups stay those of the whole step
        const int group = options.group.value_or(defaultGroup(shape));
        options.group = group;
        enough = std::max(2, (2 * ranks + group - 1) / group) * group;
    }
    if (m <= enough)
        return m;
    Shape few = shape;
    few.microbatches = enough;
    for (const int rank : {0, ranks - 1})
        if (entry.peak(few, options, rank) != entry.peak(shape, options, rank))
            return m; // what it holds grows with the microbatches
    return enough;
}

// The op behind the one with which the most pairs are held. A pair is let go by the last part
// of its backward.
std::size_t endOfPeak(const std::vector<Op>& order)
{
    int pairs = 0, most = 0;
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

Result<Schedule> orderToPeak(std::string_view schedule, const Shape& shape,
                             const ScheduleOptions& options)
{
    Shape few = shape;
    ScheduleOptions grouped = options;
    few.microbatches = enoughMicrobatches(schedule, shape, grouped);
    auto made = makeSchedule(schedule, few, few == shape ? options : grouped);
    if (!made)
        return made;
    for (auto& order : made->order)
        order.resize(endOfPeak(order));
    made->phases.clear();
    made->pairs.clear();
    made->shape = shape;
    return made;
}

} // namespace plan
