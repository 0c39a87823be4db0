#include "gui/lessons/answer_inputs.h"

#include "gui/lessons/lesson_text.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/view_state.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <optional>
#include <sstream>

namespace gui {
namespace {

QVBoxLayout* columnOf(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(2));
    return column;
}

// With a point or a comma, whatever the language.
std::optional<double> numberIn(const QString& text)
{
    bool isNumber = false;
    const double number
        = text.trimmed().replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

std::vector<std::string> wordsIn(const QString& text)
{
    std::istringstream in(
        text.simplified().replace(QLatin1Char(','), QLatin1Char(' ')).toStdString());
    return {std::istream_iterator<std::string>(in), {}};
}

} // namespace

NumberInput::NumberInput(LessonSession& session, ViewState& picture,
                         const lesson::NumberAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
{
    QVBoxLayout* column = columnOf(this);
    const std::string_view unit = lesson::toText(action.unit);
    const QString unitText = QString::fromUtf8(unit.data(), qsizetype(unit.size()));
    for (std::size_t i = 0; i < action.is.size(); ++i) {
        auto* row = new QHBoxLayout;
        auto* line = new QLineEdit;
        line->setAccessibleName(unitText.isEmpty() ? tr("Your answer")
                                                   : tr("Your answer in %1").arg(unitText));
        line->setMaximumWidth(metrics().px(120));
        line->setMaxLength(24);
        connect(line, &QLineEdit::textChanged, this, &NumberInput::readyChanged);
        connect(line, &QLineEdit::returnPressed, this, &NumberInput::submit);
        row->addWidget(line);
        row->addWidget(new QLabel(unitText), 1);
        column->addLayout(row);
        m_lines.push_back(line);
    }
}

QWidget* NumberInput::focused() { return m_lines.empty() ? nullptr : m_lines.front(); }

bool NumberInput::isReady() const
{
    for (const QLineEdit* line : m_lines)
        if (!numberIn(line->text()))
            return false;
    return !m_lines.empty();
}

void NumberInput::submit()
{
    if (!isReady())
        return;
    lesson::Numbers numbers;
    for (const QLineEdit* line : m_lines)
        numbers.values.push_back(*numberIn(line->text()));
    session().answer(numbers);
}

ChoiceInput::ChoiceInput(LessonSession& session, ViewState& picture,
                         const lesson::ChooseAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
{
    QVBoxLayout* column = columnOf(this);
    char letter = 'A';
    for (const auto& option : action.options) {
        const QString text = plainText(option.text, session.read(), session.ask());
        auto* button = new QPushButton(QString(QLatin1Char(letter)) + QStringLiteral("   ") + text);
        button->setAccessibleName(text);
        button->setAccessibleDescription(tr("Option %1").arg(QLatin1Char(letter)));
        button->setStyleSheet(QStringLiteral("text-align: left"));
        const char own = letter++;
        connect(button, &QPushButton::clicked, this, [this, own] { choose(own); });
        column->addWidget(button);
        m_buttons.push_back(button);
        m_keys.push_back(option.key);
    }
}

QWidget* ChoiceInput::focused() { return m_buttons.empty() ? nullptr : m_buttons.front(); }

void ChoiceInput::choose(char letter)
{
    const auto place = static_cast<std::size_t>(letter - 'A');
    if (letter >= 'A' && place < m_keys.size())
        session().answer(lesson::Choice{m_keys[place]});
}

ClickInput::ClickInput(LessonSession& session, ViewState& picture,
                       const lesson::ClickAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
    , m_action(action)
    , m_line(new QLineEdit)
{
    QVBoxLayout* column = columnOf(this);
    m_line->setMaxLength(400);
    m_line->setAccessibleName(tr("Your answer"));
    const bool isOfOps = action.what == lesson::Clicked::Op;
    m_line->setPlaceholderText(isOfOps          ? tr("Click an op, or type it: 1B0")
                                   : action.all ? tr("Click them in order, or type: 0 1 2")
                                                : tr("Click it, or type its number"));
    connect(m_line, &QLineEdit::textChanged, this, &ClickInput::readyChanged);
    connect(m_line, &QLineEdit::returnPressed, this, &ClickInput::submit);
    column->addWidget(m_line);
    connect(&picture, &ViewState::selectedChanged, this, &ClickInput::takeFromPicture);
}

QWidget* ClickInput::focused() { return m_line; }

bool ClickInput::isReady() const { return !wordsIn(m_line->text()).empty(); }

void ClickInput::submit()
{
    if (isReady())
        session().answer(lesson::Words{wordsIn(m_line->text())});
}

void ClickInput::takeFromPicture()
{
    const std::optional<OpRef>& op = picture().selected();
    if (!op || m_action.what == lesson::Clicked::Layer)
        return;
    const QString word = m_action.what == lesson::Clicked::Rank
        ? QString::number(op->rank)
        : QString::fromStdString(plan::toText(op->op));
    m_line->setText(m_action.all && !m_line->text().isEmpty()
                        ? m_line->text() + QLatin1Char(' ') + word
                        : word);
    if (!m_action.all)
        submit();
}

OrderInput::OrderInput(LessonSession& session, ViewState& picture,
                       const lesson::OrderAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
    , m_states(new QListWidget)
{
    QVBoxLayout* column = columnOf(this);
    m_states->setAccessibleName(tr("From the least to the most"));
    m_states->setDragDropMode(QAbstractItemView::InternalMove);
    for (const std::string& state : action.states)
        m_states->addItem(QString::fromStdString(state));
    m_states->setCurrentRow(0);
    m_states->setMaximumHeight(metrics().controlHeight() * (m_states->count() + 1));
    column->addWidget(m_states);
    auto* row = new QHBoxLayout;
    for (const int by : {-1, 1}) {
        auto* button = new QPushButton(by < 0 ? tr("Up") : tr("Down"));
        connect(button, &QPushButton::clicked, this, [this, by] { moveBy(by); });
        row->addWidget(button);
    }
    row->addStretch();
    column->addLayout(row);
}

QWidget* OrderInput::focused() { return m_states; }

void OrderInput::moveBy(int by)
{
    const int from = m_states->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_states->count())
        return;
    m_states->insertItem(to, m_states->takeItem(from));
    m_states->setCurrentRow(to);
}

void OrderInput::submit()
{
    lesson::Words words;
    for (int row = 0; row < m_states->count(); ++row)
        words.words.push_back(m_states->item(row)->text().toStdString());
    session().answer(words);
}

BracketInput::BracketInput(LessonSession& session, ViewState& picture, QWidget* parent)
    : AnswerInput(session, picture, parent)
    , m_length(new QLabel)
{
    columnOf(this)->addWidget(m_length);
    connect(&picture, &ViewState::areaChanged, this, &BracketInput::refresh);
    refresh();
}

bool BracketInput::isReady() const
{
    return const_cast<BracketInput*>(this)->picture().area().has_value();
}

void BracketInput::submit()
{
    if (const auto& area = picture().area())
        session().answer(lesson::Stretch{area->range.end - area->range.begin});
}

void BracketInput::refresh()
{
    const auto& area = picture().area();
    const auto unit = session().read().lesson.unit;
    m_length->setText(area ? QString::fromStdString(
                          lesson::toText(lesson::time(area->range.end - area->range.begin),
                                         lesson::usualUnit(lesson::Dimension::Time, unit), unit))
                           : tr("Drag over the row of the rank."));
    emit readyChanged();
}

} // namespace gui
