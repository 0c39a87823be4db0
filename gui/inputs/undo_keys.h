// Ctrl+Z in a field takes back the last change of the strategy, as it does elsewhere in the window,
// and not what was typed into that field.

#pragma once

class QEvent;
class QWidget;

namespace gui {

// For an event filter: true for a key of undo or redo, which then reaches the window's actions.
bool isLeftToWindow(QEvent* event);

// Installs such a filter, which `input` owns.
void leaveUndoToWindow(QWidget* input);

} // namespace gui
