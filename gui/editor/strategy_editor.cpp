#include "gui/editor/strategy_editor.h"

#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/form_section.h"
#include "gui/editor/other_fields.h"
#include "gui/editor/spec_rows.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace gui {

StrategyEditor::StrategyEditor(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_rows(document)
    , m_status(plainLabel())
    , m_problems(plainLabel())
    , m_others(plainLabel())
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_status);
    column->addWidget(m_problems);
    addPipelineGroup(m_rows, column);
    addSpecs(m_rows, formSection(column, EditorText::tr("Parallelism")), parallelSpecs());
    addModelGroup(m_rows, column);
    addClusterGroup(m_rows, column);
    addIntegers(m_rows, formSection(column, EditorText::tr("Batch")), batchSpecs());
    addCostGroup(m_rows, column);
    formSection(column, EditorText::tr("Also in this strategy"))->addRow(m_others);
    column->addStretch();

    connect(&m_rows, &EditorRows::sharesKept, this, [this](const QString& sentence) {
        if (!sentence.isEmpty())
            emit said(sentence);
    });
    connect(&document, &Document::strategyChanged, this, &StrategyEditor::refresh);
    connect(&document, &Document::problemsChanged, this, &StrategyEditor::refreshProblems);
    connect(&document, &Document::predictionChanged, this, &StrategyEditor::refreshProblems);
    refresh();
}

void StrategyEditor::refresh()
{
    m_rows.refresh();
    refreshOthers();
    refreshProblems();
}

void StrategyEditor::refreshOthers()
{
    const QString lines = otherFields(m_document.strategy());
    m_others->setText(lines.isEmpty() ? EditorText::tr("nothing else") : lines);
}

void StrategyEditor::refreshProblems()
{
    const QStringList elsewhere = m_rows.refreshProblems();
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeFor(colours).error);
    m_problems->setPalette(colours);
    m_problems->setText(elsewhere.join(QLatin1Char('\n')));
    m_problems->setVisible(!elsewhere.isEmpty());
    m_status->setText(EditorText::tr("The picture shows the last strategy that could be made; this "
                                     "one has a problem."));
    m_status->setVisible(!m_document.problems().empty());
}

void StrategyEditor::changeEvent(QEvent* event)
{
    // A label with a palette of its own does not follow the theme by itself.
    if (event->type() == QEvent::PaletteChange)
        refreshProblems();
    QWidget::changeEvent(event);
}

QString StrategyEditor::otherProblems() const { return m_problems->text(); }

} // namespace gui
