// What a strategy or a trace is set beside, and a strategy is searched and swept from: each in a
// tab of its own.

#pragma once

namespace gui {

class ActionRegistry;
class OpenImport;
class OpenStrategy;
class Workspace;

// Gives the actions of `open`, which are those of its sheet, something to do: each brings the tab
// that was made of it before to the front, or makes one. All must outlive the actions.
void connectExploring(ActionRegistry& actions, OpenStrategy& open, Workspace& workspace);
void connectExploring(ActionRegistry& actions, OpenImport& open, Workspace& workspace);

} // namespace gui
