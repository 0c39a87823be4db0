#include "gui/editor/strategy_editor.h"

#include "gui/editor/field_specs.h"
#include "gui/editor/form_section.h"
#include "gui/editor/other_fields.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QFormLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <map>

namespace gui {
namespace {

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
    , m_kept(hintLabel())
    , m_status(plainLabel())
    , m_problems(plainLabel())
    , m_others(plainLabel())
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_status);
    column->addWidget(m_problems);

    QFormLayout* shape = formSection(column, tr("Pipeline"));
    addName(shape);
    for (const IntegerSpec& spec : shapeSpecs())
        addInteger(shape, spec);
    addLayers(shape);
    addSchedule(shape);
    for (const IntegerSpec& spec : optionSpecs())
        addInteger(shape, spec);
    addSpecs(formSection(column, tr("Parallelism")), parallelSpecs());
    addModel(formSection(column, tr("Model")));
    QFormLayout* cluster = formSection(column, tr("Cluster"));
    addDevice(cluster);
    addSpecs(cluster, clusterSpecs());
    QFormLayout* batch = formSection(column, tr("Batch"));
    for (const IntegerSpec& spec : batchSpecs())
        addInteger(batch, spec);
    addCosts(column);

    formSection(column, tr("Also in this strategy"))->addRow(m_others);
    column->addStretch();

    connect(&document, &Document::strategyChanged, this, &StrategyEditor::refresh);
    connect(&document, &Document::problemsChanged, this, &StrategyEditor::refreshProblems);
    connect(&document, &Document::predictionChanged, this, &StrategyEditor::refreshProblems);
    refresh();
}

StrategyField* StrategyEditor::addField(QFormLayout* form, const QString& key, const QString& label,
                                        QWidget* input, Shows shows)
{
    auto* field = new StrategyField(key, label, input);
    field->addTo(form);
    m_fields.push_back(field);
    m_rows.push_back({form, field, m_fold, std::move(shows)});
    return field;
}

void StrategyEditor::edit(const QString& key, const QString& label,
                          const std::function<void(strategy::Strategy&)>& change)
{
    strategy::Strategy after = m_document.strategy();
    change(after);
    const QString kept = m_shares.keep(after);
    m_document.edit(tr("change %1").arg(label), key, after);
    m_kept->setText(kept);
    m_kept->setVisible(!kept.isEmpty());
    if (!kept.isEmpty())
        emit said(kept);
}

void StrategyEditor::doOnce(const QString& text, const QString& key,
                            const std::function<void(strategy::Strategy&)>& change)
{
    m_document.endGesture();
    strategy::Strategy after = m_document.strategy();
    change(after);
    m_document.edit(text, key, after);
    m_document.endGesture();
}

void StrategyEditor::refresh()
{
    if (m_document.problems().empty())
        m_shares.settle(m_document.strategy());
    m_kept->setVisible(false);
    for (const auto& show : m_refreshers)
        show(m_document.strategy());
    refreshOthers();
    refreshProblems();
}

// What is wrong is shown wherever it stands; a fold, where something stands behind it.
void StrategyEditor::refreshRows()
{
    const auto show = [](QFormLayout* form, QWidget* row, bool visible) {
        if (form->isRowVisible(row) != visible)
            form->setRowVisible(row, visible);
    };
    std::map<QToolButton*, bool> needed;
    for (const Row& row : m_rows) {
        const bool means = !row.shows || row.shows(m_document.strategy());
        const bool unfolded = !row.fold || row.fold->isChecked() || !row.field->problem().isEmpty();
        show(row.form, row.field, means && unfolded);
        needed[row.fold] |= means;
    }
    for (const Row& row : m_rows)
        if (row.fold)
            show(row.form, row.fold, needed[row.fold]);
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
    refreshRows();

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

// A field that has the focus loses it while QWidget's destructor hides the window, and says that
// it was edited: to nobody, for the editor is no more.
StrategyEditor::~StrategyEditor()
{
    for (QObject* field : findChildren<QObject*>())
        field->disconnect(this);
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
