// The ledger (engine/plan/ledger.h) as a table: where the time of a step goes. A row for each line,
// columns for the mean of all ranks and for every rank, predicted and, beside it, measured. The
// last row is the sum, which equals the makespan in every column.

#pragma once

#include "engine/plan/ledger.h"

#include <QAbstractTableModel>

#include <memory>

namespace gui {

// What a cell says: milliseconds, the share of the makespan, or both, the time in the unit that
// reads best.
enum class LedgerUnit { Both, Milliseconds, Percent };

// Columns stand in pairs where both sides are there, predicted before measured: first the mean,
// then rank after rank. Times are plan::Nanoseconds. GUI thread.
class LedgerModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit LedgerModel(QObject* parent = nullptr);

    // Either may be null: it then has no columns. `makespan` is that of the timeline that the
    // ledger was made from; shares are of it. A change of the measured side resets the model only
    // where the table takes another shape, so that the selection stays from step to step.
    void setPredicted(std::shared_ptr<const plan::Ledger> ledger, plan::Nanoseconds makespan);
    void setMeasured(std::shared_ptr<const plan::Ledger> ledger, plan::Nanoseconds makespan);
    // Where the numbers of each side come from, for the tips of the cells; translated.
    void setSources(const QString& predicted, const QString& measured);
    // What every cell says from now on.
    void setUnit(LedgerUnit unit);
    LedgerUnit unit() const { return m_unit; }

    // The predicted times are made up: only their shares are shown.
    void setTimeless(bool timeless);

    // True for a line that is zero in every column; a view may leave it out.
    bool isEmptyRow(int row) const;
    // Of a cell: its time in nanoseconds, exact; of the mean, the sum of all ranks.
    static constexpr int kNanosecondsRole = Qt::UserRole;

    bool hasBothSides() const { return m_predicted.ledger && m_measured.ledger; }
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
        QString source{};
    };
    struct Cell {
        plan::Nanoseconds time{}; // of so many ranks together
        plan::Nanoseconds whole{};
        std::int64_t ranks = 1;
        double share() const;
        plan::Nanoseconds ofOne() const { return time / ranks; }
    };

    static void fill(Side& side, std::shared_ptr<const plan::Ledger> ledger,
                     plan::Nanoseconds makespan);
    int ranks() const; // of the side that has more
    const Side& sideOf(int column) const;
    int rankOf(int column) const; // -1: the mean
    // False where the side of that column has nothing to say in that cell.
    bool cell(int row, int column, Cell& cell) const;
    QString text(const Cell& cell, bool timeless) const;

    Side m_predicted;
    Side m_measured;
    LedgerUnit m_unit = LedgerUnit::Both;
    bool m_timeless = false;
};

} // namespace gui
