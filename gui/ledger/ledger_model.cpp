#include "gui/ledger/ledger_model.h"

#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QFont>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

constexpr std::array<const char*, plan::kLedgerLines> kNames = {
    QT_TRANSLATE_NOOP("Ledger", "forward"),
    QT_TRANSLATE_NOOP("Ledger", "backward"),
    QT_TRANSLATE_NOOP("Ledger", "input gradient"),
    QT_TRANSLATE_NOOP("Ledger", "weight gradient"),
    QT_TRANSLATE_NOOP("Ledger", "recomputation"),
    QT_TRANSLATE_NOOP("Ledger", "exposed transfer"),
    QT_TRANSLATE_NOOP("Ledger", "exposed collective"),
    QT_TRANSLATE_NOOP("Ledger", "optimizer"),
    QT_TRANSLATE_NOOP("Ledger", "warm-up bubble"),
    QT_TRANSLATE_NOOP("Ledger", "steady bubble"),
    QT_TRANSLATE_NOOP("Ledger", "cool-down bubble"),
    QT_TRANSLATE_NOOP("Ledger", "unexplained"),
};

} // namespace

QString ledgerLineName(plan::LedgerLine line)
{
    return QCoreApplication::translate("Ledger", kNames[static_cast<std::size_t>(line)]);
}

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
    return (ranks() + 1) * (bothSides() ? 2 : 1);
}

const LedgerModel::Side& LedgerModel::sideOf(int column) const
{
    if (bothSides())
        return column % 2 == 0 ? m_predicted : m_measured;
    return m_predicted.ledger ? m_predicted : m_measured;
}

int LedgerModel::rankOf(int column) const { return (bothSides() ? column / 2 : column) - 1; }

bool LedgerModel::cell(int row, int column, Cell& cell) const
{
    const Side& side = sideOf(column);
    const int rank = rankOf(column);
    // The columns are those of the side with more ranks; the other side has no cells there.
    if (rank >= static_cast<int>(side.ledger->ranks.size()))
        return false;
    const plan::RankLedger& lines
        = rank < 0 ? side.total : side.ledger->ranks[static_cast<std::size_t>(rank)];
    const auto count = rank < 0 ? static_cast<std::int64_t>(side.ledger->ranks.size()) : 1;
    cell.whole = side.makespan * count;
    cell.time = row == sumRow() ? plan::sum(lines) : lines[static_cast<std::size_t>(row)];
    return true;
}

QString LedgerModel::text(const Cell& cell, bool timeless) const
{
    const double share = cell.whole.count() > 0
        ? static_cast<double>(cell.time.count()) / static_cast<double>(cell.whole.count())
        : 0;
    switch (timeless ? LedgerUnit::Percent : m_unit) {
    case LedgerUnit::Milliseconds:
        return millisecondsNumber(cell.time, 3);
    case LedgerUnit::Percent:
        return percent(share);
    case LedgerUnit::Both:
        break;
    }
    return millisecondsNumber(cell.time, 1) + QStringLiteral(" · ") + percent(share);
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
    // The cell is rounded; here the numbers are exact.
    if (role == Qt::ToolTipRole)
        return tr("%1 ns of %2 ns").arg(found.time.count()).arg(found.whole.count());
    if (role == Qt::FontRole
        && (index.row() == sumRow() || index.column() < (bothSides() ? 2 : 1))) {
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
    const QString who = rank < 0 ? tr("all ranks") : tr("rank %1").arg(rank);
    if (!bothSides())
        return who;
    return section % 2 == 0 ? tr("%1\npredicted").arg(who) : tr("%1\nmeasured").arg(who);
}

} // namespace gui
