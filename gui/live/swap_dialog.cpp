#include "gui/live/swap_dialog.h"

#include "gui/editor/catalog_texts.h"

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

} // namespace

SwapDialog::SwapDialog(RunControl& control, std::shared_ptr<const plan::Schedule> running,
                       const QString& name, QWidget* parent)
    : QDialog(parent)
    , m_control(control)
    , m_hint(new QLabel(tr("Looking for schedules that fit …")))
    , m_list(new QListWidget)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Swap the schedule"));
    resize(kLeastSize);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_list->setAccessibleName(tr("Schedules to go over to"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_swap = buttons->button(QDialogButtonBox::Ok);
    m_swap->setText(tr("Swap"));
    m_swap->setAccessibleName(m_swap->text());
    m_swap->setEnabled(false);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setAccessibleName(cancel->text());

    auto* column = new QVBoxLayout(this);
    column->addWidget(m_hint);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    connect(&control, &RunControl::changed, this, &SwapDialog::refresh);
    connect(buttons, &QDialogButtonBox::accepted, this, &SwapDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::itemDoubleClicked, this, &SwapDialog::choose);

    m_work.request([this, running, name](const NewestWork::Outdated& outdated) {
        const auto choices = swapChoices(*running, name, outdated);
        return [this, choices] { fill(choices); };
    });
}

void SwapDialog::fill(const QList<SwapChoice>& choices)
{
    for (const SwapChoice& choice : choices) {
        const QString title = catalogText(choice.title.toStdString());
        auto* item = new QListWidgetItem(QStringLiteral("%1 – %2").arg(choice.name, title));
        item->setData(Qt::UserRole, choice.name);
        m_list->addItem(item);
    }
    m_hint->setText(choices.isEmpty()
                        ? tr("No other schedule keeps every stage on its rank and cuts the step "
                             "alike.")
                        : tr("These keep every stage on its rank. The run goes over between two "
                             "steps."));
    refresh();
    if (choices.isEmpty())
        return;
    m_list->setCurrentRow(0);
    m_list->setFocus();
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

void SwapDialog::refresh() { m_swap->setEnabled(m_list->count() > 0 && m_control.canAsk()); }

void SwapDialog::choose()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item && m_control.canAsk()) {
        m_control.ask({.what = ControlRequest::What::Swap,
                       .schedule = item->data(Qt::UserRole).toString()});
        accept();
    }
}

} // namespace gui
