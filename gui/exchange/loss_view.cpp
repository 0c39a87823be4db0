#include "gui/exchange/loss_view.h"

#include "gui/theme/metrics.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

// Sentences of more rows are cut off at the end of their line.
constexpr std::size_t kMostWrapped = 200;

} // namespace

LossView::LossView(QWidget* parent)
    : QWidget(parent)
    , m_model(new LossModel(this))
    , m_summary(new QLabel(this))
    , m_table(new QTableView(this))
{
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(Qt::UserRole);
    m_table->setModel(sorted);
    m_table->setAccessibleName(tr("What was lost"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(LossModel::Place, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    // Sentences wrap at the width of their column, which it gets when the table is laid out.
    connect(
        m_table->horizontalHeader(), &QHeaderView::sectionResized, this,
        [this](int section) {
            if (section == LossModel::Sentence)
                fitRows();
        },
        Qt::QueuedConnection);
    m_table->hide(); // there is no report yet
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    m_summary->setAccessibleName(tr("Summary"));
    m_summary->setContentsMargins(metrics().space(2), metrics().space(1), 0, metrics().space(1));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    auto* copies = new QAction(m_table);
    copies->setShortcut(QKeySequence::Copy);
    copies->setShortcutContext(Qt::WidgetShortcut);
    connect(copies, &QAction::triggered, this, &LossView::copy);
    m_table->addAction(copies);
}

void LossView::setReport(const LossReport& report)
{
    m_model->setReport(report);
    m_summary->setText(lossSummary(report));
    m_table->setVisible(!report.isEmpty());
    // Of what was never in a file there is no place.
    m_table->setColumnHidden(LossModel::Place, report.path.isEmpty());
    m_table->setColumnHidden(LossModel::Key,
                             std::all_of(report.remarks.begin(), report.remarks.end(),
                                         [](const auto& remark) { return remark.key.empty(); }));
    for (const int column : {LossModel::Kind, LossModel::Place, LossModel::Key})
        m_table->resizeColumnToContents(column);
    // A key may be as long as a line, and the sentences need room.
    const int most = metrics().px(160);
    for (const int column : {LossModel::Place, LossModel::Key})
        m_table->setColumnWidth(column, std::min(most, m_table->columnWidth(column)));
    fitRows();
}

void LossView::fitRows()
{
    if (report().remarks.size() <= kMostWrapped)
        m_table->resizeRowsToContents();
}

void LossView::copy()
{
    QStringList lines;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        QStringList cells;
        for (int column = 0; column < LossModel::ColumnCount; ++column)
            cells << row.siblingAtColumn(column).data().toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace gui
