#include "gui/compare/comparison_request.h"

#include "engine/plan/simulate.h"

namespace gui {
namespace {

// The parts of a drawn track, in one piece: the explainer refers to the others.
struct Drawn {
    plan::Schedule schedule;
    plan::Timeline timeline;
    plan::Costs costs;
    plan::Ledger ledger;
    plan::CriticalPath critical;
    std::optional<plan::Explainer> explainer;
};

bool isWithinWindow(const plan::Shape& shape)
{
    return static_cast<long long>(shape.ranks) * shape.chunks * shape.microbatches
        <= kMaxWindowCells;
}

// Precondition: its row has been made, so that none of this fails but for want of memory.
plan::Result<TrackData> draw(const plan::ComparedModel& model, const plan::ComparisonRow& row,
                             const plan::ScheduleOptions& options)
{
    auto drawn = std::make_shared<Drawn>();
    auto schedule = plan::makeSchedule(row.name, row.shape, options);
    if (!schedule)
        return schedule.error();
    const auto costs = plan::dividedCosts(model, schedule->shape, schedule->placement);
    if (!costs)
        return costs.error();
    schedule = plan::makeSchedule(row.name, row.shape, options, *costs);
    if (!schedule)
        return schedule.error();
    auto timeline = plan::simulate(*schedule, *costs);
    if (!timeline)
        return timeline.error();
    drawn->schedule = *std::move(schedule);
    drawn->timeline = *std::move(timeline);
    drawn->costs = *costs;
    drawn->ledger = plan::account(drawn->schedule, drawn->timeline, drawn->costs);
    TrackData track;
    std::size_t ops = 0;
    for (const auto& order : drawn->schedule.order)
        ops += order.size();
    if (ops <= kMaxExplainedOps) {
        drawn->explainer.emplace(drawn->schedule, drawn->timeline, drawn->costs);
        drawn->critical = plan::criticalPath(drawn->schedule, drawn->timeline, drawn->costs);
        track.explainer = {drawn, &*drawn->explainer};
        track.critical = {drawn, &drawn->critical};
    }
    track.schedule = {drawn, &drawn->schedule};
    track.timeline = {drawn, &drawn->timeline};
    track.ledger = {drawn, &drawn->ledger};
    return track;
}

plan::Nanoseconds sum(plan::Nanoseconds a, plan::Nanoseconds b) { return a + b; }

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
    if (!prediction.costs.hops.empty()) {
        model.costs.hops.clear();
        for (int part = 0; part + 1 < shape.ranks; ++part)
            model.costs.hops.push_back(prediction.costs.hop((part + 1) * each - 1));
    }
    return model;
}

ScheduleComparisonPtr compare(const plan::ComparedModel& model,
                              const std::vector<plan::ComparedSchedule>& schedules)
{
    auto comparison = std::make_shared<ScheduleComparison>();
    for (const plan::ComparedSchedule& compared : schedules) {
        ComparedStep step;
        const plan::Shape shape
            = plan::shapeOf(compared.name, model.ranks, compared.chunks, model.microbatches);
        if (isWithinWindow(shape)) {
            step.row = plan::compareSchedules(model, {compared}).front();
        } else {
            step.row.name = compared.name;
            step.row.shape = shape;
            step.row.whyNot = "ranks * chunks * microbatches is more than "
                + std::to_string(kMaxWindowCells)
                + ", the most the window draws; lower one of them";
        }
        if (step.row.whyNot.empty()) {
            auto track = draw(model, step.row, compared.options);
            if (track)
                step.track = *std::move(track);
            else
                step.row.whyNot = track.error().message;
        }
        comparison->steps.push_back(std::move(step));
    }
    return comparison;
}

} // namespace gui
