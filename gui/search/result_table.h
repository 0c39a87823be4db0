// The rows of a search or a sweep, in the order that those gave them; a row opens with Enter or a
// double click.

#pragma once

#include "gui/search/result_model.h"

#include <QTableView>

namespace gui {

class ResultTable : public QTableView {
    Q_OBJECT
public:
    explicit ResultTable(QWidget* parent = nullptr);

    const ResultModel& results() const { return m_results; }
    // See ResultModel::setRows(). No row is chosen afterwards.
    void setRows(const QStringList& leading, const QStringList& trailing,
                 std::vector<ResultRow> rows);

    // Those of the present scale. It has a font of its own, so nothing tells it when that changes:
    // whoever holds it does.
    void takeSizes();

    int rowCount() const { return m_results.rowCount(); }
    QString text(int row, int column) const; // as it is shown
    int chosen() const;                      // -1: none
    void setChosen(int row);                 // as if the user did

    // By the user or by setChosen(); opened() by Enter or a double click.
signals:
    void rowChosen(int row);
    void opened(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& now, const QModelIndex& before) override;

private:
    void fitColumns(); // to what is in them; the last one takes the room that is left
    void fitFirst();   // to that and to the room that the others leave

    ResultModel m_results;
    int m_firstWidth = 0;   // that its words need
    int m_numbersWidth = 0; // that the other columns need
};

} // namespace gui
