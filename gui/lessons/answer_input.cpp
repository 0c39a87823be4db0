#include "gui/lessons/answer_input.h"

#include "gui/lessons/answer_inputs.h"

namespace gui {
namespace {

// Of a step that is read, built or run: what is done stands elsewhere.
class NoInput : public AnswerInput {
public:
    using AnswerInput::AnswerInput;

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
