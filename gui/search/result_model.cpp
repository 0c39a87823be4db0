#include "gui/search/result_model.h"

#include "gui/estimate/verdict_text.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"
#include "gui/text/source_line.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

namespace gui {
namespace {

QString resultText(const ResultNumbers& numbers, int number)
{
    switch (number) {
    case ResultModel::kStep:
        return stepTime(numbers.stepSeconds);
    case ResultModel::kTokens:
        return rate(numbers.tokensPerSecond);
    case ResultModel::kMfu:
        return percent(numbers.mfu);
    case ResultModel::kBubble:
        return percent(numbers.bubbleFraction);
    case ResultModel::kMemory:
        return gibibytes(numbers.peakBytes);
    }
    return {};
}

} // namespace

ResultModel::ResultModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ResultModel::setRows(const QStringList& leading, const QStringList& trailing,
                          std::vector<ResultRow> rows)
{
    beginResetModel();
    m_leading = leading;
    m_trailing = trailing;
    m_rows = std::move(rows);
    endResetModel();
}

int ResultModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ResultModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_leading.isEmpty()
        ? 0
        : static_cast<int>(m_leading.size() + m_trailing.size()) + kNumbers;
}

QString ResultModel::textAt(const ResultRow& row, int column) const
{
    const auto leading = static_cast<int>(m_leading.size());
    if (column < leading)
        return row.leading.value(column);
    if (!row.numbers)
        return column == leading ? row.whyNot : QString();
    return column < leading + kNumbers ? resultText(*row.numbers, column - leading)
                                       : row.trailing.value(column - leading - kNumbers);
}

QVariant ResultModel::data(const QModelIndex& index, int role) const
{
    const ResultRow& row = this->row(index.row());
    const int number = index.column() - static_cast<int>(m_leading.size());
    const bool isNumber = row.numbers && number >= 0 && number < kNumbers;
    switch (role) {
    case Qt::DisplayRole:
        return textAt(row, index.column());
    case Qt::ToolTipRole: // a column may be narrower than its text
        if (isNumber)
            return plainTip(withSource(QString(), row.source));
        return plainTip(index.column() == 0 && !row.whole.isEmpty() ? row.whole
                                                                    : textAt(row, index.column()));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        if (row.isMarked) {
            QFont bold;
            bold.setWeight(QFont::DemiBold);
            return bold;
        }
        return {};
    case Qt::ForegroundRole:
        return row.isFaded ? QVariant(QGuiApplication::palette().brush(QPalette::PlaceholderText))
                           : QVariant();
    case Qt::SizeHintRole: // it runs on over the columns behind
        return !row.numbers && number == 0 ? QVariant(QSize(1, 1)) : QVariant();
    default:
        return {};
    }
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto leading = static_cast<int>(m_leading.size());
    if (role == Qt::TextAlignmentRole) { // as what stands under it
        const bool isNumber = section >= leading && section < leading + kNumbers;
        return int(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole)
        return {};
    const QStringList names{tr("step"), tr("tokens/s"), tr("MFU"), tr("bubble"), tr("peak memory")};
    return section < leading           ? m_leading[section]
        : section < leading + kNumbers ? names[section - leading]
                                       : m_trailing.value(section - leading - kNumbers);
}

} // namespace gui
