#include "gui/live/slow_dialog.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace gui {

SlowDialog::SlowDialog(RunControl& control, int ranks, QWidget* parent)
    : QDialog(parent)
    , m_control(control)
    , m_rank(new QSpinBox)
    , m_factor(new QDoubleSpinBox)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Slow a rank"));
    auto* hint = new QLabel(tr("From the next step on, every op of the rank takes that many times "
                               "as long."));
    hint->setTextFormat(Qt::PlainText);
    hint->setWordWrap(true);
    m_rank->setRange(0, ranks - 1);
    m_rank->setAccessibleName(tr("Rank to slow"));
    // A factor of 1 slows nothing; it is what the other button asks for.
    m_factor->setRange(1.1, kLargestFactor);
    m_factor->setSingleStep(0.5);
    m_factor->setDecimals(1);
    m_factor->setValue(2);
    m_factor->setPrefix(QStringLiteral("× "));
    m_factor->setAccessibleName(tr("How many times as long"));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    const auto add = [&](const QString& text, QDialogButtonBox::ButtonRole role) {
        QPushButton* button = buttons->addButton(text, role);
        button->setAccessibleName(text);
        return button;
    };
    QPushButton* slow = add(tr("Slow it"), QDialogButtonBox::AcceptRole);
    QPushButton* free = add(tr("As fast as it can"), QDialogButtonBox::ActionRole);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setAccessibleName(cancel->text());

    auto* form = new QFormLayout(this);
    form->addRow(hint);
    form->addRow(tr("Rank"), m_rank);
    form->addRow(tr("Factor"), m_factor);
    form->addRow(buttons);
    for (QPushButton* other : {free, cancel}) // Return slows, whatever stands first
        other->setAutoDefault(false);
    slow->setDefault(true);
    connect(slow, &QPushButton::clicked, this, [this] { ask(m_factor->value()); });
    connect(free, &QPushButton::clicked, this, [this] { ask(1); });
    const auto refresh = [this, slow, free] {
        slow->setEnabled(m_control.canAsk());
        free->setEnabled(m_control.canAsk());
        for (QPushButton* button : {slow, free})
            button->setToolTip(m_control.whyNot());
    };
    connect(&control, &RunControl::changed, this, refresh);
    // Its ranks are those of the run that was on show when it was opened.
    connect(&control, &RunControl::runChanged, this, &QDialog::reject);
    refresh();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void SlowDialog::ask(double factor)
{
    m_control.ask({.what = ControlRequest::What::Slow, .rank = m_rank->value(), .factor = factor});
    accept();
}

} // namespace gui
