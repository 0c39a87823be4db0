#include "gui/editor/strategy_editor.h"

#include "gui/costs/cost_box.h"
#include "gui/costs/cost_dialog.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_specs.h"
#include "gui/editor/other_fields.h"
#include "gui/editor/schedule_chooser.h"
#include "gui/editor/schedule_fit.h"
#include "gui/theme/theme.h"

#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

namespace gui {
namespace {

constexpr int kBoxDigits = 10; // of a box

// A wide range would otherwise ask for a wide box.
void keepNarrow(QAbstractSpinBox* box)
{
    box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QLatin1Char('0')) * kBoxDigits);
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QFormLayout* section(QVBoxLayout* column, const QString& title)
{
    auto* box = new QGroupBox(title);
    auto* form = new QFormLayout(box);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    form->setHorizontalSpacing(10);
    form->setVerticalSpacing(5);
    column->addWidget(box);
    return form;
}

QLabel* plainLabel()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

// The key of the field a problem is shown under: the editor's own, or of the same value. Samples
// that do not make whole microbatches are told under both.
bool isUnder(const QString& fieldKey, const QString& problemKey)
{
    return problemKey == fieldKey || problemKey.startsWith(fieldKey + QLatin1Char('['))
        || (fieldKey == QLatin1String("schedule.name") && problemKey == QLatin1String("schedule"));
}

} // namespace

StrategyEditor::StrategyEditor(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_status(plainLabel())
    , m_problems(plainLabel())
    , m_others(plainLabel())
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_status);
    column->addWidget(m_problems);

    QFormLayout* shape = section(column, tr("Pipeline"));
    addName(shape);
    for (const IntegerSpec& spec : shapeSpecs())
        addInteger(shape, spec);
    addSchedule(shape);
    for (const IntegerSpec& spec : optionSpecs())
        addInteger(shape, spec);

    QFormLayout* costs = section(column, tr("Costs of one stage"));
    for (const CostSpec& spec : costSpecs())
        addCost(costs, spec);
    addAllCosts(costs);
    QFormLayout* batch = section(column, tr("Batch"));
    for (const IntegerSpec& spec : batchSpecs())
        addInteger(batch, spec);

    section(column, tr("Also in this strategy"))->addRow(m_others);
    column->addStretch();

    connect(&document, &Document::strategyChanged, this, &StrategyEditor::refresh);
    connect(&document, &Document::problemsChanged, this, &StrategyEditor::refreshProblems);
    connect(&document, &Document::predictionChanged, this, &StrategyEditor::refreshProblems);
    refresh();
}

StrategyField* StrategyEditor::addField(QFormLayout* form, const QString& key, const QString& label,
                                        QWidget* input)
{
    auto* field = new StrategyField(key, label, input);
    field->addTo(form);
    m_fields.push_back(field);
    return field;
}

void StrategyEditor::edit(const QString& key, const QString& label,
                          const std::function<void(strategy::Strategy&)>& change)
{
    strategy::Strategy after = m_document.strategy();
    change(after);
    m_document.edit(tr("change %1").arg(label), key, after);
}

void StrategyEditor::addName(QFormLayout* form)
{
    auto* line = new QLineEdit;
    line->setMaxLength(256);
    const QString key = QStringLiteral("name");
    const QString label = tr("Name");
    addField(form, key, label, line);
    connect(line, &QLineEdit::textEdited, this, [=, this](const QString& name) {
        edit(key, label, [&](strategy::Strategy& s) { s.name = name.toStdString(); });
    });
    connect(line, &QLineEdit::editingFinished, this, [this, line] {
        m_document.endGesture();
        if (!line->hasFocus())
            line->setCursorPosition(0);
    });
    m_refreshers.emplace_back([line](const strategy::Strategy& s) {
        const QString name = QString::fromStdString(s.name);
        if (line->text() != name) {
            line->setText(name);
            line->setCursorPosition(0); // a long one shows its beginning
        }
    });
}

void StrategyEditor::addSchedule(QFormLayout* form)
{
    auto* chooser = new ScheduleChooser(ScheduleChooser::Labels::Titles);
    const QString key = QStringLiteral("schedule.name");
    const QString label = tr("Schedule");
    addField(form, key, label, chooser);
    auto* description = plainLabel();
    description->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(description);
    connect(chooser, &ScheduleChooser::chosen, this, [=, this](const QString& name) {
        m_document.endGesture();
        edit(key, label,
             [&](strategy::Strategy& s) { s = withSchedule(std::move(s), name.toStdString()); });
    });
    m_refreshers.emplace_back([chooser, description](const strategy::Strategy& s) {
        chooser->setName(QString::fromStdString(s.schedule.name));
        chooser->markFor(s);
        description->setText(scheduleDescription(chooser->name()));
    });
}

void StrategyEditor::addInteger(QFormLayout* form, const IntegerSpec& spec)
{
    auto* spin = new QSpinBox;
    spin->setRange(spec.low, std::numeric_limits<int>::max());
    keepNarrow(spin);
    spin->setToolTip(editorText(spec.tip));
    if (spec.zeroText && !spec.zeroValue)
        spin->setSpecialValueText(editorText(spec.zeroText));
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    StrategyField* field = addField(form, key, label, spin);
    connect(spin, &QSpinBox::valueChanged, this, [=, this, set = spec.set](int value) {
        edit(key, label, [&](strategy::Strategy& s) { set(s, value); });
    });
    connect(spin, &QSpinBox::editingFinished, this, [this] { m_document.endGesture(); });
    m_refreshers.emplace_back([=, get = spec.get, applies = spec.applies, zero = spec.zeroText,
                               zeroValue = spec.zeroValue](const strategy::Strategy& s) {
        const QSignalBlocker quiet(spin);
        if (spin->value() != get(s))
            spin->setValue(get(s));
        if (zeroValue)
            spin->setSpecialValueText(editorText(zero).arg(zeroValue(s)));
        if (applies)
            form->setRowVisible(field, get(s) != 0 || applies(s.schedule.name));
    });
}

void StrategyEditor::addCost(QFormLayout* form, const CostSpec& spec)
{
    QDoubleSpinBox* spin = timeBox(kBoxDigits);
    spin->setToolTip(editorText(spec.tip));
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    addField(form, key, label, spin);
    connect(spin, &QDoubleSpinBox::valueChanged, this, [=, this, set = spec.set](double value) {
        const plan::Nanoseconds time = fromMicroseconds(value);
        edit(key, label, [&](strategy::Strategy& s) {
            s.costs = strategy::costsOf(s);
            set(*s.costs, time);
        });
    });
    connect(spin, &QDoubleSpinBox::editingFinished, this, [this] { m_document.endGesture(); });
    m_refreshers.emplace_back([=, get = spec.get,
                               isOneTime = spec.isOneTime](const strategy::Strategy& s) {
        showNumber(spin, microseconds(get(strategy::costsOf(s))));
        spin->setEnabled(isOneTime(s));
    });
}

// The rest of the costs has a dialog of its own.
void StrategyEditor::addAllCosts(QFormLayout* form)
{
    auto* button = new QPushButton(tr("All costs…"));
    button->setAccessibleName(button->text());
    button->setToolTip(tr("Costs of each stage, rank and hop, and of the end of the step"));
    auto* words = plainLabel();
    words->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(button);
    form->addRow(words);
    connect(button, &QPushButton::clicked, this, [this] {
        if (!m_costs)
            m_costs = new CostDialog(m_document, this);
        m_costs->show();
        m_costs->raise();
        m_costs->activateWindow();
    });
    m_refreshers.emplace_back([form, words](const strategy::Strategy& s) {
        words->setText(costsInShort(s));
        form->setRowVisible(words, !words->text().isEmpty());
    });
}

void StrategyEditor::refresh()
{
    for (const auto& show : m_refreshers)
        show(m_document.strategy());
    refreshOthers();
    refreshProblems();
}

void StrategyEditor::refreshOthers()
{
    const QString lines = otherFields(m_document.strategy());
    m_others->setText(lines.isEmpty() ? tr("nothing else") : lines);
}

void StrategyEditor::refreshProblems()
{
    QStringList elsewhere;
    std::vector<QString> under(m_fields.size());
    for (const strategy::Problem& problem : m_document.problems()) {
        const QString key = QString::fromStdString(problem.key);
        const QString sentence = QString::fromStdString(problem.sentence);
        bool shown = false;
        for (std::size_t i = 0; i < m_fields.size(); ++i) {
            if (!isUnder(m_fields[i]->key(), key))
                continue;
            under[i] += (under[i].isEmpty() ? QString() : QStringLiteral("\n")) + sentence;
            shown = true;
        }
        if (!shown)
            elsewhere << key + QStringLiteral(": ") + sentence;
    }
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        m_fields[i]->setProblem(under[i]);

    const Theme& theme = themeFor(palette());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme.error);
    m_problems->setPalette(colours);
    m_problems->setText(elsewhere.join(QLatin1Char('\n')));
    m_problems->setVisible(!elsewhere.isEmpty());
    const bool wrong = !m_document.problems().empty();
    m_status->setText(tr("The picture shows the last strategy that could be made; this one has a "
                         "problem."));
    m_status->setVisible(wrong);
}

void StrategyEditor::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refreshProblems();
    QWidget::changeEvent(event);
}

QString StrategyEditor::problemOf(const QString& key) const
{
    for (const StrategyField* field : m_fields)
        if (field->key() == key)
            return field->problem();
    return {};
}

QString StrategyEditor::otherProblems() const { return m_problems->text(); }

} // namespace gui
