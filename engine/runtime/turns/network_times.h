// How long what ranks send to each other takes on the network that the strategy runs on, as the
// planner predicts it. Ranks that take turns on one device have no network of their own that could
// be measured.

#pragma once

#include "engine/plan/cost/collective_time.h"
#include "engine/plan/costs.h"
#include "engine/runtime/collective.h"
#include "engine/strategy/strategy.h"

#include <string>

namespace turns {

// A value.
class NetworkTimes {
public:
    // Of a strategy with a model, whose stages lie as `schedule` places them. Fails as
    // strategy::predictedCosts() does.
    static plan::Result<NetworkTimes> of(const strategy::Strategy& strategy,
                                         const plan::Schedule& schedule);

    // Of the message that brings what `op` has made to the stage that takes it: the hop of
    // plan::Costs between the two.
    plan::Nanoseconds message(const plan::Op& op) const;

    // Of a collective of the group of that name and size; `bytes` as in plan::CollectiveTime, of a
    // shift those that a member passes on. That of all ranks ("world"), in which they agree on two
    // numbers, takes none: the planner counts it with the optimizer's step.
    plan::Nanoseconds collective(const std::string& group, int size, engine::CollectiveKind kind,
                                 std::size_t bytes) const;

    // Where the hops come from: "the costs given", "the cost model with profile a100".
    const std::string& source() const { return m_source; }

private:
    NetworkTimes(plan::Costs costs, plan::Placement placement, std::string source,
                 const plan::Job& job);
    plan::Group groupOf(const std::string& name, int size) const;

    plan::Costs m_costs;
    plan::Placement m_placement;
    std::string m_source;
    plan::RankGrid m_grid;
    plan::CollectiveTime m_collectives;
    int m_pipeline; // ranks
};

} // namespace turns
