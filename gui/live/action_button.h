// A button of the run panel, for an action that stands in a menu as well.

#pragma once

#include "gui/text/mnemonic.h"

#include <QAction>
#include <QToolButton>

namespace gui {

// Shows the action's short text (iconText), follows its state, and triggers it. `action` must not
// be null, and may be destroyed before the button. The caller puts the button into a layout, whose
// widget then owns it.
inline QToolButton* actionButton(QAction* action)
{
    auto* made = new QToolButton;
    made->setDefaultAction(action);
    made->setToolButtonStyle(Qt::ToolButtonTextOnly);
    made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    made->setFocusPolicy(Qt::StrongFocus);
    made->setAccessibleName(withoutMnemonic(action->text()));
    return made;
}

} // namespace gui
