#include "gui/lessons/answer_inputs.h"

#include "gui/text/joined.h"
#include "gui/timeline/view_state.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kLettersOfNumber = 24;

bool isOfSeveralStates(const lesson::NumberAction& action)
{
    return std::any_of(action.is.begin(), action.is.end(), [&](const lesson::Measure& measure) {
        return measure.state != action.is.front().state;
    });
}

bool isAloneOfItsState(const lesson::NumberAction& action, const lesson::Measure& measure)
{
    return std::count_if(action.is.begin(), action.is.end(),
                         [&](const lesson::Measure& other) { return other.state == measure.state; })
        == 1;
}

QString partOfState(const lesson::Measure& measure, std::size_t number)
{
    const lesson::Arguments arguments = lesson::kindOf(measure.id).arguments;
    if (arguments == lesson::Arguments::Stage)
        return NumberInput::tr("stage %1").arg(measure.rank);
    if (measure.rank >= 0)
        return NumberInput::tr("rank %1").arg(measure.rank);
    return NumberInput::tr("number %1").arg(number + 1);
}

// Of several numbers, what this one is of.
QString nameInAnswer(const lesson::NumberAction& action, std::size_t number)
{
    const lesson::Measure& measure = action.is[number];
    const QString part = partOfState(measure, number);
    if (!isOfSeveralStates(action) || measure.state.empty())
        return part;
    const QString state = QString::fromStdString(measure.state);
    return isAloneOfItsState(action, measure) ? state : enumerated({state, part});
}

} // namespace

NumberInput::NumberInput(LessonSession& session, ViewState& picture,
                         const lesson::NumberAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
{
    QVBoxLayout* column = inputColumn(this);
    const QString unit = unitName(action.unit);
    for (std::size_t i = 0; i < action.is.size(); ++i) {
        auto* row = new QHBoxLayout;
        auto* line = new QLineEdit;
        QString name = unit.isEmpty() ? tr("Your answer") : tr("Your answer in %1").arg(unit);
        if (action.is.size() > 1) {
            const QString of = nameInAnswer(action, i);
            auto* label = new QLabel(of);
            label->setTextFormat(Qt::PlainText);
            row->addWidget(label);
            name = tr("%1, %2").arg(name, of);
        }
        line->setAccessibleName(name);
        line->setMaxLength(kLettersOfNumber);
        connect(line, &QLineEdit::textChanged, this, &NumberInput::readyChanged);
        row->addWidget(line, 2);
        row->addWidget(new QLabel(unit), 1);
        column->addLayout(row);
        m_lines.push_back(line);
    }
    refresh();
}

QWidget* NumberInput::focused() { return m_lines.empty() ? nullptr : m_lines.front(); }

bool NumberInput::isReady() const
{
    for (const QLineEdit* line : m_lines)
        if (!typedNumber(line->text()))
            return false;
    return !m_lines.empty() && !isPassed();
}

void NumberInput::submit()
{
    if (!isReady())
        return;
    lesson::Numbers numbers;
    for (const QLineEdit* line : m_lines)
        numbers.values.push_back(*typedNumber(line->text()));
    session().answer(numbers);
}

// Once it is passed, what was right stands there, also where one comes back to it.
void NumberInput::refresh()
{
    for (QLineEdit* line : m_lines)
        line->setReadOnly(isPassed());
    if (!isPassed() || m_lines.empty() || !m_lines.front()->text().isEmpty())
        return;
    const auto right = lesson::rightAnswer(session().scene());
    const auto* numbers = right ? std::get_if<lesson::Numbers>(&*right) : nullptr;
    for (std::size_t i = 0; numbers && i < std::min(m_lines.size(), numbers->values.size()); ++i)
        m_lines[i]->setText(numberInAnswer(numbers->values[i]));
}

BracketInput::BracketInput(LessonSession& session, ViewState& picture, QWidget* parent)
    : AnswerInput(session, picture, parent)
    , m_line(new QLineEdit)
{
    QVBoxLayout* column = inputColumn(this);
    auto* how = new QLabel(
        tr("Drag over the row of the rank in the picture, or type how long the stretch is."));
    how->setWordWrap(true);
    column->addWidget(how);
    auto* row = new QHBoxLayout;
    m_line->setMaxLength(kLettersOfNumber);
    m_line->setAccessibleName(tr("Length in %1").arg(unitName(unit())));
    row->addWidget(m_line, 2);
    row->addWidget(new QLabel(unitName(unit())), 1);
    column->addLayout(row);
    connect(m_line, &QLineEdit::textChanged, this, &BracketInput::readyChanged);
    connect(&picture, &ViewState::areaChanged, this, &BracketInput::takeArea);
    refresh();
}

lesson::Unit BracketInput::unit() const
{
    return lesson::usualUnit(lesson::Dimension::Time, session().read().lesson.unit);
}

QWidget* BracketInput::focused() { return m_line; }

bool BracketInput::isReady() const { return !isPassed() && typedNumber(m_line->text()); }

void BracketInput::submit()
{
    if (!isReady())
        return;
    const double length
        = *typedNumber(m_line->text()) * lesson::scaleOf(unit(), session().read().lesson.unit);
    // What is longer than any picture is as wrong as the longest.
    constexpr double kMost = 1e18;
    session().answer(lesson::Stretch{
        plan::Nanoseconds{std::llround(std::max(-kMost, std::min(kMost, length)))}});
}

void BracketInput::takeArea()
{
    const auto& area = picture().area();
    if (!area || isPassed())
        return;
    const auto length = double((area->range.end - area->range.begin).count());
    m_line->setText(numberInAnswer(length / lesson::scaleOf(unit(), session().read().lesson.unit)));
}

void BracketInput::refresh()
{
    m_line->setReadOnly(isPassed());
    if (!isPassed() || !m_line->text().isEmpty())
        return;
    const auto right = lesson::rightAnswer(session().scene());
    if (const auto* stretch = right ? std::get_if<lesson::Stretch>(&*right) : nullptr)
        m_line->setText(numberInAnswer(double(stretch->length.count())
                                       / lesson::scaleOf(unit(), session().read().lesson.unit)));
}

} // namespace gui
