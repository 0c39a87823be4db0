// The numbers of compared schedules, a row each; where there is no such schedule for the strategy,
// the reason in their place.

#pragma once

#include "gui/compare/comparison_request.h"

#include <QAbstractTableModel>

namespace gui {

// As what the table is copied: columns lined up with spaces, or for a sheet, or for a document.
enum class TableFormat { Text, Csv, Markdown };

class ComparisonTable : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ComparisonTable(QObject* parent = nullptr);

    // Replaces all rows; null: there are none.
    void setComparison(ScheduleComparisonPtr comparison);
    const ScheduleComparisonPtr& comparison() const { return m_comparison; }

    // Empty where the row has numbers.
    QString whyNot(int row) const;

    // All of it, with a line of titles. CSV has plain numbers, times in microseconds.
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
