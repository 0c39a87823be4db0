#include "gui/compare/comparison_request.h"

#include <algorithm>
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

plan::Nanoseconds sum(plan::Nanoseconds a, plan::Nanoseconds b) { return a + b; }

// Between neighbouring ranks: the longest hop of stages that stand on them, or of all where
// none do.
std::vector<plan::Nanoseconds> hopsBetweenRanks(const Prediction& prediction)
{
    const auto& hops = prediction.costs.hops;
    const plan::Placement& placement = prediction.schedule->placement;
    std::vector<std::optional<plan::Nanoseconds>> longest(
        static_cast<std::size_t>(prediction.schedule->shape.ranks - 1));
    for (const auto* rankOf : {&placement.ranks, &placement.mirror})
        for (std::size_t stage = 0; stage + 1 < rankOf->size(); ++stage) {
            const auto [lower, upper] = std::minmax((*rankOf)[stage], (*rankOf)[stage + 1]);
            if (upper - lower != 1)
                continue;
            auto& hop = longest[static_cast<std::size_t>(lower)];
            hop = std::max(hop.value_or(plan::Nanoseconds{0}), hops[stage]);
        }
    std::vector<plan::Nanoseconds> between;
    const plan::Nanoseconds most = *std::max_element(hops.begin(), hops.end());
    for (const auto& hop : longest)
        between.push_back(hop.value_or(most));
    return between;
}

} // namespace

plan::ComparedModel comparedModel(const Prediction& prediction)
{
    const plan::Shape& shape = prediction.schedule->shape;
    plan::ComparedModel model{.ranks = shape.ranks,
                              .microbatches = shape.microbatches,
                              .costs = prediction.costs};
    const int each = shape.stages() / shape.ranks; // stages of one p-th
    const auto& stages = prediction.costs.stages;
    const bool alike = stages.size() == 1;
    model.costs.stages.clear();
    for (int part = 0; part < (alike ? 1 : shape.ranks); ++part) {
        plan::StageCosts whole;
        for (int i = 0; i < each; ++i) {
            const plan::StageCosts& stage = prediction.costs.ofStage(part * each + i);
            whole = {sum(whole.forward, stage.forward), sum(whole.inputGrad, stage.inputGrad),
                     sum(whole.weightGrad, stage.weightGrad),
                     sum(whole.recompute, stage.recompute)};
        }
        model.costs.stages.push_back(whole);
    }
    if (!prediction.costs.hops.empty())
        model.costs.hops = hopsBetweenRanks(prediction);
    return model;
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
