#include "gui/compare/comparison_request.h"

#include "engine/plan/cost_basis.h"

#include <new>
#include <optional>
#include <utility>

namespace gui {
namespace {

// The parts of a drawn track, in one piece: the explainer refers to the others.
struct Drawn {
    explicit Drawn(plan::ComparedRun made)
        : run(std::move(made))
        , ledger(plan::account(run.schedule, run.timeline, run.costs))
    {
    }

    plan::ComparedRun run;
    plan::Ledger ledger;
    plan::CriticalPath critical;
    std::optional<plan::Explainer> explainer;
};

bool isWithinWindow(const plan::Shape& shape)
{
    return static_cast<long long>(shape.ranks) * shape.chunks * shape.microbatches
        <= kMaxWindowCells;
}

TrackData draw(plan::ComparedRun run)
{
    auto drawn = std::make_shared<Drawn>(std::move(run));
    const auto& [schedule, costs, timeline] = drawn->run;
    TrackData track;
    if (opsOf(schedule) <= kMaxExplainedOps) {
        drawn->explainer.emplace(schedule, timeline, costs);
        drawn->critical = plan::criticalPath(schedule, timeline, costs);
        track.explainer = {drawn, &*drawn->explainer};
        track.critical = {drawn, &drawn->critical};
    }
    track.schedule = {drawn, &schedule};
    track.timeline = {drawn, &timeline};
    track.ledger = {drawn, &drawn->ledger};
    return track;
}

ComparedStep stepOf(const plan::ComparedModel& model, const plan::ComparedSchedule& compared,
                    const plan::StopAsked& stop)
{
    if (!isWithinWindow(
            plan::shapeOf(compared.name, model.ranks, compared.chunks, model.microbatches)))
        return {plan::rowWithout(model, compared,
                                 "ranks * chunks * microbatches is more than "
                                     + std::to_string(kMaxWindowCells)
                                     + ", the most the window draws; lower one of them"),
                {}};
    try {
        auto run = plan::runCompared(model, compared, stop);
        if (!run)
            return {plan::rowWithout(model, compared, run.error().message), {}};
        plan::ComparisonRow row = plan::rowOf(compared, *run);
        return {std::move(row), draw(*std::move(run))};
    } catch (const std::bad_alloc&) {
        return {plan::rowWithout(model, compared, kNoMemory), {}};
    }
}

} // namespace

plan::ComparedModel comparedModel(const Prediction& prediction)
{
    const plan::Shape& shape = prediction.schedule->shape;
    return plan::ComparedModel{.ranks = shape.ranks,
                              .microbatches = shape.microbatches,
                              .costs = plan::costsOfShares(prediction.costs, shape,
                                                           prediction.schedule->placement)};
}

ScheduleComparisonPtr compare(const plan::ComparedModel& model,
                              const std::vector<plan::ComparedSchedule>& schedules,
                              const plan::StopAsked& stop)
{
    auto comparison = std::make_shared<ScheduleComparison>();
    for (const plan::ComparedSchedule& compared : schedules) {
        if (stop && stop())
            break;
        comparison->steps.push_back(stepOf(model, compared, stop));
    }
    return comparison;
}

} // namespace gui
