#include "gui/editor/strategy_field.h"

#include "gui/theme/theme.h"

#include <QEvent>
#include <QFormLayout>
#include <QVBoxLayout>

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

StrategyField::StrategyField(const QString& key, const QString& label, QWidget* input)
    : m_key(key)
    , m_label(label)
    , m_input(input)
    , m_problem(sentenceLabel(this))
    , m_hint(sentenceLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(input);
    column->addWidget(m_problem);
    column->addWidget(m_hint);
    input->setAccessibleName(label);
    setFocusProxy(input);
}

void StrategyField::setProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    showTexts();
}

void StrategyField::setHint(const QString& sentence)
{
    m_hint->setText(sentence);
    showTexts();
}

void StrategyField::showTexts()
{
    const bool wrong = !m_problem->text().isEmpty();
    const Theme& theme = themeFor(palette());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme.error);
    m_problem->setPalette(colours);
    colours.setColor(QPalette::WindowText, theme.mutedText);
    m_hint->setPalette(colours);
    m_problem->setVisible(wrong);
    m_hint->setVisible(!wrong && !m_hint->text().isEmpty());
    m_input->setAccessibleDescription(wrong ? m_problem->text() : m_hint->text());
}

void StrategyField::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showTexts();
    QWidget::changeEvent(event);
}

void StrategyField::addTo(QFormLayout* form)
{
    auto* label = new QLabel(m_label);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(m_input);
    form->addRow(label, this);
}

} // namespace gui
