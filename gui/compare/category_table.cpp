#include "gui/compare/category_table.h"

#include "gui/text/joined.h"
#include "gui/text/ledger_line.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"

#include <QCoreApplication>
#include <QFont>

#include <array>

namespace gui {
CategoryTable::CategoryTable(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void CategoryTable::setComparison(const Comparison& comparison)
{
    beginResetModel();
    m_columns.clear();
    m_lines.clear();
    std::array<bool, plan::kLedgerLines> shown{};
    for (const ComparedStepPtr& step : comparison) {
        Column column{.name = step->name};
        const auto& ledger = step->track.ledger;
        column.known = ledger && !ledger->ranks.empty();
        if (column.known) {
            const plan::RankLedger total = plan::total(*ledger);
            for (std::size_t line = 0; line < plan::kLedgerLines; ++line) {
                column.mean[line] = total[line] / static_cast<std::int64_t>(ledger->ranks.size());
                shown[line] = shown[line] || total[line].count() != 0;
            }
            column.sum = plan::sum(total) / static_cast<std::int64_t>(ledger->ranks.size());
        }
        m_columns.push_back(std::move(column));
    }
    for (std::size_t line = 0; line < plan::kLedgerLines; ++line)
        if (shown[line])
            m_lines.push_back(line);
    endResetModel();
}

int CategoryTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_lines.empty() ? 0 : static_cast<int>(m_lines.size()) + 1;
}

int CategoryTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

plan::Nanoseconds CategoryTable::value(int row, const Column& column) const
{
    return isSumRow(row) ? column.sum : column.mean[m_lines[static_cast<std::size_t>(row)]];
}

QVariant CategoryTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::FontRole && isSumRow(index.row())) {
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return bold;
    }
    if (role != Qt::DisplayRole)
        return {};
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    if (!column.known)
        return QStringLiteral("–");
    const plan::Nanoseconds here = value(index.row(), column);
    const QString time = stepTime(here);
    const Column& first = m_columns.front();
    if (index.column() == 0 || !first.known)
        return time;
    const QString more = relativeDifference(static_cast<double>(here.count()),
                                            static_cast<double>(value(index.row(), first).count()));
    return more.isEmpty() ? time : bracketed(time, more);
}

QVariant CategoryTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool named = role == Qt::DisplayRole || role == Qt::ToolTipRole;
    if (!named || section < 0)
        return {};
    if (orientation == Qt::Horizontal) {
        if (section >= columnCount())
            return {};
        const QString& name = m_columns[static_cast<std::size_t>(section)].name;
        return role == Qt::ToolTipRole ? plainTip(name) : name;
    }
    if (section >= rowCount() || role == Qt::ToolTipRole)
        return {};
    return isSumRow(section)
        ? QCoreApplication::translate("Compare", "a mean rank's step")
        : ledgerLineName(static_cast<plan::LedgerLine>(m_lines[static_cast<std::size_t>(section)]));
}

} // namespace gui
