// The ledger (engine/plan/ledger.h) as a table: where the time of a step goes. A row for each line,
// columns for the total of all ranks and for every rank, predicted and, beside it, measured. The
// last row is the sum; of a rank it equals the makespan.

#pragma once

#include "engine/plan/ledger.h"

#include <QAbstractTableModel>

#include <memory>

namespace gui {

// What a cell says: milliseconds, their share of the makespan, or both.
enum class LedgerUnit { Both, Milliseconds, Percent };

// In the language of the window.
QString ledgerLineName(plan::LedgerLine line);

// Columns stand in pairs where both sides are there, predicted before measured: first the total,
// then rank after rank. Times are plan::Nanoseconds and are written in milliseconds. GUI thread.
class LedgerModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit LedgerModel(QObject* parent = nullptr);

    // Either may be null: it then has no columns. `makespan` is that of the timeline that the
    // ledger was made from; shares are of it, and those of the total are of it times the number of
    // ranks. A change of the measured side resets the model only where the table takes another
    // shape, so that the selection stays from step to step.
    void setPredicted(std::shared_ptr<const plan::Ledger> ledger, plan::Nanoseconds makespan);
    void setMeasured(std::shared_ptr<const plan::Ledger> ledger, plan::Nanoseconds makespan);
    // What every cell says from now on.
    void setUnit(LedgerUnit unit);

    // The predicted times are made up: only their shares are shown.
    void setTimeless(bool timeless);

    // True for a line that is zero in every column; a view may leave it out.
    bool isEmptyRow(int row) const;
    // The row behind the lines.
    static constexpr int sumRow() { return int(plan::kLedgerLines); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    // Predicted, or measured.
    struct Side {
        std::shared_ptr<const plan::Ledger> ledger;
        plan::RankLedger total{};
        plan::Nanoseconds makespan{};
    };
    struct Cell {
        plan::Nanoseconds time{};
        plan::Nanoseconds whole{}; // what its share is of
    };

    static void fill(Side& side, std::shared_ptr<const plan::Ledger> ledger,
                     plan::Nanoseconds makespan);
    int ranks() const; // of the side that has more
    bool bothSides() const { return m_predicted.ledger && m_measured.ledger; }
    const Side& sideOf(int column) const;
    int rankOf(int column) const; // -1: the total
    // False where the side of that column has nothing to say in that cell.
    bool cell(int row, int column, Cell& cell) const;
    QString text(const Cell& cell, bool timeless) const;

    Side m_predicted;
    Side m_measured;
    LedgerUnit m_unit = LedgerUnit::Both;
    bool m_timeless = false;
};

} // namespace gui
