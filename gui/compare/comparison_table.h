// The numbers of compared schedules, a row each; where there is no such schedule for the strategy,
// the reason in their place.

#pragma once

#include "gui/compare/comparison_request.h"

#include <QAbstractTableModel>

namespace gui {

// As what the table is copied: columns lined up with spaces, or for a sheet, or for a document.
enum class TableFormat { Text, Csv, Markdown };

// Rows are compared schedules, in the order asked for; columns are the numbers of
// plan::ComparisonRow. A row without numbers has its reason in the first column, which the view may
// let run on over the others.
class ComparisonTable : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ComparisonTable(QObject* parent = nullptr);

    // Replaces all rows, and resets the model; null: there are none.
    void setComparison(ScheduleComparisonPtr comparison);
    const ScheduleComparisonPtr& comparison() const { return m_comparison; }

    // Why there is no such schedule for the strategy; empty where the row has numbers.
    QString whyNot(int index) const;

    // The whole table with a line of titles, ready for the clipboard. CSV has plain numbers with a
    // point, times in microseconds, and titles in English; the other formats have what is shown.
    QString text(TableFormat format) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const plan::ComparisonRow& row(int index) const;

    ScheduleComparisonPtr m_comparison; // may be null
};

} // namespace gui
