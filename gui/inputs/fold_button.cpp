#include "gui/inputs/fold_button.h"

#include <QToolButton>

namespace gui {

QToolButton* foldButton(const QString& text, const QString& accessibleName)
{
    auto* fold = new QToolButton;
    fold->setText(text);
    fold->setAccessibleName(accessibleName);
    fold->setCheckable(true);
    fold->setAutoRaise(true);
    // A tool button takes no clicks for focus by default; here it is one of the controls.
    fold->setFocusPolicy(Qt::StrongFocus);
    fold->setArrowType(Qt::RightArrow);
    fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QObject::connect(fold, &QToolButton::toggled, fold, [fold](bool open) {
        fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });
    return fold;
}

} // namespace gui
