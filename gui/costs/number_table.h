// The table of a NumberTableModel: Ctrl+C, Ctrl+V and Ctrl+D (fill down) on what is selected, in
// the menu of the right button too.

#pragma once

#include "gui/costs/number_table_model.h"

#include <QTableView>

namespace gui {

// A view alone: what is typed, pasted or filled goes through the model, which tells its owner.
class NumberTable : public QTableView {
    Q_OBJECT
public:
    // `model` must outlive the table.
    NumberTable(NumberTableModel& model, const QString& accessibleName, QWidget* parent = nullptr);

    // As high as its rows, up to `rows` of them; beyond that the table scrolls.
    void setRowsInSight(int rows);

    // By way of the clipboard, on what is selected. Without a selection copy() takes the whole
    // table, paste() begins at the first cell, and fillDown() only says, by refused(), that it
    // needs one.
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
