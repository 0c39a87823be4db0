// The inspector of a timeline, as sheets show it.

#pragma once

class QWidget;

namespace gui {

class OpenCommands;
class TimelinePanel;
class ViewState;

// A page that scrolls. Lessons that explain what is selected open through `opener`. All must
// outlive it.
QWidget* makeInspectorPage(OpenCommands& opener, ViewState& state, TimelinePanel& panel);

} // namespace gui
