#include "gui/costs/number_table_model.h"

#include "gui/text/joined.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// The cells of a pasted text. Lines without a cell at its end are none; a tab at the beginning of a
// line stands behind an empty cell.
std::vector<QStringList> cellsOf(const QString& text)
{
    static const QRegularExpression kLineEnd(QStringLiteral("\r\n|\n|\r"));
    static const QRegularExpression kBetween(QStringLiteral(" *[,;\t] *| +"));
    static const QRegularExpression kAround(QStringLiteral("^ +| +$"));
    std::vector<QStringList> cells;
    for (const QString& line : text.split(kLineEnd))
        cells.push_back(QString(line).remove(kAround).split(kBetween));
    const auto isEmpty = [](const QString& cell) { return cell.isEmpty(); };
    while (!cells.empty() && std::all_of(cells.back().begin(), cells.back().end(), isEmpty))
        cells.pop_back();
    return cells;
}

double at(const NumberRows& rows, int row, int column)
{
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

QString shown(const QString& text)
{
    // Somebody may have pasted a whole page.
    constexpr int kLongest = 20;
    return text.size() > kLongest ? text.left(kLongest) + QStringLiteral("…") : text;
}

} // namespace

QString numberText(double value)
{
    // Whatever the language, so that what is copied from a table is understood by other programs;
    // and with as many digits as it takes to read the same number back.
    return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
}

NumberTableModel::NumberTableModel(std::vector<NumberColumn> columns, QString rowName,
                                   double lowest, double highest, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
    , m_rowName(std::move(rowName))
    , m_lowest(lowest)
    , m_highest(highest)
{
}

void NumberTableModel::setRows(NumberRows rows)
{
    if (rows == m_rows)
        return;
    if (rows.size() == m_rows.size()) {
        m_rows.swap(rows);
        for (int row = 0; row < rowCount(); ++row) // cell by cell, so that an open editor follows
            for (int column = 0; column < columnCount(); ++column)
                if (at(rows, row, column) != at(m_rows, row, column))
                    emit dataChanged(index(row, column), index(row, column));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void NumberTableModel::setTable(std::vector<NumberColumn> columns, NumberRows rows)
{
    if (columns == m_columns)
        return setRows(std::move(rows));
    beginResetModel();
    m_columns = std::move(columns);
    m_rows = std::move(rows);
    endResetModel();
}

QString NumberTableModel::copy(const CellRange& range) const
{
    QString text;
    for (int row = range.top; row <= range.bottom; ++row) {
        QStringList line;
        for (int column = range.left; column <= range.right; ++column)
            line << index(row, column).data(Qt::EditRole).toString();
        text += line.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

std::optional<double> NumberTableModel::number(const QString& text) const
{
    bool good = false;
    const double value = QLocale::c().toDouble(text.trimmed(), &good);
    // toDouble() also takes "inf" and "nan" for numbers.
    if (!good || !std::isfinite(value) || value < m_lowest || value > m_highest)
        return std::nullopt;
    return value;
}

QString NumberTableModel::rangeSentence(const QString& found) const
{
    const QString low = numberText(m_lowest);
    const QString high = numberText(m_highest);
    return found.isEmpty()
        ? tr("must be a number from %1 to %2; the cell is empty").arg(low, high)
        : tr("must be a number from %1 to %2, not %3").arg(low, high, shown(found));
}

std::optional<QString> NumberTableModel::paste(const QString& text, const CellRange& range)
{
    const auto cells = cellsOf(text);
    if (cells.empty())
        return tr("there is nothing to paste");
    const bool one = cells.size() == 1 && cells.front().size() == 1;
    const int rowsPasted = one ? range.rows() : static_cast<int>(cells.size());
    // All is looked at before anything is changed: a paste is taken whole or not at all.
    if (range.top + rowsPasted > rowCount())
        return tr("%1 rows do not fit: from %2 on there are %3")
            .arg(rowsPasted)
            .arg(m_rowName.arg(range.top))
            .arg(rowCount() - range.top);
    NumberRows rows = m_rows;
    for (int row = 0; row < rowsPasted; ++row) {
        const QStringList& line = cells[one ? 0 : static_cast<std::size_t>(row)];
        const int columnsPasted = one ? range.columns() : static_cast<int>(line.size());
        if (range.left + columnsPasted > columnCount())
            return tr("%1 columns do not fit: from %2 on there are %3")
                .arg(QString::number(columnsPasted),
                     m_columns[static_cast<std::size_t>(range.left)].title,
                     QString::number(columnCount() - range.left));
        for (int column = 0; column < columnsPasted; ++column) {
            const QString& cell = line[one ? 0 : column];
            const auto value = number(cell);
            if (!value)
                return labelled(m_rowName.arg(range.top + row), rangeSentence(cell));
            rows[std::size_t(range.top) + std::size_t(row)]
                [std::size_t(range.left) + std::size_t(column)]
                = *value;
        }
    }
    change(std::move(rows));
    return std::nullopt;
}

void NumberTableModel::fillDown(const CellRange& range)
{
    NumberRows rows = m_rows;
    for (int row = range.top + 1; row <= range.bottom; ++row)
        for (int column = range.left; column <= range.right; ++column)
            rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]
                = rows[static_cast<std::size_t>(range.top)][static_cast<std::size_t>(column)];
    change(std::move(rows));
}

void NumberTableModel::change(NumberRows rows)
{
    if (rows == m_rows)
        return;
    setRows(std::move(rows));
    emit edited(m_rows);
}

int NumberTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int NumberTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant NumberTableModel::data(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::DisplayRole || role == Qt::EditRole)
        return numberText(m_rows[row][column]);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return m_columns[column].tip;
    if (role == Qt::AccessibleTextRole)
        return labelled(enumerated({m_rowName.arg(index.row()), m_columns[column].title}),
                        numberText(m_rows[row][column]));
    return {};
}

QVariant NumberTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(m_rowName.arg(section)) : QVariant();
    const NumberColumn& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return column.title;
    return role == Qt::ToolTipRole ? QVariant(column.tip) : QVariant();
}

Qt::ItemFlags NumberTableModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsEditable : flags;
}

bool NumberTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid())
        return false;
    const auto typed = number(value.toString());
    if (!typed) {
        emit refused(rangeSentence(value.toString()));
        return false;
    }
    NumberRows rows = m_rows;
    rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())] = *typed;
    change(std::move(rows));
    return true;
}

} // namespace gui
