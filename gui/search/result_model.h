// Strategies that a search or a sweep came to, with what they cost, a row each.

#pragma once

#include "engine/strategy/estimate/left_out.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <vector>

namespace gui {

struct ResultNumbers {
    double stepSeconds = 0;
    double tokensPerSecond = 0;
    double mfu = 0;                               // model FLOPs utilization, a share of 1
    double bubbleFraction = 0;                    // idle / (ranks * makespan)
    double peakBytes = 0;                         // of the fullest device
    std::optional<strategy::Interval> interval{}; // of the step, in seconds
};

struct ResultRow {
    QStringList leading{}; // as many words as there are columns of them, as `trailing`
    QString whole{};       // what the first of them is short for; empty: itself
    std::optional<ResultNumbers> numbers{};
    QString source{}; // of the numbers; translated, empty: not said
    QStringList trailing{};
    QString whyNot{};      // in place of the numbers, where there are none
    bool isMarked = false; // it stands out: the others are held against it
    bool isFaded = false;  // it stands back: it cannot be had
};

// Numbers are put into words when they are looked at, so that many rows cost little.
class ResultModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // The columns of numbers, in their order.
    enum Number { kStep, kTokens, kMfu, kBubble, kMemory, kNumbers };

    explicit ResultModel(QObject* parent = nullptr);

    // All names are translated already; the columns of numbers stand between them.
    void setRows(const QStringList& leading, const QStringList& trailing,
                 std::vector<ResultRow> rows);
    const ResultRow& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }

    // Index of the column with that number.
    int column(Number number) const { return static_cast<int>(m_leading.size()) + number; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString textAt(const ResultRow& row, int column) const;

    QStringList m_leading;
    QStringList m_trailing;
    std::vector<ResultRow> m_rows;
};

} // namespace gui
