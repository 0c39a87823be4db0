#include "gui/inputs/save_buttons.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>

namespace gui {

QDialogButtonBox* closeAndSave(QDialog& dialog, QPushButton& save)
{
    // A child already here: by its parent a dialog learns what Enter presses.
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QPushButton* close = buttons->button(QDialogButtonBox::Close);
    close->setText(QCoreApplication::translate("SaveButtons", "Close"));
    close->setAccessibleName(close->text());
    save.setAccessibleName(save.text());
    save.setDefault(true);
    buttons->addButton(&save, QDialogButtonBox::ActionRole);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    return buttons;
}

} // namespace gui
