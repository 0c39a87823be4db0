#include "gui/live/slow_dialog.h"

#include "gui/live/slow_effect.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace gui {

SlowDialog::SlowDialog(RunControl& control, int ranks, SlowBasis basis, QWidget* parent)
    : QDialog(parent)
    , m_control(control)
    , m_basis(std::move(basis))
    , m_rank(new QSpinBox)
    , m_factor(new QDoubleSpinBox)
    , m_effect(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Slow a rank"));
    auto* hint = new QLabel(tr("From the next step on, every op of the rank takes that many times "
                               "as long."));
    hint->setTextFormat(Qt::PlainText);
    hint->setWordWrap(true);
    m_effect->setTextFormat(Qt::PlainText);
    m_effect->setWordWrap(true);
    m_effect->setAccessibleName(tr("What is predicted to happen"));
    // A line from the start, so that the fields do not move when the answer comes.
    m_effect->setText(m_basis.prediction ? tr("predicting…")
                                         : tr("Nothing is predicted: what runs is not known."));
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
    QPushButton* free = add(tr("Full speed"), QDialogButtonBox::ActionRole);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setAccessibleName(cancel->text());

    auto* form = new QFormLayout(this);
    form->addRow(hint);
    form->addRow(tr("Rank"), m_rank);
    form->addRow(tr("Factor"), m_factor);
    form->addRow(m_effect);
    form->addRow(buttons);
    for (QPushButton* button : {slow, free}) // Enter leaves the run alone
        button->setAutoDefault(false);
    cancel->setDefault(true);
    connect(m_rank, &QSpinBox::valueChanged, this, &SlowDialog::predictEffect);
    connect(m_factor, &QDoubleSpinBox::valueChanged, this, &SlowDialog::predictEffect);
    predictEffect();
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
    m_rank->setFocus();
    m_rank->selectAll();
}

// What is predicted may take more lines than what stood there.
void SlowDialog::showEffect(const QString& text)
{
    m_effect->setText(text);
    layout()->activate();
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void SlowDialog::predictEffect()
{
    if (!m_basis.prediction)
        return;
    m_work.request([this, prediction = m_basis.prediction, factor = m_factor->value(),
                    rank = m_rank->value() / m_basis.replicas](const NewestWork::Outdated&) {
        const auto effect = slowEffect(*prediction, rank, factor);
        return [this, effect] {
            showEffect(effect ? effectText(*effect, m_basis.knowsTime)
                              : tr("Nothing can be predicted of it."));
        };
    });
}

void SlowDialog::ask(double factor)
{
    m_control.ask({.what = ControlRequest::What::Slow, .rank = m_rank->value(), .factor = factor});
    accept();
}

} // namespace gui
