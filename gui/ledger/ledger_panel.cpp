#include "gui/ledger/ledger_panel.h"

#include "gui/document/origin_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QComboBox>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

enum Column { kPredicted, kClosedForm, kMeasured, kDifference };
enum Row { kMakespan, kFraction, kOverhead, kPeak, kRows };

} // namespace

LedgerPanel::LedgerPanel(Document& document, RunController& controller, RunView& view,
                         QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_controller(controller)
    , m_view(view)
    , m_model(new LedgerModel(this))
    , m_table(new QTableView)
    , m_summary(new QTableWidget(kRows, kColumns))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 4, 4, 4);
    row->addWidget(makeSummary());
    row->addWidget(makeTable(), 1);
    connect(&document, &Document::predictionChanged, this, &LedgerPanel::refreshPredicted);
    connect(&controller, &RunController::runChanged, this, &LedgerPanel::refreshPredicted);
    connect(&view, &RunView::changed, this, &LedgerPanel::refreshMeasured);
    connect(m_model, &QAbstractItemModel::modelReset, this, &LedgerPanel::hideEmptyRows);
    refreshPredicted();
}

QWidget* LedgerPanel::makeSummary()
{
    m_summary->setHorizontalHeaderLabels(
        {tr("predicted"), tr("closed form"), tr("measured"), tr("difference")});
    m_summary->setVerticalHeaderLabels(
        {tr("makespan"), tr("bubble fraction"), tr("bubble overhead"), tr("peak in flight")});
    m_summary->verticalHeaderItem(kFraction)->setToolTip(tr("idle / (ranks × makespan)"));
    m_summary->verticalHeaderItem(kOverhead)->setToolTip(tr("idle / busy"));
    m_summary->verticalHeaderItem(kPeak)->setToolTip(
        tr("most (microbatch, stage) pairs a rank holds"));
    m_summary->horizontalHeaderItem(kClosedForm)
        ->setToolTip(tr("what the papers say, for equal stages and free transfers"));
    for (int row = 0; row < kRows; ++row)
        for (int column = 0; column < kColumns; ++column) {
            auto* item = new QTableWidgetItem;
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_summary->setItem(row, column, item);
        }
    m_summary->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_summary->setSelectionMode(QAbstractItemView::NoSelection);
    // Otherwise Tab would stop at each cell before it leads on.
    m_summary->setTabKeyNavigation(false);
    m_summary->setAccessibleName(tr("Step in numbers"));
    m_summary->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_summary->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_summary->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_summary->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_summary->setFrameShape(QFrame::NoFrame);

    for (const QHeaderView* header : {m_summary->horizontalHeader(), m_summary->verticalHeader()})
        connect(header, &QHeaderView::geometriesChanged, this, &LedgerPanel::fitSummary);
    connect(m_summary->horizontalHeader(), &QHeaderView::sectionResized, this,
            &LedgerPanel::fitSummary);

    auto* unit = new QComboBox;
    unit->addItem(tr("Ledger in time and %"), int(LedgerUnit::Both));
    unit->addItem(tr("Ledger in ms"), int(LedgerUnit::Milliseconds));
    unit->addItem(tr("Ledger in %"), int(LedgerUnit::Percent));
    unit->setAccessibleName(tr("Unit of the ledger"));
    connect(unit, &QComboBox::currentIndexChanged, this, [this, unit] {
        m_model->setUnit(static_cast<LedgerUnit>(unit->currentData().toInt()));
    });

    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_summary);
    column->addWidget(unit, 0, Qt::AlignLeft);
    column->addStretch();
    // The summary is as large as its numbers; the width that is left goes to the table.
    box->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    return box;
}

QWidget* LedgerPanel::makeTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Ledger: where the time of every rank goes"));
    m_table->setSelectionMode(QAbstractItemView::ContiguousSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 3);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    // All columns have the width of the widest number there can be, so that they stay where they
    // are from step to step.
    QFont bold = m_table->font(); // of the sums
    bold.setBold(true);
    m_table->horizontalHeader()->setDefaultSectionSize(
        QFontMetrics(bold).horizontalAdvance(QStringLiteral("00.0 ms · 100.0 %")) + 12);
    return m_table;
}

void LedgerPanel::refreshPredicted()
{
    const PredictionPtr& shown = m_document.prediction();
    // The run may be all that has changed, and setting the same ledger again would reset the table,
    // with its selection.
    if (shown != m_predicted) {
        m_predicted = shown;
        m_model->setPredicted(shown ? shown->ledger : nullptr,
                              shown ? shown->timeline->makespan : plan::Nanoseconds{});
    }
    refreshMeasured();
}

void LedgerPanel::refreshMeasured()
{
    m_model->setTimeless(m_view.isTimeless(m_predicted));
    const ShownStep& shown = m_view.shown();
    if (shown.complete != m_measured || shown.numbers.ledger != m_measuredLedger) {
        m_measured = shown.complete;
        m_measuredLedger = shown.numbers.ledger;
        m_model->setMeasured(shown.numbers.ledger, shown.numbers.makespan);
        hideEmptyRows();
    }
    m_model->setSources(m_predicted ? originText(m_predicted->origin) : QString(),
                        m_measured ? tr("measured, step %1").arg(m_measured->number) : QString());
    refreshSummary();
}

void LedgerPanel::hideEmptyRows()
{
    for (int row = 0; row < m_model->rowCount(); ++row)
        m_table->setRowHidden(row, m_model->isEmptyRow(row));
}

// As large as what it says: a scroll bar would hide numbers one came for.
void LedgerPanel::fitSummary()
{
    const QHeaderView* across = m_summary->horizontalHeader();
    const QHeaderView* down = m_summary->verticalHeader();
    m_summary->setFixedSize(std::max(down->width(), down->sizeHint().width()) + across->length(),
                            across->sizeHint().height() + down->length());
}

void LedgerPanel::refreshSummary()
{
    const auto set = [this](Row row, Column column, const QString& text) {
        m_summary->item(row, column)->setText(text);
    };
    const Prediction* predicted = m_predicted.get();
    const bool closed = predicted && predicted->closedForm;
    const bool timeless = m_view.isTimeless(m_predicted);
    const auto time = [timeless](plan::Nanoseconds span) {
        return timeless ? QStringLiteral("–") : stepTime(span);
    };
    const QString why
        = timeless ? tr("The strategy has no costs, so no time is predicted") : QString();
    const auto interval = predicted && !timeless ? makespanInterval(*predicted) : std::nullopt;
    const QString beside
        = interval ? labelled(tr("80 % interval"), timesText(interval->low, interval->high)) : why;
    m_summary->item(kMakespan, kClosedForm)->setToolTip(why);
    m_summary->item(kMakespan, kPredicted)->setToolTip(beside);
    // Whoever cannot point at the cell hears it.
    m_summary->item(kMakespan, kPredicted)->setData(Qt::AccessibleDescriptionRole, beside);
    set(kMakespan, kPredicted, predicted ? time(predicted->timeline->makespan) : QString());
    set(kFraction, kPredicted, predicted ? percent(predicted->bubbleFraction) : QString());
    set(kOverhead, kPredicted, predicted ? percent(predicted->bubbleOverhead) : QString());
    set(kPeak, kPredicted, predicted ? QString::number(predicted->peakInFlight) : QString());
    set(kMakespan, kClosedForm, closed ? time(predicted->closedForm->makespan) : tr("none known"));
    set(kFraction, kClosedForm,
        closed ? percent(predicted->closedForm->bubbleFraction) : QString());
    set(kOverhead, kClosedForm,
        closed ? percent(predicted->closedForm->bubbleOverhead) : QString());

    const bool measured = m_measured != nullptr;
    const MeasuredNumbers& numbers = m_view.shown().numbers;
    set(kMakespan, kMeasured, measured ? stepTime(numbers.makespan) : QString());
    set(kFraction, kMeasured, measured ? percent(numbers.bubbleFraction) : QString());
    set(kOverhead, kMeasured, measured ? percent(numbers.bubbleOverhead) : QString());
    set(kPeak, kMeasured, measured ? QString::number(numbers.peakInFlight) : QString());
    // A difference to the prediction of another strategy would mean nothing.
    const bool both = measured && predicted && m_view.shown().prediction == m_predicted;
    const auto points
        = [&](double a, double b) { return both ? pointsDifference(a, b) : QString(); };
    set(kMakespan, kDifference,
        both && m_view.knowsTime()
            ? relativeDifference(static_cast<double>(numbers.makespan.count()),
                                 static_cast<double>(predicted->timeline->makespan.count()))
            : QString());
    set(kFraction, kDifference,
        both ? points(numbers.bubbleFraction, predicted->bubbleFraction) : QString());
    set(kOverhead, kDifference,
        both ? points(numbers.bubbleOverhead, predicted->bubbleOverhead) : QString());
    m_summary->setColumnHidden(kMeasured, !measured);
    m_summary->setColumnHidden(kDifference, !both);
    widenSummary();
}

// Columns grow with their texts and never shrink while steps come in, so that the tables beside
// each other stand still.
void LedgerPanel::widenSummary()
{
    if (!m_measured)
        m_summaryWidths.fill(0);
    const std::array<int, kColumns> before = std::exchange(m_summaryWidths, {});
    m_summary->resizeColumnsToContents();
    for (int column = 0; column < kColumns; ++column) {
        const auto at = static_cast<std::size_t>(column);
        if (m_summary->isColumnHidden(column))
            continue;
        m_summaryWidths[at] = std::max(before[at], m_summary->columnWidth(column));
        m_summary->setColumnWidth(column, m_summaryWidths[at]);
    }
    fitSummary();
}

} // namespace gui
