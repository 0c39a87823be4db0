// Where the answer to a step is given, one kind for each action.

#pragma once

#include "gui/lessons/lesson_session.h"

#include <QWidget>

namespace gui {

class ViewState;

// Shows what the session's step asks for, and hands answers to the session. Made anew for each
// step. GUI thread.
class AnswerInput : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it. `picture`: in which ops are clicked and stretches are drawn.
    AnswerInput(LessonSession& session, ViewState& picture, QWidget* parent);

    // What has the keyboard when the step begins; null: the picture has.
    virtual QWidget* focused() { return nullptr; }
    // Hands over what is typed or chosen, as Enter does; nothing where that is nothing yet.
    virtual void submit() {}
    // Whether submit() would hand anything over.
    virtual bool isReady() const { return false; }
    // An option by its letter, 'A' to 'F', as a key or a vote names it.
    virtual void choose(char /*letter*/) {}

signals:
    void readyChanged();

protected:
    LessonSession& session() { return m_session; }
    const LessonSession& session() const { return m_session; }
    ViewState& picture() { return m_picture; }

private:
    LessonSession& m_session;
    ViewState& m_picture;
};

// That of the session's step, a child of `parent`.
AnswerInput* makeAnswerInput(LessonSession& session, ViewState& picture, QWidget* parent);

} // namespace gui
