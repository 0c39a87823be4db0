// An action that is not available says why, wherever it stands: in the tool tip of its button and
// in the status line under its menu entry.

#pragma once

#include <QAction>

namespace gui {

// `whyNot`: a translated sentence; empty: the action is available. The action's own tip is kept
// aside the first time, as a property of the action, and comes back once it is available again.
// Call it from one place for each action, or the reasons overwrite each other.
inline void setWhyNot(QAction* action, const QString& whyNot)
{
    constexpr const char* kTip = "ownTip";
    if (!action->property(kTip).isValid())
        action->setProperty(kTip, action->toolTip());
    const QString tip = whyNot.isEmpty() ? action->property(kTip).toString() : whyNot;
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(tip);
    action->setStatusTip(tip);
}

} // namespace gui
