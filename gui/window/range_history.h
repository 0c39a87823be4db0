// Back and Forward through the ranges that a timeline has shown, as commands of its sheet.

#pragma once

namespace gui {

class ActionRegistry;
class ViewState;

// Both commands are enabled while there is such a range. `state` and the registry's owner may go in
// any order.
void connectHistory(ActionRegistry& actions, ViewState& state);

} // namespace gui
