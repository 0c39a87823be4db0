#include "gui/inputs/form_row.h"

#include <QFormLayout>

namespace gui {

void showRow(QFormLayout* form, QWidget* field, bool visible)
{
    if (form->isRowVisible(field) == visible)
        return;
    if (!visible) {
        // QFormLayout remembers of a hidden row where its heights stood in a list that is shorter
        // now, and writes there when it is next asked for a height. A row that is put in anew has
        // no place in the list yet.
        int row = 0;
        QFormLayout::ItemRole role = QFormLayout::FieldRole;
        form->getWidgetPosition(field, &row, &role);
        const QFormLayout::TakeRowResult taken = form->takeRow(row);
        QWidget* const label = taken.labelItem ? taken.labelItem->widget() : nullptr;
        // Before there are new ones: a widget tells only the first of its items that it needs
        // another height, and the others keep the one they were told.
        delete taken.labelItem;
        delete taken.fieldItem;
        if (label)
            form->insertRow(row, label, field);
        else
            form->insertRow(row, field);
    }
    form->setRowVisible(field, visible);
}

} // namespace gui
