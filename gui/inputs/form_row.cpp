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
        if (taken.labelItem)
            form->insertRow(row, taken.labelItem->widget(), field);
        else
            form->insertRow(row, field);
        delete taken.labelItem;
        delete taken.fieldItem;
    }
    form->setRowVisible(field, visible);
}

} // namespace gui
