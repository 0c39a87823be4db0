#include "gui/document/prediction.h"

#include "engine/plan/metrics.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/estimate/schedule_of.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace gui {
namespace {

constexpr const char* kStopped = "the strategy has changed since";

// Before anything is made: a shape that is typed by mistake may ask for more than the memory there
// is.
plan::Outcome checkWindowLimit(const plan::Shape& shape)
{
    if (const auto legal = plan::checkShape(shape); !legal)
        return legal.error();
    const long long cells = static_cast<long long>(shape.ranks) * shape.chunks * shape.microbatches;
    if (cells > kMaxWindowCells)
        return plan::Error{"ranks * chunks * microbatches is " + std::to_string(cells)
                           + ", and the window draws up to " + std::to_string(kMaxWindowCells)
                           + "; lower one of them, or use bubblescope-plan for this one"};
    return plan::done();
}

plan::Result<PredictionPtr> predicted(const strategy::Strategy& strategy,
                                      const plan::StopAsked& stop, const PredictedAs& as)
{
    if (const auto fits = checkWindowLimit(strategy::shapeOf(strategy)); !fits)
        return fits.error();
    auto schedule = strategy::scheduleOf(strategy, stop);
    if (!schedule)
        return schedule.error();
    const auto stopped = [&] { return stop && stop(); };
    if (stopped())
        return plan::Error{kStopped};

    auto prediction = std::make_shared<Prediction>();
    prediction->strategy = strategy;
    prediction->as = as;
    prediction->madeBy = std::this_thread::get_id();
    if (as.costs == CostSource::Unit && !strategy.costs) {
        prediction->costs = plan::Costs::unit();
    } else {
        auto predicted = strategy::predictedCosts(strategy, *schedule);
        if (!predicted)
            return predicted.error();
        prediction->costs = std::move(predicted->costs);
        prediction->origin = std::move(predicted->origin);
    }
    if (as.timeScale != 1)
        prediction->costs = prediction->costs.dividedBy(as.timeScale);
    auto timeline = plan::simulate(*schedule, prediction->costs);
    if (!timeline)
        return timeline.error();
    if (stopped())
        return plan::Error{kStopped};

    prediction->bubbleFraction = plan::bubbleFraction(*timeline);
    prediction->bubbleOverhead = plan::bubbleOverhead(*timeline);
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank)
        prediction->peakInFlight
            = std::max(prediction->peakInFlight, plan::peakInFlight(*timeline, rank));
    prediction->ledger
        = std::make_shared<plan::Ledger>(plan::account(*schedule, *timeline, prediction->costs));
    // The formulas know no overlap within fused pairs.
    if (prediction->costs.uniform() && prediction->costs.hop(0).count() == 0
        && (schedule->pairs.empty() || prediction->costs.pairOverlap == 0))
        prediction->closedForm
            = plan::closedForm(strategy.schedule.name, schedule->shape, strategy.schedule.options,
                               prediction->costs.stages.front());
    prediction->schedule = std::make_shared<plan::Schedule>(std::move(*schedule));
    prediction->timeline = std::make_shared<plan::Timeline>(std::move(*timeline));
    return PredictionPtr(std::move(prediction));
}

} // namespace

plan::Result<PredictionPtr> predict(const strategy::Strategy& strategy, const plan::StopAsked& stop,
                                    const PredictedAs& as)
{
    try {
        return predicted(strategy::swappedTo(strategy, as.schedule), stop, as);
        // A shape within the window's limit may still be too large for this machine.
    } catch (const std::bad_alloc&) {
        return plan::Error{kNoMemory};
    }
}

Causes::Causes(PredictionPtr prediction)
    : of(std::move(prediction))
    , explainer(*of->schedule, *of->timeline, of->costs)
    , critical(plan::criticalPath(*of->schedule, *of->timeline, of->costs))
{
}

std::size_t opsOf(const plan::Schedule& schedule)
{
    std::size_t ops = 0;
    for (const auto& order : schedule.order)
        ops += order.size();
    return ops;
}

CausesPtr causesOf(const PredictionPtr& prediction)
{
    return opsOf(*prediction->schedule) > kMaxExplainedOps
        ? nullptr
        : std::make_shared<const Causes>(prediction);
}

std::optional<MakespanInterval> makespanInterval(const Prediction& prediction)
{
    if (!prediction.modelled())
        return std::nullopt;
    const auto factors = strategy::stepInterval(prediction.strategy);
    if (!factors)
        return std::nullopt;
    const auto makespan = static_cast<double>(prediction.timeline->makespan.count());
    return MakespanInterval{plan::Nanoseconds{std::llround(factors->low * makespan)},
                            plan::Nanoseconds{std::llround(factors->high * makespan)}};
}

} // namespace gui
