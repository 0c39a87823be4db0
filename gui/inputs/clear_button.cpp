#include "gui/inputs/clear_button.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QToolButton>

namespace gui {

void giveClearButton(QLineEdit& line)
{
    line.setClearButtonEnabled(true);
    if (auto* cross = line.findChild<QToolButton*>())
        cross->setAccessibleName(QCoreApplication::translate("Inputs", "Clear"));
}

} // namespace gui
