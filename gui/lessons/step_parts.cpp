#include "gui/lessons/step_parts.h"

#include "gui/stepviews/step_views.h"

#include <algorithm>

namespace gui {

bool showsPicture(const lesson::Step& step)
{
    const auto& show = step.show;
    return show.empty() || std::holds_alternative<lesson::BuildAction>(step.action)
        || std::find(show.begin(), show.end(), lesson::View::Timeline) != show.end();
}

void showViews(StepViews& views, const LessonSession& session)
{
    const lesson::Step& step = session.step();
    const bool has = StepViews::hasViews(step);
    views.setVisible(has);
    if (!has)
        return;
    std::vector<StepState> states;
    for (const NamedState& state : session.shownStates())
        states.push_back({QString::fromStdString(state.name), state.planned});
    views.showStep(session.read(), step, states, session.phase() == StepPhase::Asked);
}

} // namespace gui
