#include "gui/editor/strategy_field.h"

#include "gui/inputs/undo_keys.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QFormLayout>
#include <QVBoxLayout>
#include <utility>

namespace gui {
namespace {

QLabel* sentenceLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setVisible(false);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

} // namespace

StrategyField::StrategyField(QString key, const QString& label, QWidget* input)
    : m_key(std::move(key))
    , m_label(label)
    , m_input(input)
    , m_problem(sentenceLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(input);
    column->addWidget(m_problem);
    input->setAccessibleName(label);
    setFocusProxy(input);
    if (input->focusPolicy() == Qt::WheelFocus)
        // Otherwise the wheel itself would give the input the focus, and then change its value.
        input->setFocusPolicy(Qt::StrongFocus);
    input->installEventFilter(this);
}

bool StrategyField::eventFilter(QObject* watched, QEvent* event)
{
    // What was typed is in the strategy, or else it is no value and the input's own affair.
    if (watched == m_input && m_unreadable.isEmpty() && isLeftToWindow(event))
        return true;
    if (watched == m_input && event->type() == QEvent::Wheel && !m_input->hasFocus()) {
        // An ignored event goes on to the parents, and so scrolls the form.
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void StrategyField::rename(const QString& key, const QString& label)
{
    m_key = key;
    m_label = label;
    m_input->setAccessibleName(label);
    if (m_name)
        m_name->setText(label);
}

void StrategyField::setProblem(const QString& sentence)
{
    m_wrong = sentence;
    showProblem();
}

void StrategyField::setUnreadable(const QString& sentence)
{
    m_unreadable = sentence;
    showProblem();
}

void StrategyField::showProblem()
{
    m_problem->setText(m_unreadable.isEmpty() ? m_wrong : m_unreadable);
    const Theme& theme = themeFor(palette());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme.error);
    m_problem->setPalette(colours);
    m_problem->setVisible(!m_problem->text().isEmpty());
    // The label stands by itself; a screen reader tells of it only with the input.
    m_input->setAccessibleDescription(m_problem->text());
}

void StrategyField::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showProblem();
    QWidget::changeEvent(event);
}

void StrategyField::addTo(QFormLayout* form)
{
    m_name = new QLabel(m_label);
    m_name->setTextFormat(Qt::PlainText);
    m_name->setBuddy(m_input);
    form->addRow(m_name, this);
}

} // namespace gui
