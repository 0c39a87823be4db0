// The table of a NumberTableModel: Ctrl+C, Ctrl+V and Ctrl+D (fill down) on what is selected, in
// the menu of the right button too.

#pragma once

#include "gui/costs/number_table_model.h"

#include <QTableView>

namespace gui {

class NumberTable : public QTableView {
    Q_OBJECT
public:
    // `model` must outlive the table.
    NumberTable(NumberTableModel& model, const QString& accessibleName, QWidget* parent = nullptr);

    // As high as its rows, up to `rows` of them.
    void setRowsInSight(int rows);

    void copy();
    void paste();
    void fillDown();

signals:
    void refused(const QString& sentence); // empty when an edit was good after all

private:
    std::optional<CellRange> selected() const;

    NumberTableModel& m_model;
};

} // namespace gui
