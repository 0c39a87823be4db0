#include "engine/plan/zb_auto/candidates.h"

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"

#include <algorithm>

namespace plan::zb_auto {
namespace {

bool isSplit(const Schedule& schedule)
{
    for (const auto& order : schedule.order)
        for (const Op& op : order)
            if (op.kind == OpKind::Backward)
                return false;
    return schedule.pairs.empty();
}

bool costsMoreInParts(const Costs& costs)
{
    return std::any_of(costs.stages.begin(), costs.stages.end(), [](const StageCosts& stage) {
        return stage.of(OpKind::Backward)
            < stage.of(OpKind::InputGrad) + stage.of(OpKind::WeightGrad);
    });
}

void trySchedule(Run& run, const AutoRequest& request, const Problem& problem, Schedule schedule,
                 std::string_view origin)
{
    long long ops = 0;
    for (const auto& order : schedule.order)
        ops += static_cast<long long>(order.size());
    if (fits(problem, schedule.order))
        if (const auto timeline = simulate(schedule, request.costs))
            run.offer(std::move(schedule),
                      {timeline->makespan.count(), longestSpan(*timeline).count()}, origin);
    run.spend(ops);
}

} // namespace

void tryCatalog(Run& run, const AutoRequest& request, const Problem& problem)
{
    const auto entries = catalog();
    for (std::size_t newest = entries.size(); newest > 0; --newest) {
        const CatalogEntry* entry = entries[newest - 1];
        if (run.ended())
            return;
        // The searching entry itself, and those that hold the weights more than once.
        if (entry->madeForCosts || entry->directions != request.shape.directions
            || !checkConditions(entry->name, request.shape))
            continue;
        auto schedule
            = entry->generate({.shape = request.shape, .options = {}, .costs = request.costs});
        if (!schedule)
            continue;
        // The search moves input and weight gradients on their own, so the split order is what it
        // can improve.
        const bool whole = !isSplit(*schedule);
        if (whole)
            trySchedule(run, request, problem, split(*schedule), entry->name);
        // Split is never later, but for what pairs overlap, what a slow rank's ops are rounded by,
        // and what the host queues for two ops instead of one.
        if (!whole || !schedule->pairs.empty() || !request.costs.rankFactors.empty()
            || costsMoreInParts(request.costs))
            trySchedule(run, request, problem, *std::move(schedule), entry->name);
    }
}

Schedule split(const Schedule& schedule)
{
    Schedule parted{
        .shape = schedule.shape, .placement = schedule.placement, .order = {}, .phases = {}};
    for (const auto& order : schedule.order) {
        std::vector<Op>& ops = parted.order.emplace_back();
        ops.reserve(order.size() + order.size() / 2);
        for (const Op& op : order) {
            if (op.kind != OpKind::Backward) {
                ops.push_back(op);
                continue;
            }
            ops.push_back({op.stage, OpKind::InputGrad, op.microbatch});
            ops.push_back({op.stage, OpKind::WeightGrad, op.microbatch});
        }
    }
    return parted;
}

} // namespace plan::zb_auto
