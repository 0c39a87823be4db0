#include "engine/runtime/turns/network_times.h"

#include "engine/strategy/cost_job.h"
#include "engine/strategy/estimate/step_prediction.h"

#include <cmath>

namespace turns {

using engine::CollectiveKind;

plan::Result<NetworkTimes> NetworkTimes::of(const strategy::Strategy& strategy,
                                            const plan::Schedule& schedule)
{
    auto predicted = strategy::predictedCosts(strategy, schedule);
    if (!predicted)
        return predicted.error();
    return NetworkTimes(std::move(predicted->costs), schedule.placement, toText(predicted->origin),
                        strategy::jobOf(strategy));
}

NetworkTimes::NetworkTimes(plan::Costs costs, plan::Placement placement, std::string source,
                           const plan::Job& job)
    : m_costs(std::move(costs))
    , m_placement(std::move(placement))
    , m_source(std::move(source))
    , m_grid(job.cut, job.machine.network)
    , m_collectives(job.machine)
    , m_pipeline(job.cut.pipeline)
{
}

plan::Nanoseconds NetworkTimes::message(const plan::Op& op) const
{
    // A hop has the number of the stage before it.
    return m_costs.hop(isForward(op.kind) ? op.stage : op.stage - 1,
                       m_placement.directionOf(op.microbatch));
}

plan::Group NetworkTimes::groupOf(const std::string& name, int size) const
{
    if (name == "tp")
        return m_grid.tensor();
    if (name == "cp")
        return m_grid.context();
    if (name == "dp")
        return m_grid.copies();
    if (name == "ep")
        return m_grid.expert();
    if (name == "edp")
        return m_grid.expertCopies();
    // "copies": the pipeline ranks that hold the same weights are the ends of it, or its two
    // directions.
    plan::Group group = m_grid.hop(0, m_pipeline - 1);
    group.inNode = group.crossesNode() ? 1 : size;
    group.size = size;
    return group;
}

plan::Nanoseconds NetworkTimes::collective(const std::string& group, int size, CollectiveKind kind,
                                           std::size_t bytes) const
{
    if (group == "world" || size == 1)
        return {};
    const plan::Group links = groupOf(group, size);
    const auto moved = static_cast<double>(bytes);
    double seconds = 0;
    switch (kind) {
    case CollectiveKind::AllReduce:
        seconds = m_collectives.allReduce(moved, links);
        break;
    case CollectiveKind::AllGather:
        seconds = m_collectives.allGather(moved, links);
        break;
    case CollectiveKind::ReduceScatter:
        seconds = m_collectives.reduceScatter(moved, links);
        break;
    case CollectiveKind::AllToAll:
        seconds = m_collectives.allToAll(moved, links);
        break;
    case CollectiveKind::Shift:
        // One of the size - 1 steps of a ring in which all get what each of them has.
        seconds = m_collectives.allGather(moved * size, links) / (size - 1);
        break;
    case CollectiveKind::Broadcast: // of the host, between steps
        break;
    }
    return plan::Nanoseconds(std::llround(seconds * 1e9));
}

} // namespace turns
