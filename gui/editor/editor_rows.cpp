#include "gui/editor/editor_rows.h"

#include "gui/editor/editor_text.h"
#include "gui/editor/field_names.h"

#include <algorithm>
#include <map>

namespace gui {
namespace {

// Whether a problem is shown under that field: its own, one of an entry of its list, or, under the
// schedule's name, one of the schedule as a whole.
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

StrategyField* EditorRows::add(EditorSection& section, const QString& key, const QString& label,
                               QWidget* input, Shows shows)
{
    auto* field = new StrategyField(key, label, input);
    section.addRow(field, m_isAdvanced);
    m_rows.push_back({&section, field, m_isAdvanced, std::move(shows)});
    connect(field, &StrategyField::pointed, this, &EditorRows::handMoved);
    connect(field, &StrategyField::changed, this, &EditorRows::handMoved);
    followDrags(field);
    return field;
}

// A drag is one gesture, whatever was typed before it; taken back, it leaves nothing behind.
void EditorRows::followDrags(StrategyField* field)
{
    connect(field, &StrategyField::dragBegan, this, [this] {
        endGesture();
        m_beforeDrag = m_document.strategy();
    });
    connect(field, &StrategyField::dragEnded, this, [this] { endGesture(); });
    connect(field, &StrategyField::dragCancelled, this, [this, field] {
        m_document.edit(EditorText::tr("change %1").arg(field->label()), field->key(),
                        m_beforeDrag);
        endGesture();
    });
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

bool EditorRows::isShown(const Row& row) const
{
    return !row.shows || row.shows(m_document.strategy());
}

void EditorRows::refreshProblems(std::span<const strategy::Problem> advice)
{
    std::vector<QStringList> wrong(m_rows.size());
    std::vector<QStringList> doubtful(m_rows.size());
    // Fields that are not shown cannot be marked.
    const auto share = [this](std::span<const strategy::Problem> found,
                              std::vector<QStringList>& rows, QStringList& elsewhere) {
        for (const strategy::Problem& problem : found) {
            const QString sentence = windowSentence(problem);
            bool shown = false;
            for (std::size_t i = 0; i < m_rows.size(); ++i)
                if (isUnder(m_rows[i].field->key(), QString::fromStdString(problem.key))
                    && isShown(m_rows[i])) {
                    rows[i] << sentence;
                    shown = true;
                }
            if (!shown)
                elsewhere << namedSentence(problem);
        }
    };
    m_elsewhere.clear();
    m_warningsElsewhere.clear();
    m_topics.clear();
    for (const auto& found : {std::span<const strategy::Problem>(m_document.warnings()), advice})
        for (const strategy::Problem& problem : found)
            m_topics[windowSentence(problem)] = "warning." + problem.key;
    share(m_document.problems(), wrong, m_elsewhere);
    share(m_document.warnings(), doubtful, m_warningsElsewhere);
    share(advice, doubtful, m_warningsElsewhere);
    for (QStringList& sentences : doubtful)
        sentences.removeDuplicates(); // the estimate repeats some of the document's
    m_warningsElsewhere.removeDuplicates();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i].field->setProblem(wrong[i].join(QLatin1Char('\n')));
        m_rows[i].field->setWarning(doubtful[i].join(QLatin1Char('\n')));
    }
    refreshVisibility();
    refreshHeaders();
}

void EditorRows::refreshVisibility()
{
    std::map<EditorSection*, bool> hasAdvanced;
    for (const Row& row : m_rows) {
        const bool shown = isShown(row);
        row.field->setVisible(shown);
        hasAdvanced[row.section] |= shown && row.isAdvanced;
    }
    for (const auto& [section, shows] : hasAdvanced)
        section->showAdvanced(shows);
}

// What is wrong in a section that is shut is told by its header.
void EditorRows::refreshHeaders()
{
    std::map<SectionHeader*, int> problems;
    for (const Row& row : m_rows) {
        const int count = row.field->problem().isEmpty() || !isShown(row) ? 0 : 1;
        problems[&row.section->header()] += count;
        problems[&row.section->advancedHeader()] += row.isAdvanced ? count : 0;
    }
    for (const auto& [header, count] : problems)
        header->setProblems(count);
}

QStringList EditorRows::problems() const
{
    QStringList sentences;
    for (const Row& row : m_rows)
        if (!row.field->problem().isEmpty())
            sentences << behindName(row.field->label(), row.field->problem());
    return sentences + m_elsewhere;
}

QStringList EditorRows::warnings() const
{
    QStringList sentences;
    for (const Row& row : m_rows)
        if (!row.field->warning().isEmpty())
            sentences << behindName(row.field->label(), row.field->warning());
    return sentences + m_warningsElsewhere;
}

std::string EditorRows::topicOf(const QString& warning) const
{
    for (const auto& [sentence, topic] : m_topics)
        if (warning.contains(sentence))
            return topic;
    return {};
}

QString EditorRows::problemOf(const QString& key) const
{
    for (const Row& row : m_rows)
        if (row.field->key() == key)
            return row.field->problem();
    return {};
}

void EditorRows::reveal(const QString& key)
{
    for (const Row& row : m_rows)
        if (row.field->key() == key) {
            row.section->reveal(row.isAdvanced);
            row.field->setFocus(Qt::OtherFocusReason);
        }
}

const StrategyField* EditorRows::fieldInHand() const
{
    const StrategyField* focused = nullptr;
    for (const Row& row : m_rows) {
        if (row.field->name().isDragged())
            return row.field;
        if (row.field->input()->hasFocus())
            focused = row.field;
    }
    for (const Row& row : m_rows)
        if (row.field->isHovered() && row.field->isVisible())
            return row.field;
    return focused;
}

} // namespace gui
