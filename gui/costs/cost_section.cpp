#include "gui/costs/cost_section.h"

#include "gui/costs/cost_box.h"
#include "gui/text/engine_text.h"
#include "gui/theme/theme.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

constexpr int kCostDigits = 14; // of a box

} // namespace

CostSection::CostSection(Document& document, const QString& title, QStringList keys,
                         QWidget* parent)
    : QGroupBox(title, parent)
    , m_document(document)
    , m_keys(std::move(keys))
    , m_body(new QVBoxLayout)
    , m_problem(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_body);
    column->addWidget(m_problem);
    column->addStretch();
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setAccessibleName(title);
    m_problem->setVisible(false);
    // Its line is kept free, so that the fields stay where they are.
    QSizePolicy room = m_problem->sizePolicy();
    room.setRetainSizeWhenHidden(true);
    m_problem->setSizePolicy(room);
}

void CostSection::setWords(Words words)
{
    m_words = std::move(words);
    refreshProblems();
}

void CostSection::edit(const QString& label, const std::function<void(plan::Costs&)>& change)
{
    m_refusal.clear();
    strategy::Strategy after = m_document.strategy();
    after.costs = strategy::costsOf(after);
    // Changed by hand, they are no longer those that a run was fitted to.
    after.costsFittedTo.clear();
    change(*after.costs);
    m_document.edit(tr("change %1").arg(label), m_keys.front() + label, after);
}

QDoubleSpinBox* CostSection::timeBox(const QString& label, const QString& tip,
                                     plan::Nanoseconds plan::Costs::*member)
{
    auto* box = gui::timeBox(kCostDigits);
    box->setAccessibleName(label);
    box->setToolTip(tip);
    connect(box, &QDoubleSpinBox::valueChanged, this, [=, this](double value) {
        edit(label, [=](plan::Costs& costs) { costs.*member = fromMicroseconds(value); });
    });
    connect(box, &QDoubleSpinBox::editingFinished, this, [this] { m_document.endGesture(); });
    return box;
}

void CostSection::setRefusal(const QString& sentence)
{
    m_refusal = sentence;
    refreshProblems();
}

void CostSection::refreshProblems()
{
    QStringList lines;
    if (!m_refusal.isEmpty())
        lines << m_refusal;
    for (const strategy::Problem& problem : m_document.problems()) {
        const QString key = QString::fromStdString(problem.key);
        const auto isAbout = [&](const QString& own) {
            // "costs" alone is about the stages; the other parts have keys of their own.
            return key == own || (own != QLatin1String("costs") && key.startsWith(own));
        };
        if (std::any_of(m_keys.begin(), m_keys.end(), isAbout))
            lines << (m_words ? m_words(problem) : engineText(problem.sentence));
    }
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeFor(palette()).error);
    m_problem->setPalette(colours);
    m_problem->setText(lines.join(QLatin1Char('\n')));
    m_problem->setVisible(!lines.isEmpty());
}

QString CostSection::problem() const { return m_problem->text(); }

} // namespace gui
