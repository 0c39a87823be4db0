// Where the time of compared steps goes: a row for each kind of work or wait, a column for each
// step, and what it differs from the first.

#pragma once

#include "gui/compare/compared_step.h"

#include <QAbstractTableModel>

namespace gui {

// Times are those of the mean rank: they sum to the length of the step.
class CategoryTable : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit CategoryTable(QObject* parent = nullptr);

    // Replaces all; steps without a ledger have dashes. Rows that are 0 in all steps are left out.
    void setComparison(const Comparison& comparison);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    // "12.3 ms", and behind the first step "12.9 ms (+4.9 %)".
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct Column {
        QString name;
        bool known = false;
        plan::RankLedger mean{}; // of a rank
        plan::Nanoseconds sum{};
    };

    bool isSumRow(int row) const { return row == static_cast<int>(m_lines.size()); }
    plan::Nanoseconds value(int row, const Column& column) const;

    std::vector<Column> m_columns;
    std::vector<std::size_t> m_lines; // of plan::LedgerLine, that are shown
};

} // namespace gui
