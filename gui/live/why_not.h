// An action that cannot be had says why, wherever it stands: in its button's tip and in the status
// line.

#pragma once

#include <QAction>

namespace gui {

// Enables the action where `whyNot` is empty; else that is its tip, until it can be had again.
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
