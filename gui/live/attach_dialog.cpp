#include "gui/live/attach_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace gui {

AttachDialog::AttachDialog(const QList<RunEntry>& runs, const QStringList& remarks,
                           std::function<void(const RunEntry&)> onChosen, QWidget* parent)
    : QDialog(parent)
    , m_runs(runs)
    , m_onChosen(std::move(onChosen))
    , m_table(new QTableWidget(this))
    , m_outcome(new QLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Attach to a run"));
    resize(720, 360);

    auto* hint
        = new QLabel(runs.isEmpty() ? tr("There are no runs on this machine yet; launch one.")
                                    : tr("A run that is over is shown from its recording."));
    hint->setTextFormat(Qt::PlainText);
    m_outcome->setTextFormat(Qt::PlainText);
    m_outcome->setWordWrap(true);
    m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_outcome->setAccessibleName(tr("How the run ended"));
    m_outcome->hide();
    auto* other = new QLabel(remarks.join(QLatin1Char('\n')), this);
    other->setTextFormat(Qt::PlainText);
    other->setWordWrap(true);
    other->setTextInteractionFlags(Qt::TextSelectableByMouse);
    other->setAccessibleName(tr("Runs that cannot be listed"));
    other->setHidden(remarks.isEmpty());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    QPushButton* ok = buttons->button(QDialogButtonBox::Ok);
    ok->setText(tr("Attach"));
    ok->setAccessibleName(ok->text());
    ok->setEnabled(!runs.isEmpty());
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setAccessibleName(cancel->text());

    auto* column = new QVBoxLayout(this);
    column->addWidget(hint);
    column->addWidget(m_table);
    column->addWidget(m_outcome);
    column->addWidget(other);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &AttachDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_table, &QTableWidget::cellDoubleClicked, this, &AttachDialog::choose);
    connect(m_table, &QTableWidget::currentCellChanged, this, &AttachDialog::describeCurrent);
    fill();
    m_table->setFocus();
}

void AttachDialog::fill()
{
    m_table->setColumnCount(6);
    m_table->setHorizontalHeaderLabels(
        {tr("Run"), tr("State"), tr("Strategy"), tr("Started"), tr("Ranks"), tr("Steps")});
    m_table->setRowCount(static_cast<int>(m_runs.size()));
    for (int row = 0; row < m_runs.size(); ++row) {
        const RunEntry& run = m_runs[row];
        const QStringList texts{run.run,
                                run.state,
                                QFileInfo(run.strategy).fileName(),
                                run.started,
                                QString::number(run.ranks),
                                QString::number(run.steps)};
        for (int i = 0; i < texts.size(); ++i)
            m_table->setItem(row, i, new QTableWidgetItem(texts[i]));
    }
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->verticalHeader()->hide();
    m_table->setAccessibleName(tr("Runs"));
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
    // Tab leads on to the buttons; the arrow keys move within the table.
    m_table->setTabKeyNavigation(false);
    // The list begins with the newest, the run that is most often wanted.
    if (!m_runs.isEmpty())
        m_table->selectRow(0);
}

void AttachDialog::describeCurrent()
{
    const int row = m_table->currentRow();
    // An outcome that repeats the state adds nothing to the table.
    const QString outcome
        = row < 0 || m_runs[row].outcome == m_runs[row].state ? QString() : m_runs[row].outcome;
    m_outcome->setText(outcome);
    m_outcome->setVisible(!outcome.isEmpty());
}

void AttachDialog::choose()
{
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    const RunEntry chosen = m_runs[row];
    // Closed before the handler runs, whose failure is told in the window behind.
    accept();
    m_onChosen(chosen);
}

} // namespace gui
