// Where the answer to a step is given, one kind for each action.

#pragma once

#include "gui/lessons/lesson_session.h"

#include <QWidget>

namespace gui {

class ViewState;

// Shows what the session's step asks for, and hands answers to the session. Made anew for each
// step. Enter hands over what is ready; else it is left to whoever the input stands in. Letters
// have the size of the widget's font, and all of it wraps. GUI thread.
class AnswerInput : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it. `picture`: in which ops are clicked and stretches are drawn.
    AnswerInput(LessonSession& session, ViewState& picture, QWidget* parent);

    // What has the keyboard when the step begins; null: it has no field.
    virtual QWidget* focused() { return nullptr; }
    // Hands over what is typed or chosen, as Enter does; nothing where that is nothing yet.
    virtual void submit() {}
    // Whether submit() would hand anything over.
    virtual bool isReady() const { return false; }
    // Whether there is anything that submit() could ever hand over: else it needs no button.
    virtual bool canSubmit() const { return true; }
    // An option by its letter, 'A' to 'F', as a key or a vote names it.
    virtual void choose(char /*letter*/) {}
    // That was clicked in a view beside the timeline. Nothing where none is asked for.
    virtual void takeRank(int /*rank*/) {}
    virtual void takeLayer(int /*layer*/) {}
    // After a wrong answer: what was typed is ready to be typed over.
    virtual void retry();

signals:
    void readyChanged();
    // What is chosen so far, for views that mark it.
    void marksChanged(const std::vector<int>& ranks, const std::vector<int>& layers);

protected:
    // The session has judged, or has begun the step anew.
    virtual void refresh() {}

    LessonSession& session() { return m_session; }
    const LessonSession& session() const { return m_session; }
    ViewState& picture() { return m_picture; }
    const ViewState& picture() const { return m_picture; }
    bool isPassed() const { return m_session.phase() == StepPhase::Passed; }

    void keyPressEvent(QKeyEvent* event) override;

private:
    LessonSession& m_session;
    ViewState& m_picture;
};

// That of the session's step, a child of `parent`.
AnswerInput* makeAnswerInput(LessonSession& session, ViewState& picture, QWidget* parent);

} // namespace gui
