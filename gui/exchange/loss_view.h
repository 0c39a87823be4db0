// The loss report of a file: a line that sums it up over a table that sorts by any column.

#pragma once

#include "gui/exchange/loss_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace gui {

class LossView : public QWidget {
    Q_OBJECT
public:
    explicit LossView(QWidget* parent = nullptr);

    void setReport(const LossReport& report);
    const LossReport& report() const { return m_model->report(); }
    QTableView& table() { return *m_table; }

private:
    void fitRows(); // to their sentences
    void copy();    // the rows that are selected, one a line, columns by tabs

    LossModel* m_model;  // children
    QLabel* m_summary;   //
    QTableView* m_table; //
};

} // namespace gui
