#include "gui/editor/editor_rows.h"

#include "gui/editor/editor_text.h"
#include "gui/inputs/fold_button.h"
#include "gui/inputs/form_row.h"

#include <QFormLayout>
#include <QToolButton>

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

EditorRows::EditorRows(Document& document)
    : m_document(document)
{
}

StrategyField* EditorRows::add(QFormLayout* form, const QString& key, const QString& label,
                               QWidget* input, Shows shows)
{
    auto* field = new StrategyField(key, label, input);
    field->addTo(form);
    m_rows.push_back({form, field, m_fold, std::move(shows)});
    return field;
}

void EditorRows::beginFold(QFormLayout* form)
{
    m_fold = foldButton(EditorText::tr("More"), EditorText::tr("More fields"));
    form->addRow(m_fold);
    connect(m_fold, &QToolButton::toggled, this, &EditorRows::refreshVisibility);
}

void EditorRows::edit(const QString& key, const QString& label, const Change& change)
{
    strategy::Strategy after = m_document.strategy();
    change(after);
    // Before the document hears of it, so that both changes are one step of the history.
    const QString kept = m_shares.keep(after);
    m_document.edit(EditorText::tr("change %1").arg(label), key, after);
    emit sharesKept(kept);
}

void EditorRows::doOnce(const QString& text, const QString& key, const Change& change)
{
    m_document.endGesture();
    strategy::Strategy after = m_document.strategy();
    change(after);
    m_document.edit(text, key, after);
    m_document.endGesture();
}

void EditorRows::refresh()
{
    if (m_document.problems().empty())
        m_shares.settle(m_document.strategy());
    for (const Refresh& refresh : m_refreshers)
        refresh(m_document.strategy());
}

QStringList EditorRows::refreshProblems()
{
    QStringList elsewhere;
    std::vector<QStringList> under(m_rows.size());
    for (const strategy::Problem& problem : m_document.problems()) {
        const QString key = QString::fromStdString(problem.key);
        const QString sentence = QString::fromStdString(problem.sentence);
        bool shown = false;
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (isUnder(m_rows[i].field->key(), key)) {
                under[i] << sentence;
                shown = true;
            }
        if (!shown)
            elsewhere << key + QStringLiteral(": ") + sentence;
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i].field->setProblem(under[i].join(QLatin1Char('\n')));
    refreshVisibility();
    return elsewhere;
}

// What is wrong is shown wherever it stands; a fold, where something stands behind it.
void EditorRows::refreshVisibility()
{
    std::map<QToolButton*, bool> needed;
    for (const Row& row : m_rows) {
        const bool means = !row.shows || row.shows(m_document.strategy());
        const bool unfolded = !row.fold || row.fold->isChecked() || !row.field->problem().isEmpty();
        showRow(row.form, row.field, means && unfolded);
        needed[row.fold] |= means;
    }
    for (const Row& row : m_rows)
        if (row.fold)
            showRow(row.form, row.fold, needed[row.fold]);
}

QString EditorRows::problemOf(const QString& key) const
{
    for (const Row& row : m_rows)
        if (row.field->key() == key)
            return row.field->problem();
    return {};
}

} // namespace gui
