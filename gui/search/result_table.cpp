#include "gui/search/result_table.h"

#include "gui/estimate/verdict_text.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>

namespace gui {

ResultTable::ResultTable(QWidget* parent)
    : QTableWidget(parent)
{
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    // Enter and a double click, or a single one where the desktop is set to that.
    connect(this, &QTableWidget::activated, this,
            [this](const QModelIndex& index) { emit opened(index.row()); });
}

void ResultTable::setColumns(const QStringList& leading, const QStringList& trailing)
{
    m_leading = static_cast<int>(leading.size());
    const QStringList names = leading
        + QStringList{tr("step"), tr("tokens/s"), tr("MFU"), tr("bubble"), tr("peak memory")}
        + trailing;
    clear();
    // clear() leaves the spans of the rows before, which would cover cells of the new ones.
    clearSpans();
    setRowCount(0);
    setColumnCount(static_cast<int>(names.size()));
    setHorizontalHeaderLabels(names);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    if (m_leading > 0)
        horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
}

// Whoever opens a row with Enter does not press the dialog's button as well.
void ResultTable::keyPressEvent(QKeyEvent* event)
{
    QTableWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        event->accept();
}

void ResultTable::put(int row, int column, const QString& text, bool isNumber)
{
    auto* item = new QTableWidgetItem(text);
    if (isNumber)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    else
        // A column may be narrower than its text.
        item->setToolTip(plainTip(text));
    setItem(row, column, item);
}

void ResultTable::addRow(const QStringList& leading, const Numbers& numbers,
                         const QStringList& trailing)
{
    const QStringList texts{
        stepTime(numbers.stepSeconds), QLocale().toString(numbers.tokensPerSecond, 'f', 0),
        percent(numbers.mfu), percent(numbers.bubbleFraction), gibibytes(numbers.peakBytes)};
    const int row = rowCount();
    insertRow(row);
    int column = 0;
    for (const QString& text : leading)
        put(row, column++, text, false);
    for (const QString& text : texts)
        put(row, column++, text, true);
    for (const QString& text : trailing)
        put(row, column++, text, false);
}

void ResultTable::addRow(const QStringList& leading, const QString& why)
{
    const int row = rowCount();
    insertRow(row);
    int column = 0;
    for (const QString& text : leading)
        put(row, column++, text, false);
    put(row, column, why, false);
    item(row, column)->setSizeHint({1, 1}); // it runs on over the columns behind
    setSpan(row, column, 1, columnCount() - column);
}

} // namespace gui
