// A button of the run panel.

#pragma once

#include <QAction>
#include <QToolButton>

namespace gui {

// Shows the action's short text. The caller puts it into a layout, which then owns it.
inline QToolButton* actionButton(QAction* action)
{
    auto* made = new QToolButton;
    made->setDefaultAction(action);
    made->setToolButtonStyle(Qt::ToolButtonTextOnly);
    made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    made->setFocusPolicy(Qt::StrongFocus);
    made->setAccessibleName(action->text().remove(QLatin1Char('&')));
    return made;
}

} // namespace gui
