// A step beside its picture: what is asked, where it is answered, what is said to that, and the way
// on.

#pragma once

#include "gui/lessons/lesson_session.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace gui {

class AnswerInput;
class ViewState;

// GUI thread. Enter hands an answer over, and goes on once the step is passed.
class StepPanel : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    StepPanel(LessonSession& session, ViewState& picture, QWidget* parent = nullptr);

    AnswerInput* input() const { return m_input; }
    // As the button does: checks the answer, or goes on.
    void advance();

    // What it says now, plain; for tests and screen readers.
    QString saidText() const;

signals:
    void runWanted();   // the step's run is to be started
    void lessonEnded(); // from the last step one wants to go on

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeParts();
    void beginStep();
    void refresh();
    void refreshButtons();
    QString verdictText() const;

    LessonSession& m_session;
    ViewState& m_picture;
    QVBoxLayout* m_column; // of the parts, all children
    QLabel* m_place;
    QLabel* m_text;
    QWidget* m_inputPlace;
    AnswerInput* m_input = nullptr;
    QLabel* m_said;
    QLabel* m_hints;
    QLabel* m_reveal;
    QPushButton* m_back;
    QPushButton* m_hint;
    QPushButton* m_forward;
};

} // namespace gui
