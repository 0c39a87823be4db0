#include "engine/measured/step_idle.h"

#include "engine/plan/metrics.h"

namespace measured {

Nanoseconds busyTime(const Step& step, std::size_t rank)
{
    const Nanoseconds shown = plan::busyTime(step.timeline, rank);
    if (!step.isSummed(rank) || !step.summaries[rank])
        return shown;
    return shown + Nanoseconds{telemetry::opsNs(*step.summaries[rank])};
}

double bubbleFraction(const Step& step)
{
    const std::size_t ranks = step.timeline.spans.size();
    if (step.summed.empty() || ranks == 0 || step.timeline.makespan <= Nanoseconds{0})
        return plan::bubbleFraction(step.timeline);
    double busy = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        busy += static_cast<double>(busyTime(step, rank).count());
    return 1
        - busy / (static_cast<double>(ranks) * static_cast<double>(step.timeline.makespan.count()));
}

} // namespace measured
