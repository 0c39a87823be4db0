#include "gui/live/swap_dialog.h"

#include "gui/text/catalog_texts.h"
#include "gui/text/number_format.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr QSize kLeastSize{440, 320};
constexpr int kLargestWidth = 900;
constexpr int kWords = Qt::UserRole + 1; // of a row, without what is predicted

} // namespace

SwapDialog::SwapDialog(RunControl& control, Swapping swapping, QWidget* parent)
    : QDialog(parent)
    , m_control(control)
    , m_swapping(std::move(swapping))
    , m_hint(new QLabel(tr("Looking for schedules that fit…")))
    , m_list(new QListWidget)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Swap the schedule"));
    resize(kLeastSize);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_list->setAccessibleName(tr("Schedules to switch to"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_swap = buttons->button(QDialogButtonBox::Ok);
    m_swap->setText(tr("Swap"));
    m_swap->setAccessibleName(m_swap->text());
    m_swap->setEnabled(false);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setAccessibleName(cancel->text());
    m_swap->setAutoDefault(false); // Enter leaves the run alone
    cancel->setDefault(true);

    auto* column = new QVBoxLayout(this);
    column->addWidget(m_hint);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    connect(&control, &RunControl::changed, this, &SwapDialog::refresh);
    // Its schedules are those that fit the run on show when it was opened.
    connect(&control, &RunControl::runChanged, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &SwapDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::currentRowChanged, this, &SwapDialog::refresh);

    // Every schedule is made to see whether it fits; the dialog is shown without waiting for that.
    m_work.request([this, running = m_swapping.running,
                    name = m_swapping.name](const NewestWork::Outdated& outdated) {
        const auto choices = swapChoices(*running, name, outdated);
        return [this, choices] { fill(choices); };
    });
}

void SwapDialog::fill(const QList<SwapChoice>& choices)
{
    addRow(m_swapping.name, tr("%1 – runs now").arg(m_swapping.name));
    for (const SwapChoice& choice : choices)
        addRow(choice.name,
               QStringLiteral("%1 – %2").arg(choice.name, catalogText(choice.title.toStdString())));
    m_hint->setText(
        choices.isEmpty()
            ? tr("No other schedule keeps every stage on its rank and divides the step the "
                 "same way.")
            : tr("These keep every stage on its rank. The run switches between two steps."));
    refresh();
    if (choices.isEmpty())
        return;
    m_list->setCurrentRow(0); // what runs
    m_list->setFocus();
    predictRows();
    widen();
}

void SwapDialog::addRow(const QString& name, const QString& words)
{
    auto* item = new QListWidgetItem(words);
    item->setData(Qt::UserRole, name);
    item->setData(kWords, words);
    m_list->addItem(item);
}

void SwapDialog::predictRows()
{
    if (!m_swapping.strategy)
        return;
    QStringList names;
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        names << item->data(Qt::UserRole).toString();
        // Two lines from the start, so that rows do not grow when the answer comes.
        item->setText(item->data(kWords).toString() + QLatin1Char('\n') + tr("predicting…"));
    }
    m_work.request([this, strategy = *m_swapping.strategy, as = m_swapping.as,
                    names](const NewestWork::Outdated& outdated) {
        const auto effects = swapEffects(strategy, as, names, outdated);
        return [this, effects] { showEffects(effects); };
    });
}

// Each against what runs now.
void SwapDialog::showEffects(const QList<SwapEffect>& effects)
{
    const auto of = [&](const QString& name) -> const SwapEffect* {
        const auto found = std::find_if(effects.begin(), effects.end(),
                                        [&](const SwapEffect& one) { return one.name == name; });
        return found == effects.end() ? nullptr : &*found;
    };
    const SwapEffect* now = of(m_swapping.name);
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        const SwapEffect* effect = of(item->data(Qt::UserRole).toString());
        QString words = tr("no prediction");
        if (effect && !m_swapping.knowsTime)
            words = tr("bubble %1").arg(percent(effect->bubbleFraction));
        else if (effect && (effect == now || !now))
            words = tr("step %1, bubble %2")
                        .arg(stepTime(effect->step), percent(effect->bubbleFraction));
        else if (effect)
            words = tr("step %1 (%2), bubble %3")
                        .arg(stepTime(effect->step),
                             relativeDifference(double(effect->step.count()),
                                                double(now->step.count())),
                             percent(effect->bubbleFraction));
        item->setText(item->data(kWords).toString() + QLatin1Char('\n') + words);
    }
    widen();
}

// So that the longest name can be read whole.
void SwapDialog::widen()
{
    constexpr int kAir = 8;
    const int list = m_list->sizeHintForColumn(0) + 2 * m_list->frameWidth()
        + m_list->verticalScrollBar()->sizeHint().width() + kAir;
    const QMargins margins = layout()->contentsMargins();
    resize(std::clamp(list + margins.left() + margins.right(), width(), kLargestWidth), height());
}

void SwapDialog::refresh()
{
    const QListWidgetItem* item = m_list->currentItem();
    const bool differs = item && item->data(Qt::UserRole).toString() != m_swapping.name;
    m_swap->setEnabled(differs && m_control.canAsk());
    m_swap->setToolTip(!differs ? tr("Choose a schedule other than the one that runs")
                                : m_control.whyNot());
}

void SwapDialog::choose()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item && m_swap->isEnabled()) {
        m_control.ask(
            {.what = ControlRequest::What::Swap, .schedule = item->data(Qt::UserRole).toString()});
        accept();
    }
}

} // namespace gui
