// A table of numbers one edits like a sheet: cell by cell, by pasting a block, by filling down.
// Every change is told once, whole, for the undo history of its owner.

#pragma once

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace gui {

// [row][column]
using NumberRows = std::vector<std::vector<double>>;

struct NumberColumn {
    QString title;
    QString tip;

    bool operator==(const NumberColumn&) const = default;
};

// Cells from (top, left) to (bottom, right), both in.
struct CellRange {
    int top = 0;
    int left = 0;
    int bottom = 0;
    int right = 0;

    int rows() const { return bottom - top + 1; }
    int columns() const { return right - left + 1; }
};

// The model checks every number against its range and refuses what lies outside; it knows no units.
// The owner puts what edited() reports into the document, and what the document then holds back
// into setRows().
class NumberTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // Numbers are from `lowest` to `highest`, both included. Rows are named by `rowName`, which has
    // a %1 for their number: "stage %1", from 0. Texts are translated already.
    NumberTableModel(std::vector<NumberColumn> columns, QString rowName, double lowest,
                     double highest, QObject* parent = nullptr);

    // Each row must have as many numbers as there are columns. Not told by edited().
    void setRows(NumberRows rows);
    // The same where the columns may be other ones.
    void setTable(std::vector<NumberColumn> columns, NumberRows rows);
    const NumberRows& rows() const { return m_rows; }

    // Tabs between columns, a line each row; numbers with a point, whatever the language.
    // Precondition of this and of those below: the range lies in the table.
    QString copy(const CellRange& range) const;

    // Lines of numbers with tabs, commas, semicolons or spaces between. A single number goes
    // into all of `range`, a block from its top left on. The sentence says why nothing was
    // changed; an empty cell is one reason.
    std::optional<QString> paste(const QString& text, const CellRange& range);

    // The top cell of each column into those under it.
    void fillDown(const CellRange& range);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    // Emitted after a change by the user, with all rows as they are now; not where they came out
    // the same.
signals:
    void edited(const gui::NumberRows& rows);
    void refused(const QString& sentence); // what was typed is no such number

private:
    // The number that was typed, with a point whatever the language; empty where it is none, or out
    // of range.
    std::optional<double> number(const QString& text) const;
    // What a number must be; `found` is what was typed instead, of which the beginning is quoted.
    QString rangeSentence(const QString& found) const;
    void change(NumberRows rows);

    std::vector<NumberColumn> m_columns;
    QString m_rowName;
    double m_lowest = 0;
    double m_highest = 0;
    NumberRows m_rows;
};

// The shortest text that reads as the same number, with a point.
QString numberText(double value);

} // namespace gui
