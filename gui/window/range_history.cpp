#include "gui/window/range_history.h"

#include "gui/live/why_not.h"
#include "gui/timeline/view_state.h"
#include "gui/window/action_registry.h"

#include <QAction>
#include <QCoreApplication>

namespace gui {

void connectHistory(ActionRegistry& actions, ViewState& state)
{
    QAction* back = actions.action("view.back");
    QAction* forward = actions.action("view.forward");
    for (const char* id : {"view.back", "view.forward"})
        actions.setHandled(id);
    QObject::connect(back, &QAction::triggered, &state, &ViewState::goBack);
    QObject::connect(forward, &QAction::triggered, &state, &ViewState::goForward);
    const auto refresh = [back, forward, &state] {
        setWhyNot(back,
                  state.canGoBack() ? QString()
                                    : QCoreApplication::translate(
                                        "RangeHistory", "There is no earlier range to go back to"));
        setWhyNot(forward,
                  state.canGoForward() ? QString()
                                       : QCoreApplication::translate(
                                           "RangeHistory", "There is no later range to go on to"));
    };
    QObject::connect(&state, &ViewState::historyChanged, back, refresh);
    refresh();
}

} // namespace gui
