#include "gui/editor/strategy_editor.h"

#include "gui/costs/cost_dialog.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_parts.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_names.h"
#include "gui/editor/other_fields.h"
#include "gui/editor/section_summaries.h"
#include "gui/editor/spec_rows.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

QScrollArea* upwardsOnly(QWidget* content)
{
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Its place is kept, so that the fields are as wide with it as without.
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    return scroll;
}

} // namespace

StrategyEditor::StrategyEditor(Document& document, const QString& devicesFolder, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_devices(devicesFolder)
    , m_rows(document)
    , m_content(new QWidget)
    , m_column(new QVBoxLayout(m_content))
    , m_others(plainLabel())
    , m_foot(new HintFoot)
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    addSections();
    m_column->addStretch();
    m_scroll = upwardsOnly(m_content);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_foot);

    connect(&m_rows, &EditorRows::sharesKept, this, [this](const QString& sentence) {
        m_kept = sentence;
        refreshFoot();
        if (!sentence.isEmpty())
            emit said(sentence);
    });
    connect(m_foot, &HintFoot::lessonWanted, this, &StrategyEditor::lessonWanted);
    connect(m_foot, &HintFoot::stepped, this, [this](int by) {
        const int count = m_foot->words().count;
        m_sentence = (m_sentence % count + count + by) % count;
        refreshFoot();
    });
    connect(&m_rows, &EditorRows::said, this, &StrategyEditor::said);
    connect(&m_rows, &EditorRows::allCostsWanted, this, &StrategyEditor::showAllCosts);
    connect(&m_rows, &EditorRows::handMoved, this, &StrategyEditor::refreshFoot);
    connect(&document, &Document::strategyChanged, this, &StrategyEditor::refresh);
    connect(&document, &Document::problemsChanged, this, &StrategyEditor::refreshProblems);
    connect(&document, &Document::predictionChanged, this, &StrategyEditor::refreshProblems);
    setOpenSections({QStringLiteral("schedule"), QStringLiteral("parallel")});
    refresh();
}

EditorSection& StrategyEditor::addSection(const char* name, const QString& title)
{
    auto* section = new EditorSection(QString::fromLatin1(name), title);
    m_column->addWidget(section);
    m_sections.push_back(section);
    connect(section, &EditorSection::foldChanged, this, &StrategyEditor::openSectionsChanged);
    return *section;
}

void StrategyEditor::addSections()
{
    using Summary = QString (*)(const strategy::Strategy&);
    const auto add
        = [this](const char* name, const QString& title, Summary summary) -> EditorSection& {
        EditorSection& section = addSection(name, title);
        m_rows.onRefresh([&section, summary](const strategy::Strategy& s) {
            section.header().setSummary(summary(s));
        });
        return section;
    };
    addScheduleGroup(m_rows, add("schedule", EditorText::tr("Schedule"), scheduleSummary));
    addParallelGroup(m_rows, add("parallel", EditorText::tr("Parallelism"), parallelSummary));
    addModelGroup(m_rows, add("model", EditorText::tr("Model"), modelSummary));
    addClusterGroup(m_rows, add("cluster", EditorText::tr("Cluster"), clusterSummary), m_devices);
    addCostGroup(m_rows, add("costs", EditorText::tr("Costs of one stage"), costSummary));
    addSpecs(m_rows, add("compute", EditorText::tr("Recompute and precision"), computeSummary),
             computeSpecs());
    addSpecs(m_rows, add("kernels", EditorText::tr("Overlap and kernels"), kernelSummary),
             kernelSpecs());

    EditorSection& others = addSection("others", EditorText::tr("Also in the file"));
    others.addLine(m_others);
    m_rows.onRefresh([this, &others](const strategy::Strategy& s) {
        const QString lines = otherFields(s);
        m_others->setText(lines);
        const auto count = lines.count(QLatin1Char('\n')) + 1;
        others.header().setSummary(lines.isEmpty()  ? EditorText::tr("nothing else")
                                       : count == 1 ? EditorText::tr("1 field")
                                                    : EditorText::tr("%1 fields").arg(count));
    });
}

// Rows above the one in hand may come and go with a change; that one stays where it is.
void StrategyEditor::refresh()
{
    m_kept.clear(); // of an earlier change; sharesKept() comes after this
    // The name that is dragged, else what has the keyboard, else the field under the pointer.
    const StrategyField* hand = m_rows.fieldInHand();
    const QWidget* held = QApplication::focusWidget();
    if (hand && (hand->name().isDragged() || !held || !m_content->isAncestorOf(held)))
        held = hand;
    const bool holds = held && m_content->isAncestorOf(held) && held->isVisible();
    const int before = holds ? held->mapTo(this, QPoint()).y() : 0;
    m_rows.refresh();
    refreshProblems();
    if (!holds)
        return;
    const auto keep = [this, before, kept = QPointer<const QWidget>(held)] {
        QScrollBar* bar = m_scroll->verticalScrollBar();
        if (kept && kept->isVisible())
            bar->setValue(bar->value() + kept->mapTo(this, QPoint()).y() - before);
    };
    // As Qt would do before it paints; until then nothing has moved.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    keep();
    // A row that takes another height once it has its width moves the others once more.
    QTimer::singleShot(0, this, keep);
}

void StrategyEditor::refreshProblems()
{
    m_rows.refreshProblems(m_advice);
    refreshFoot();
}

void StrategyEditor::setAdvice(std::vector<strategy::Problem> advice)
{
    if (advice == m_advice)
        return;
    m_advice = std::move(advice);
    refreshProblems();
}

void StrategyEditor::refreshFoot()
{
    const StrategyField* field = m_rows.fieldInHand();
    m_foot->setWords(field ? wordsFor(*field) : wordsForNone());
}

// One at a time, so that each is read whole.
HintFoot::Words StrategyEditor::oneOf(const QStringList& sentences, const QString& facts,
                                      HintFoot::Kind kind) const
{
    const auto count = static_cast<int>(sentences.size());
    const int at = m_sentence % count;
    const bool wrong = kind == HintFoot::Kind::Problem;
    const QString title = count == 1
        ? (wrong ? problemCount(1) : EditorText::tr("1 warning"))
        : (wrong ? EditorText::tr("Problem %1 of %2") : EditorText::tr("Warning %1 of %2"))
              .arg(at + 1)
              .arg(count);
    return {title, facts, sentences[at],
            kind,  count, wrong ? std::string() : m_rows.topicOf(sentences[at])};
}

void StrategyEditor::showAllCosts()
{
    if (!m_costs) {
        m_costs = new CostDialog(m_document, this);
        m_costs->setWords(windowSentence);
    }
    m_costs->show();
    m_costs->raise();
    m_costs->activateWindow();
}

HintFoot::Words StrategyEditor::wordsFor(const StrategyField& field) const
{
    using Kind = HintFoot::Kind;
    if (!field.problem().isEmpty())
        return {field.label(), field.facts(), behindName(field.label(), field.problem()),
                Kind::Problem};
    // Which the one in hand may have brought about.
    if (const QStringList others = m_rows.problems(); !others.isEmpty())
        return oneOf(others, {}, Kind::Problem);
    if (!field.warning().isEmpty())
        return {field.label(),
                field.facts(),
                behindName(field.label(), field.warning()),
                Kind::Warning,
                1,
                m_rows.topicOf(field.warning())};
    return {field.label(), field.facts(), field.hint(), Kind::Hint};
}

HintFoot::Words StrategyEditor::wordsForNone() const
{
    using Kind = HintFoot::Kind;
    const QStringList problems = m_rows.problems();
    const QStringList warnings = m_rows.warnings();
    if (!problems.isEmpty())
        return oneOf(problems, EditorText::tr("the picture shows the previous strategy"),
                     Kind::Problem);
    if (!m_kept.isEmpty())
        return {EditorText::tr("Costs follow the schedule"), {}, m_kept, Kind::Hint};
    if (!warnings.isEmpty())
        return oneOf(warnings, {}, Kind::Warning);
    return {EditorText::tr("Fields"),
            {},
            EditorText::tr("Drag a number's name left or right to change it: hold Shift for fine "
                           "steps, Ctrl for coarse ones; Esc cancels."),
            Kind::Hint};
}

QStringList StrategyEditor::openSections() const
{
    QStringList names;
    for (const EditorSection* section : m_sections) {
        if (section->isOpen())
            names << section->name();
        if (section->isAdvancedOpen())
            names << section->name() + QStringLiteral("+");
    }
    return names;
}

void StrategyEditor::setOpenSections(const QStringList& names)
{
    for (EditorSection* section : m_sections) {
        section->setOpen(names.contains(section->name()));
        section->setAdvancedOpen(names.contains(section->name() + QStringLiteral("+")));
    }
}

void StrategyEditor::openEverything()
{
    for (EditorSection* section : m_sections)
        section->reveal(true);
}

} // namespace gui
