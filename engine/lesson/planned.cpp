#include "engine/lesson/planned.h"

#include "engine/plan/insight/critical_path.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/check.h"

namespace lesson {

Planned::Planned(strategy::Strategy strategy, strategy::StepPrediction prediction, bool hasTimeline)
    : m_strategy(std::move(strategy))
    , m_prediction(std::move(prediction))
    , m_hasTimeline(hasTimeline)
{
}

plan::Result<PlannedPtr> Planned::make(strategy::Strategy strategy)
{
    const plan::Shape shape = strategy::shapeOf(strategy);
    const double cells = 1.0 * shape.ranks * shape.chunks * shape.microbatches;
    if (cells > kMaxStateCells)
        return plan::Error{"has more than " + std::to_string(kMaxStateCells)
                           + " forwards a step (ranks x chunks x microbatches); a lesson draws no "
                             "more"};
    auto prediction = strategy::predictStep(strategy);
    if (!prediction)
        return prediction.error();
    return PlannedPtr(new Planned(std::move(strategy), *std::move(prediction), true));
}

PlannedPtr Planned::ofOrder(const Planned& like, plan::Schedule schedule)
{
    auto timeline = plan::simulate(schedule, like.costs());
    const bool runs = bool(timeline);
    return PlannedPtr(
        new Planned(like.m_strategy,
                    {std::move(schedule), like.m_prediction.costs, like.m_prediction.origin,
                     runs ? *std::move(timeline) : plan::Timeline{}},
                    runs));
}

const plan::ComparisonRow& Planned::row() const
{
    if (!m_row)
        m_row = plan::rowOf(m_strategy.schedule.name, schedule(), timeline());
    return *m_row;
}

const std::vector<std::vector<plan::Nanoseconds>>& Planned::slack() const
{
    if (!m_slack)
        m_slack = plan::slack(schedule(), timeline(), costs());
    return *m_slack;
}

const plan::Ledger& Planned::ledger() const
{
    if (!m_ledger)
        m_ledger = plan::account(schedule(), timeline(), costs());
    return *m_ledger;
}

const strategy::Estimate* Planned::estimate() const
{
    if (!m_strategy.model)
        return nullptr;
    if (!m_estimate) {
        auto estimated = strategy::estimate(m_strategy);
        if (!estimated)
            return nullptr; // its step could be predicted, but not its memory
        m_estimate = *std::move(estimated);
    }
    return &*m_estimate;
}

const std::vector<strategy::Problem>& Planned::warnings() const
{
    if (!m_warnings) {
        const strategy::Estimate* estimated = estimate();
        m_warnings = estimated ? estimated->warnings : strategy::check(m_strategy).warnings;
    }
    return *m_warnings;
}

double ranksOf(const Planned& planned)
{
    const strategy::Parallel& parallel = planned.strategy().parallel;
    return 1.0 * parallel.tensor * parallel.context * planned.schedule().shape.ranks
        * strategy::dataParallel(planned.strategy());
}

} // namespace lesson
