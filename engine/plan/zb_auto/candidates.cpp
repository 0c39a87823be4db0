#include "engine/plan/zb_auto/candidates.h"

#include "engine/plan/catalog.h"
#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <ranges>

namespace plan::zb_auto {
namespace {

bool isSplit(const Schedule& schedule)
{
    return schedule.pairs.empty()
        && std::ranges::none_of(schedule.order, [](const auto& order) {
               return std::ranges::any_of(
                   order, [](const Op& op) { return op.kind == OpKind::Backward; });
           });
}

void trySchedule(Run& run, const AutoRequest& request, const Problem& problem,
                 const Schedule& schedule, std::string_view origin)
{
    long long ops = 0;
    for (const auto& order : schedule.order)
        ops += static_cast<long long>(order.size());
    if (fits(problem, schedule.order))
        if (const auto timeline = simulate(schedule, request.costs))
            run.offer(schedule, {timeline->makespan.count(), longestSpan(*timeline).count()},
                      origin);
    run.spend(ops);
}

} // namespace

void tryCatalog(Run& run, const AutoRequest& request, const Problem& problem)
{
    for (const CatalogEntry* entry : catalog() | std::views::reverse) {
        if (run.over() && run.best())
            return;
        // The searching entry itself, and those that hold the weights more than once.
        if (entry->name == kAutoName || entry->directions != request.shape.directions
            || !entry->check(request.shape, {}))
            continue;
        const auto schedule
            = entry->generate({.shape = request.shape, .options = {}, .costs = request.costs});
        if (!schedule)
            continue;
        trySchedule(run, request, problem, *schedule, entry->name);
        if (!isSplit(*schedule) && !(run.over() && run.best()))
            trySchedule(run, request, problem, split(*schedule), entry->name);
    }
}

Schedule split(const Schedule& schedule)
{
    Schedule parted{.shape = schedule.shape, .placement = schedule.placement, .order = {},
                    .phases = {}};
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
