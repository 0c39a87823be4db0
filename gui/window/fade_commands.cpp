#include "gui/window/fade_commands.h"

#include "gui/timeline/view_state.h"
#include "gui/window/action_registry.h"

#include <QAction>

#include <cstddef>

namespace gui {
namespace {

struct FadeCommand {
    const char* id;
    Category category;
};

constexpr FadeCommand kFadeCommands[] = {
    {"view.fadeForward", Category::Forward},          {"view.fadeBackward", Category::Backward},
    {"view.fadeInputGrad", Category::InputGrad},      {"view.fadeWeightGrad", Category::WeightGrad},
    {"view.fadeCollective", Category::Communication}, {"view.fadeOptimizer", Category::Optimizer},
    {"view.fadeSecondRun", Category::Rerun},
};

} // namespace

void connectFading(ActionRegistry& actions, ViewState& state)
{
    for (const FadeCommand& command : kFadeCommands) {
        QAction* action = actions.action(command.id);
        action->setCheckable(true);
        const Category category = command.category;
        const auto follow = [action, category, &state] {
            action->setChecked(state.hidden()[static_cast<std::size_t>(category)]);
        };
        follow();
        QObject::connect(&state, &ViewState::hiddenChanged, action, follow);
        actions.onTriggered(command.id, [action, category, &state] {
            state.setHidden(category, action->isChecked());
        });
    }
}

void connectFlows(ActionRegistry& actions, ViewState& state)
{
    QAction* flows = actions.action("view.flows");
    flows->setCheckable(true);
    flows->setChecked(state.showsFlows());
    actions.onTriggered("view.flows", [&state, flows] { state.setShowsFlows(flows->isChecked()); });
}

} // namespace gui
