#include "gui/search/result_table.h"

#include "gui/frame/window_style.h"
#include "gui/theme/metrics.h"

#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace gui {
namespace {

// Rows that the width of a column is found from.
constexpr int kMeasuredRows = 100;
constexpr double kLeastFirst = 160; // pixels of scale 1

// Air at both sides of what stands in a cell: a number ends where the words after it begin.
class ResultTableStyle : public WindowStyle {
public:
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override
    {
        return metric == PM_HeaderMargin || metric == PM_FocusFrameHMargin
            ? metrics().space(2)
            : WindowStyle::pixelMetric(metric, option, widget);
    }
};

} // namespace

ResultTable::ResultTable(QWidget* parent)
    : QTableView(parent)
{
    auto* style = new ResultTableStyle;
    style->setParent(this);
    setStyle(style);
    horizontalHeader()->setStyle(style);
    setModel(&m_results);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setCornerButtonEnabled(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setResizeContentsPrecision(kMeasuredRows);
    horizontalHeader()->setStretchLastSection(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    takeSizes();
    // Enter and a double click, or a single one where the desktop is set to that.
    connect(this, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit opened(index.row()); });
}

void ResultTable::takeSizes()
{
    setFont(metrics().font(font(), Type::Small));
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + metrics().space(2));
    fitColumns();
}

void ResultTable::fitColumns()
{
    m_firstWidth = 0;
    for (int column = m_results.columnCount() - 1; column >= 0; --column) {
        const int width
            = std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
        horizontalHeader()->resizeSection(column, width);
        if (column == 0)
            m_firstWidth = width;
        else
            m_numbersWidth = column == m_results.columnCount() - 1 ? width : m_numbersWidth + width;
    }
    fitFirst();
}

// The words of the first column end in an ellipsis before a number is out of sight.
void ResultTable::fitFirst()
{
    if (m_firstWidth == 0)
        return;
    const int room = std::max(viewport()->width() - m_numbersWidth, metrics().px(kLeastFirst));
    horizontalHeader()->resizeSection(0, std::min(m_firstWidth, room));
}

void ResultTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitFirst();
}

void ResultTable::setRows(const QStringList& leading, const QStringList& trailing,
                          std::vector<ResultRow> rows)
{
    // Spans belong to rows by their number, and would cover cells of the new ones.
    clearSpans();
    m_results.setRows(leading, trailing, std::move(rows));
    fitColumns();
    const int first = m_results.column(ResultModel::kStep);
    for (int row = 0; row < rowCount(); ++row)
        if (!m_results.row(row).numbers)
            setSpan(row, first, 1, m_results.columnCount() - first);
}

QString ResultTable::text(int row, int column) const
{
    return m_results.index(row, column).data().toString();
}

int ResultTable::chosen() const { return currentIndex().isValid() ? currentIndex().row() : -1; }

void ResultTable::setChosen(int row) { setCurrentIndex(m_results.index(row, 0)); }

// Whoever opens a row with Enter does not press a button as well.
void ResultTable::keyPressEvent(QKeyEvent* event)
{
    QTableView::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        event->accept();
}

void ResultTable::currentChanged(const QModelIndex& now, const QModelIndex& before)
{
    QTableView::currentChanged(now, before);
    if (now.isValid() && now.row() != before.row())
        emit rowChosen(now.row());
}

} // namespace gui
