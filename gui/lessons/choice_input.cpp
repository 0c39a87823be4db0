#include "gui/lessons/answer_inputs.h"

#include "gui/lessons/lesson_text.h"
#include "gui/lessons/option_button.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {

ChoiceInput::ChoiceInput(LessonSession& session, ViewState& picture,
                         const lesson::ChooseAction& action, QWidget* parent)
    : AnswerInput(session, picture, parent)
{
    QVBoxLayout* column = inputColumn(this);
    char letter = 'A';
    for (const auto& option : action.options) {
        const char own = letter++;
        auto* button = new OptionButton(own, plainText(option.text, session.read(), session.ask()));
        connect(button, &OptionButton::clicked, this, [this, own] { choose(own); });
        column->addWidget(button);
        m_buttons.push_back(button);
        m_keys.push_back(option.key);
    }
    refresh();
}

QWidget* ChoiceInput::focused() { return m_buttons.empty() ? nullptr : m_buttons.front(); }

// What is known to be wrong is no try any more.
void ChoiceInput::choose(char letter)
{
    const auto place = static_cast<std::size_t>(letter - 'A');
    if (letter < 'A' || place >= m_keys.size() || isPassed() || m_wrong.contains(m_keys[place]))
        return;
    m_buttons[place]->setFocus();
    session().answer(lesson::Choice{m_keys[place]});
}

void ChoiceInput::refresh()
{
    const auto& given = session().given();
    const auto* chosen = given ? std::get_if<lesson::Choice>(&*given) : nullptr;
    if (chosen && !isPassed())
        m_wrong.insert(chosen->key);
    std::string right;
    if (isPassed()) {
        const auto answer = lesson::rightAnswer(session().scene());
        if (const auto* choice = answer ? std::get_if<lesson::Choice>(&*answer) : nullptr)
            right = choice->key;
    }
    for (std::size_t i = 0; i < m_keys.size(); ++i)
        m_buttons[i]->setMark(m_wrong.contains(m_keys[i])            ? OptionButton::Mark::Wrong
                                  : isPassed() && m_keys[i] == right ? OptionButton::Mark::Right
                                                                     : OptionButton::Mark::None);
}

// Arrows walk through the options; Enter chooses, as Space does.
void ChoiceInput::keyPressEvent(QKeyEvent* event)
{
    const auto at = std::find_if(m_buttons.begin(), m_buttons.end(),
                                 [](const OptionButton* button) { return button->hasFocus(); });
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (at == m_buttons.end() || isPassed())
        return AnswerInput::keyPressEvent(event);
    if (isEnter && !event->isAutoRepeat())
        return choose(char('A' + (at - m_buttons.begin())));
    if (event->key() == Qt::Key_Down && at + 1 != m_buttons.end())
        return (*(at + 1))->setFocus(Qt::TabFocusReason);
    if (event->key() == Qt::Key_Up && at != m_buttons.begin())
        return (*(at - 1))->setFocus(Qt::BacktabFocusReason);
    AnswerInput::keyPressEvent(event);
}

} // namespace gui
