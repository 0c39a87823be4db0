// A button of the run panel, for an action that stands in a menu as well.

#pragma once

#include <QAction>
#include <QRegularExpression>
#include <QToolButton>

namespace gui {

// Shows the action's short text (iconText), follows its state, and triggers it. `action` must not
// be null, and may be destroyed before the button. The caller puts the button into a layout, whose
// widget then owns it.
inline QToolButton* actionButton(QAction* action)
{
    // Some languages put the letter of a menu entry in brackets behind it: no part of the words.
    const QRegularExpression letter(QStringLiteral("\\(&?[A-Z0-9]\\)"));
    if (action->iconText().contains(letter))
        action->setIconText(action->iconText().remove(letter));
    auto* made = new QToolButton;
    made->setDefaultAction(action);
    made->setToolButtonStyle(Qt::ToolButtonTextOnly);
    made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    made->setFocusPolicy(Qt::StrongFocus);
    made->setAccessibleName(action->text().remove(letter).remove(QLatin1Char('&')));
    return made;
}

} // namespace gui
