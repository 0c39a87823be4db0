#include "gui/ledger/ledger_model.h"

#include "gui/text/ledger_line.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"

#include <QFont>

#include <algorithm>
#include <utility>

namespace gui {

LedgerModel::LedgerModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void LedgerModel::fill(Side& side, std::shared_ptr<const plan::Ledger> ledger,
                       plan::Nanoseconds makespan)
{
    side.ledger = std::move(ledger);
    side.total = side.ledger ? plan::total(*side.ledger) : plan::RankLedger{};
    side.makespan = makespan;
}

void LedgerModel::setPredicted(std::shared_ptr<const plan::Ledger> ledger,
                               plan::Nanoseconds makespan)
{
    beginResetModel();
    fill(m_predicted, std::move(ledger), makespan);
    endResetModel();
}

void LedgerModel::setMeasured(std::shared_ptr<const plan::Ledger> ledger,
                              plan::Nanoseconds makespan)
{
    const bool sameShape = bool(ledger) == bool(m_measured.ledger)
        && (!ledger || ledger->ranks.size() == m_measured.ledger->ranks.size());
    if (!sameShape) {
        beginResetModel();
        fill(m_measured, std::move(ledger), makespan);
        endResetModel();
        return;
    }
    // The same table with other numbers: scroll position and selection stay.
    fill(m_measured, std::move(ledger), makespan);
    if (columnCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void LedgerModel::setUnit(LedgerUnit unit)
{
    m_unit = unit;
    if (columnCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void LedgerModel::setTimeless(bool timeless)
{
    if (std::exchange(m_timeless, timeless) != timeless && columnCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

bool LedgerModel::isEmptyRow(int row) const
{
    if (row >= sumRow())
        return false;
    const auto line = static_cast<std::size_t>(row);
    return m_predicted.total[line].count() == 0 && m_measured.total[line].count() == 0;
}

int LedgerModel::ranks() const
{
    const auto of = [](const Side& side) {
        return side.ledger ? static_cast<int>(side.ledger->ranks.size()) : 0;
    };
    return std::max(of(m_predicted), of(m_measured));
}

int LedgerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : sumRow() + 1;
}

int LedgerModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid() || ranks() == 0)
        return 0;
    return (ranks() + 1) * (hasBothSides() ? 2 : 1);
}

const LedgerModel::Side& LedgerModel::sideOf(int column) const
{
    if (hasBothSides())
        return column % 2 == 0 ? m_predicted : m_measured;
    return m_predicted.ledger ? m_predicted : m_measured;
}

void LedgerModel::setSources(const QString& predicted, const QString& measured)
{
    m_predicted.source = predicted;
    m_measured.source = measured;
}

int LedgerModel::rankOf(int column) const { return (hasBothSides() ? column / 2 : column) - 1; }

bool LedgerModel::cell(int row, int column, Cell& cell) const
{
    const Side& side = sideOf(column);
    const int rank = rankOf(column);
    // The columns are those of the side with more ranks; the other side has no cells there.
    if (rank >= static_cast<int>(side.ledger->ranks.size()))
        return false;
    const plan::RankLedger& lines
        = rank < 0 ? side.total : side.ledger->ranks[static_cast<std::size_t>(rank)];
    cell.ranks = rank < 0 ? static_cast<std::int64_t>(side.ledger->ranks.size()) : 1;
    cell.whole = side.makespan * cell.ranks;
    cell.time = row == sumRow() ? plan::sum(lines) : lines[static_cast<std::size_t>(row)];
    return true;
}

double LedgerModel::Cell::share() const
{
    return whole.count() > 0
        ? static_cast<double>(time.count()) / static_cast<double>(whole.count())
        : 0;
}

QString LedgerModel::text(const Cell& cell, bool timeless) const
{
    switch (timeless ? LedgerUnit::Percent : m_unit) {
    case LedgerUnit::Milliseconds:
        return millisecondsNumber(cell.ofOne(), 3);
    case LedgerUnit::Percent:
        return percent(cell.share());
    case LedgerUnit::Both:
        break;
    }
    return stepTime(cell.ofOne()) + QStringLiteral(" · ") + percent(cell.share());
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const
{
    Cell found;
    if (!index.isValid() || !cell(index.row(), index.column(), found))
        return {};
    if (role == Qt::DisplayRole)
        // Dashes let the lines that take time stand out.
        return found.time.count() == 0 && index.row() != sumRow()
            ? QStringLiteral("–")
            : text(found, m_timeless && &sideOf(index.column()) == &m_predicted);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == kNanosecondsRole)
        return static_cast<qlonglong>(found.time.count());
    // The cell is rounded; here the numbers are exact.
    if (role == Qt::ToolTipRole) {
        const QString exact
            = (found.ranks == 1 ? tr("%1 ns of %2 ns") : tr("%1 ns of %2 ns, all ranks together"))
                  .arg(found.time.count())
                  .arg(found.whole.count());
        const QString& source = sideOf(index.column()).source;
        return plainTip(
            source.isEmpty() ? exact : exact + QLatin1Char('\n') + tr("Source: %1").arg(source));
    }
    if (role == Qt::FontRole
        && (index.row() == sumRow() || index.column() < (hasBothSides() ? 2 : 1))) {
        QFont font;
        font.setBold(index.row() == sumRow());
        return font;
    }
    return {};
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::DisplayRole && orientation == Qt::Vertical) {
        if (section == sumRow())
            return tr("sum = makespan");
        return ledgerLineName(static_cast<plan::LedgerLine>(section));
    }
    if (orientation == Qt::Vertical || section >= columnCount())
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    const int rank = rankOf(section);
    const QString who = rank < 0 ? tr("mean rank") : tr("rank %1").arg(rank);
    if (!hasBothSides())
        return who;
    return section % 2 == 0 ? tr("%1\npredicted").arg(who) : tr("%1\nmeasured").arg(who);
}

} // namespace gui
