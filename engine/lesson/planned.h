// A state of a lesson worked out: the strategy, its schedule and timeline, and what is asked of
// them.

#pragma once

#include "engine/plan/insight/compare.h"
#include "engine/plan/ledger.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/estimate/step_prediction.h"
#include "engine/strategy/strategy.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lesson {

// The largest ranks * chunks * microbatches of a state: a picture of it takes no time to lay out.
inline constexpr long long kMaxStateCells = 65'536;

// Not null in the states of a lesson. Immutable to whoever holds it; what is asked for late is
// worked out then, so one thread at a time.
class Planned {
public:
    // Of a strategy that check() accepts, with the order that it names.
    static plan::Result<std::shared_ptr<const Planned>> make(strategy::Strategy strategy);
    // Of the order that a learner has laid, with the costs of `like` and its strategy. An order
    // that cannot run is one without a timeline.
    static std::shared_ptr<const Planned> ofOrder(const Planned& like, plan::Schedule schedule);

    const strategy::Strategy& strategy() const { return m_strategy; }
    const plan::Schedule& schedule() const { return m_prediction.schedule; }
    const plan::Costs& costs() const { return m_prediction.costs; }
    // Precondition of these and of all below: hasTimeline().
    const plan::Timeline& timeline() const { return m_prediction.timeline; }
    bool hasTimeline() const { return m_hasTimeline; }

    const plan::ComparisonRow& row() const;
    const plan::Ledger& ledger() const;
    // [rank][place in its order]: how much later that op could end and not delay the step.
    const std::vector<std::vector<plan::Nanoseconds>>& slack() const;
    // Nothing where the strategy has no model.
    const strategy::Estimate* estimate() const;
    const std::vector<strategy::Problem>& warnings() const;

private:
    Planned(strategy::Strategy strategy, strategy::StepPrediction prediction, bool hasTimeline);

    strategy::Strategy m_strategy;
    strategy::StepPrediction m_prediction;
    bool m_hasTimeline = true;
    mutable std::optional<plan::ComparisonRow> m_row;
    mutable std::optional<plan::Ledger> m_ledger;
    mutable std::optional<std::vector<std::vector<plan::Nanoseconds>>> m_slack;
    mutable std::optional<strategy::Estimate> m_estimate;
    mutable std::optional<std::vector<strategy::Problem>> m_warnings;
};

using PlannedPtr = std::shared_ptr<const Planned>;

// Of a run of it: pipeline ranks, their copies and parts.
double ranksOf(const Planned& planned);

} // namespace lesson
