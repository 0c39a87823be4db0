// The numbers of compared steps, a row each; where there is no such step, the reason in their
// place.

#pragma once

#include "gui/compare/compared_step.h"
#include "gui/export/table_text.h"

#include <QAbstractTableModel>
#include <QColor>

#include <vector>

namespace gui {

// Rows are compared steps, in their order; columns are their numbers. A row without numbers has its
// reason in the first column, which the view may let run on over the others.
class ComparisonTable : public QAbstractTableModel {
    Q_OBJECT
public:
    // The columns that others point at.
    enum Column { kStep, kToFirst, kBubble, kInFlight, kMemory, kTokens };

    explicit ComparisonTable(QObject* parent = nullptr);

    // Replaces all rows, and resets the model.
    void setComparison(Comparison comparison);
    const Comparison& comparison() const { return m_comparison; }

    // Of the marks before the names; by ComparedStep::colour.
    void setColours(const std::vector<QColor>& colours);

    // Why there is no such step; empty where the row has numbers.
    QString whyNot(int index) const;

    // The whole table. What is exact has times in microseconds, and shares of 1.
    NamedTable named() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const ComparedStep& step(int index) const;
    QVariant mark(int index) const;
    QString shown(int index, int column) const;
    QStringList csvLine(int index) const;

    Comparison m_comparison;
    std::vector<QColor> m_colours;
    int m_fastest = -1;
};

} // namespace gui
