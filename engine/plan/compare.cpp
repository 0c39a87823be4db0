#include "engine/plan/compare.h"

#include "engine/plan/cost_basis.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/plan/zb_auto/search.h"

#include <algorithm>
#include <utility>

namespace plan {
namespace {

std::size_t messages(const Schedule& schedule)
{
    std::size_t count = 0;
    for (const auto& order : schedule.order)
        for (const Op& op : order) {
            const int next = op.stage + (isForward(op.kind) ? 1 : -1);
            if (op.kind == OpKind::WeightGrad || next < 0 || next >= schedule.shape.stages())
                continue;
            count += schedule.placement.rankOf(op) != schedule.placement.rankOf(next, op.microbatch);
        }
    return count;
}

Shape shapeOf(const ComparedModel& model, const ComparedSchedule& compared)
{
    return plan::shapeOf(compared.name, model.ranks, compared.chunks, model.microbatches);
}

// An order that is searched for depends on the costs, and those, where hops differ, on the
// placement that is found. The search is told the hops between neighbours in a ring.
Result<Schedule> searched(const ComparedModel& model, const ComparedSchedule& compared,
                          const Shape& shape, const StopAsked& stop)
{
    const auto costs = costsOfStages(model.costs, shape, loopedPlacement(shape));
    if (!costs)
        return costs.error();
    return makeSchedule(compared.name, shape, compared.options, *costs, stop);
}

} // namespace

Result<ComparedRun> runCompared(const ComparedModel& model, const ComparedSchedule& compared,
                                const StopAsked& stop)
{
    const Shape shape = shapeOf(model, compared);
    if (const auto fits = checkConditions(compared.name, shape, compared.options); !fits)
        return fits.error();
    auto schedule = compared.name == kAutoName
        ? searched(model, compared, shape, stop)
        : makeSchedule(compared.name, shape, compared.options);
    if (!schedule)
        return schedule.error();
    auto costs = costsOfStages(model.costs, schedule->shape, schedule->placement);
    if (!costs)
        return costs.error();
    auto timeline = simulate(*schedule, *costs);
    if (!timeline)
        return timeline.error();
    return ComparedRun{*std::move(schedule), *std::move(costs), *std::move(timeline)};
}

ComparisonRow rowWithout(const ComparedModel& model, const ComparedSchedule& compared,
                         std::string whyNot)
{
    return {.name = compared.name,
            .shape = shapeOf(model, compared),
            .whyNot = std::move(whyNot),
            .peakInFlight = {}};
}

ComparisonRow rowOf(const ComparedSchedule& compared, const ComparedRun& run)
{
    const Timeline& timeline = run.timeline;
    ComparisonRow row{.name = compared.name,
                      .shape = run.schedule.shape,
                      .whyNot = {},
                      .makespan = timeline.makespan,
                      .bubbleFraction = bubbleFraction(timeline),
                      .bubbleOverhead = bubbleOverhead(timeline),
                      .spanBubbleFraction = spanBubbleFraction(timeline),
                      .peakInFlight = {},
                      .transfers = messages(run.schedule),
                      .weightsFactor = findSchedule(compared.name)->weightsFactor};
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        row.peakInFlight.push_back(peakInFlight(timeline, rank));
    row.maxInFlight = *std::max_element(row.peakInFlight.begin(), row.peakInFlight.end());
    row.maxActivations = double(row.maxInFlight) * row.shape.directions / row.shape.chunks;
    return row;
}

std::vector<ComparisonRow> compareSchedules(const ComparedModel& model,
                                            const std::vector<ComparedSchedule>& schedules)
{
    std::vector<ComparisonRow> rows;
    for (const ComparedSchedule& compared : schedules) {
        const auto run = runCompared(model, compared);
        rows.push_back(run ? rowOf(compared, *run)
                           : rowWithout(model, compared, run.error().message));
    }
    return rows;
}

} // namespace plan
