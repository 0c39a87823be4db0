#include "gui/live/step_choice.h"

#include <algorithm>

namespace gui {
namespace {

bool hasBegun(const StepPtr& step)
{
    return step
        && std::any_of(step->timeline.spans.begin(), step->timeline.spans.end(),
                       [](const auto& spans) { return !spans.empty(); });
}

} // namespace

StepPtr StepChoice::shown(const RunSnapshot& run, const StepHistory& history) const
{
    if (m_held >= 0)
        return history.atOrAfter(m_held);
    const bool filling = m_show == ShowStep::Filling
        || (m_show == ShowStep::Automatic
            && (!run.newest || run.newest->timeline.makespan >= kWatchable));
    if (filling && hasBegun(run.current))
        return run.current;
    return run.newest;
}

} // namespace gui
