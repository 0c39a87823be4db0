#include "gui/text/plain_label.h"

#include <QLabel>

namespace gui {

QLabel* plainLabel(const QString& name)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    label->setAccessibleName(name);
    return label;
}

} // namespace gui
