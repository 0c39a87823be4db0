#include "gui/compare/comparison_request.h"

#include <new>
#include <optional>
#include <utility>

namespace gui {
namespace {

// The parts of a drawn track, in one piece: the explainer refers to the others.
struct Drawn {
    explicit Drawn(strategy::StepPrediction made)
        : run(std::move(made))
        , ledger(plan::account(run.schedule, run.timeline, run.costs))
    {
    }

    strategy::StepPrediction run;
    plan::Ledger ledger;
    plan::CriticalPath critical;
    std::optional<plan::Explainer> explainer;
};

bool isWithinWindow(const plan::Shape& shape)
{
    return static_cast<long long>(shape.ranks) * shape.chunks * shape.microbatches
        <= kMaxWindowCells;
}

TrackData draw(strategy::StepPrediction run)
{
    auto drawn = std::make_shared<Drawn>(std::move(run));
    const auto& [schedule, costs, origin, timeline] = drawn->run;
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

ComparedStep stepOf(const strategy::Strategy& strategy, const plan::ComparedSchedule& compared,
                    const plan::StopAsked& stop)
{
    const auto without = [&](std::string whyNot) {
        return ComparedStep{strategy::rowWithout(strategy, compared, std::move(whyNot)), {}};
    };
    if (!isWithinWindow(plan::shapeOf(compared.name, strategy.parallel.pipeline, compared.chunks,
                                      strategy::microbatches(strategy))))
        return without("ranks * chunks * microbatches is more than "
                       + std::to_string(kMaxWindowCells)
                       + ", the most the window draws; lower one of them");
    // A schedule that is too large for this machine leaves the others their rows.
    try {
        auto run = strategy::runCompared(strategy, compared, plan::CostBasis::Rank, stop);
        if (!run)
            return without(run.error().message);
        plan::ComparisonRow row = plan::rowOf(compared.name, run->schedule, run->timeline);
        return {std::move(row), draw(*std::move(run))};
    } catch (const std::bad_alloc&) {
        return without(kNoMemory);
    }
}

} // namespace

strategy::Strategy comparedStrategy(const Prediction& prediction)
{
    strategy::Strategy compared = prediction.strategy;
    const bool isScaled = prediction.as.timeScale != 1; // as the picture beside an emulated run is
    if (isScaled || (!prediction.modelled() && !compared.costs))
        compared.costs = prediction.costs; // also where it has a model
    return compared;
}

ScheduleComparisonPtr compare(const strategy::Strategy& strategy,
                              const std::vector<plan::ComparedSchedule>& schedules,
                              const plan::StopAsked& stop)
{
    auto comparison = std::make_shared<ScheduleComparison>();
    for (const plan::ComparedSchedule& compared : schedules) {
        if (stop && stop())
            break;
        comparison->steps.push_back(stepOf(strategy, compared, stop));
    }
    return comparison;
}

} // namespace gui
