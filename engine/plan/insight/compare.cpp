#include "engine/plan/insight/compare.h"

#include "engine/plan/metrics.h"

#include <algorithm>

namespace plan {
namespace {

// Outputs that another rank consumes. A weight gradient has no consumer.
std::size_t messages(const Schedule& schedule)
{
    std::size_t count = 0;
    for (const auto& order : schedule.order)
        for (const Op& op : order) {
            const int next = op.stage + (isForward(op.kind) ? 1 : -1);
            if (op.kind == OpKind::WeightGrad || next < 0 || next >= schedule.shape.stages())
                continue;
            count
                += schedule.placement.rankOf(op) != schedule.placement.rankOf(next, op.microbatch);
        }
    return count;
}

} // namespace

ComparisonRow rowOf(const std::string& name, const Schedule& schedule, const Timeline& timeline)
{
    const CatalogEntry* entry = findSchedule(name);
    ComparisonRow row{.name = name,
                      .shape = schedule.shape,
                      .whyNot = {},
                      .makespan = timeline.makespan,
                      .bubbleFraction = bubbleFraction(timeline),
                      .bubbleOverhead = bubbleOverhead(timeline),
                      .spanBubbleFraction = spanBubbleFraction(timeline),
                      .peakInFlight = {},
                      .transfers = messages(schedule),
                      .weightsFactor = entry ? entry->weightsFactor : schedule.shape.directions};
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        row.peakInFlight.push_back(peakInFlight(timeline, rank));
    row.maxInFlight = *std::max_element(row.peakInFlight.begin(), row.peakInFlight.end());
    // A pair is a chunk's share of a rank's layers; of two directions each has half of the chunks.
    row.maxActivations = double(row.maxInFlight) * row.shape.directions / row.shape.chunks;
    return row;
}

} // namespace plan
