#include "gui/search/sweep_panel.h"

#include "gui/search/sweep_fields.h"
#include "gui/search/value_words.h"
#include "gui/theme/metrics.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kMaxText = 4096; // of values
constexpr int kFieldsVisible = 20;

} // namespace

SweepPanel::SweepPanel(OpenSweep& sweep, QWidget* parent)
    : QWidget(parent)
    , m_sweep(sweep)
    , m_button(new QPushButton) // Tab comes to it behind the fields
    , m_status(new QLabel(this))
{
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_status->setAccessibleName(tr("State of the sweep"));
    m_status->setText(tr("Evaluates the strategy for each of the values."));
    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(4));
    column->setSpacing(sizes.space(1));
    m_first = makeChoice(tr("Vary"), false, column);
    m_second = makeChoice(tr("And vary"), true, column);
    column->addSpacing(sizes.space(2));
    column->addWidget(m_button);
    column->addSpacing(sizes.space(2));
    column->addWidget(m_status);
    column->addStretch();
    connect(m_button, &QPushButton::clicked, this,
            [this] { m_sweep.isSweeping() ? m_sweep.stop() : start(); });
    connect(&sweep, &OpenSweep::baseChanged, this, &SweepPanel::refreshButton);
    connect(&sweep, &OpenSweep::sweeping, this, &SweepPanel::refreshButton);
    connect(&sweep, &OpenSweep::progressed, this, [this](std::size_t done, std::size_t all) {
        m_status->setText(tr("%1 of %2").arg(done).arg(all));
    });
    connect(&sweep, &OpenSweep::answered, this, &SweepPanel::tellAnswer);
    connect(&sweep, &OpenSweep::failed, m_status, &QLabel::setText);
    suggest(m_first);
    const auto& asked = sweep.asked();
    for (std::size_t i = 0; i < std::min<std::size_t>(asked.size(), 2); ++i)
        choose(i == 0 ? m_first : m_second, asked[i]);
    setFocusProxy(m_first.values); // there Enter starts, as in a search
    refreshButton();
    if (sweep.answer())
        tellAnswer();
}

SweepPanel::Choice SweepPanel::makeChoice(const QString& name, bool optional, QVBoxLayout* column)
{
    const Choice choice{new QComboBox(this), new QLineEdit(this)};
    if (optional)
        choice.field->addItem(tr("nothing"), QString());
    for (const SweepField& field : sweepFields()) {
        const QString key = QString::fromLatin1(field.key);
        choice.field->addItem(sweepLabel(key), key);
        choice.field->setItemData(choice.field->count() - 1, key, Qt::ToolTipRole);
    }
    choice.field->setMaxVisibleItems(kFieldsVisible);
    choice.field->setAccessibleName(name);
    choice.values->setMaxLength(kMaxText);
    choice.values->setAccessibleName(tr("Values: %1").arg(name));
    choice.values->setPlaceholderText(tr("values, separated by commas"));
    choice.values->setEnabled(!optional);
    connect(choice.field, &QComboBox::activated, this, [this, choice] { suggest(choice); });
    connect(choice.values, &QLineEdit::returnPressed, this, &SweepPanel::start);
    auto* label = new QLabel(name);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(choice.field);
    column->addWidget(label);
    column->addWidget(choice.field);
    column->addWidget(choice.values);
    column->addSpacing(metrics().space(2));
    return choice;
}

void SweepPanel::suggest(const Choice& choice)
{
    const QString key = choice.field->currentData().toString();
    choice.values->setEnabled(!key.isEmpty());
    choice.values->setText(key.isEmpty() || !m_sweep.base().model
                               ? QString()
                               : suggestedValues(m_sweep.base(), key).join(", "));
    choice.values->setCursorPosition(0);
}

void SweepPanel::choose(const Choice& choice, const strategy::SweptField& field)
{
    const int place = choice.field->findData(QString::fromStdString(field.key));
    if (place < 0)
        return;
    choice.field->setCurrentIndex(place);
    QStringList values;
    for (const std::string& value : field.values)
        values << QString::fromStdString(value);
    choice.values->setEnabled(true);
    choice.values->setText(values.join(QStringLiteral(", ")));
    choice.values->setCursorPosition(0);
}

void SweepPanel::refreshButton()
{
    m_button->setText(m_sweep.isSweeping() ? tr("Stop") : tr("Sweep"));
    m_button->setAccessibleName(m_button->text());
    const QString whyNot = m_sweep.whyNot();
    m_button->setEnabled(m_sweep.isSweeping() || whyNot.isEmpty());
    m_button->setToolTip(whyNot);
    // When the panel was made there may have been no model to suggest values for.
    if (whyNot.isEmpty() && m_first.values->text().isEmpty() && !m_first.values->isModified())
        suggest(m_first);
}

std::vector<strategy::SweptField> SweepPanel::asked() const
{
    std::vector<strategy::SweptField> fields;
    for (const Choice& choice : {m_first, m_second}) {
        const QString key = choice.field->currentData().toString();
        if (key.isEmpty())
            continue;
        strategy::SweptField field{key.toStdString(), {}};
        const QStringList words = valueWords(choice.values->text());
        for (const QString& word : words)
            field.values.push_back(word.toStdString());
        fields.push_back(std::move(field));
    }
    return fields;
}

void SweepPanel::start() { m_sweep.start(asked()); }

void SweepPanel::tellAnswer()
{
    const auto& rows = m_sweep.answer()->rows;
    const auto possible = std::count_if(rows.begin(), rows.end(),
                                        [](const auto& row) { return row.numbers.has_value(); });
    m_status->setText(tr("%1 strategies, %2 of them possible. A point, a cell or a row opens with "
                         "Enter or a double click.")
                          .arg(rows.size())
                          .arg(possible));
}

} // namespace gui
