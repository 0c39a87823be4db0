// The commands for what a timeline shows: those that fade what is of one category, as clicks on its
// legend do, and the arrows of the selected op.

#pragma once

namespace gui {

class ActionRegistry;
class ViewState;

// The actions are of a sheet that has `state`, and go with it.
void connectFading(ActionRegistry& actions, ViewState& state);
// For a sheet that does not keep the choice.
void connectFlows(ActionRegistry& actions, ViewState& state);

} // namespace gui
