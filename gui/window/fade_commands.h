// The commands that fade what is of one category in the timeline, as clicks on its legend do.

#pragma once

namespace gui {

class ActionRegistry;
class ViewState;

// The actions are of a sheet that has `state`, and go with it.
void connectFading(ActionRegistry& actions, ViewState& state);

} // namespace gui
