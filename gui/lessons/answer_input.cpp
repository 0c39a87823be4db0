#include "gui/lessons/answer_input.h"

#include "gui/lessons/answer_inputs.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace gui {
namespace {

// Of a step that is read, built or run: what is done stands elsewhere.
class NoInput : public AnswerInput {
public:
    using AnswerInput::AnswerInput;

    bool canSubmit() const override { return isRead(); }
    bool isReady() const override { return session().phase() == StepPhase::Asked && isRead(); }
    void submit() override
    {
        if (isReady())
            session().answer(lesson::HasRead{});
    }

private:
    bool isRead() const
    {
        return std::holds_alternative<lesson::ReadAction>(session().step().action);
    }
};

} // namespace

AnswerInput::AnswerInput(LessonSession& session, ViewState& picture, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_picture(picture)
{
    connect(&session, &LessonSession::changed, this, [this] { refresh(); });
}

void AnswerInput::retry()
{
    QWidget* field = focused();
    if (!field)
        return;
    field->setFocus();
    if (auto* line = qobject_cast<QLineEdit*>(field))
        line->selectAll();
}

// A key that is held down must not answer and go on at once.
void AnswerInput::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->isAutoRepeat())
        return;
    if (isEnter && !isPassed() && isReady())
        return submit();
    QWidget::keyPressEvent(event);
}

AnswerInput* makeAnswerInput(LessonSession& session, ViewState& picture, QWidget* parent)
{
    const lesson::Action& action = session.step().action;
    if (const auto* number = std::get_if<lesson::NumberAction>(&action))
        return new NumberInput(session, picture, *number, parent);
    if (const auto* choose = std::get_if<lesson::ChooseAction>(&action))
        return new ChoiceInput(session, picture, *choose, parent);
    if (const auto* click = std::get_if<lesson::ClickAction>(&action))
        return new ClickInput(session, picture, *click, parent);
    if (const auto* order = std::get_if<lesson::OrderAction>(&action))
        return new OrderInput(session, picture, *order, parent);
    if (std::holds_alternative<lesson::BracketAction>(action))
        return new BracketInput(session, picture, parent);
    if (const auto* set = std::get_if<lesson::SetAction>(&action))
        return new SetInput(session, picture, *set, parent);
    return new NoInput(session, picture, parent);
}

} // namespace gui
