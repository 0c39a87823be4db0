// A lesson in the window: its picture, and beside it what is asked.

#pragma once

#include "gui/lessons/lesson_picture.h"
#include "gui/lessons/step_panel.h"

#include <QWidget>

class QProgressBar;
class QLabel;

namespace gui {

// GUI thread.
class LessonView : public QWidget {
    Q_OBJECT
public:
    // `session` must outlive it.
    explicit LessonView(LessonSession& session, QWidget* parent = nullptr);

    LessonSession& session() { return m_session; }
    LessonPicture& picture() { return *m_picture; }
    StepPanel& panel() { return *m_panel; }
    ViewState& viewState() { return m_state; }

signals:
    void said(const QString& sentence);

private:
    void refreshHead();

    LessonSession& m_session;
    ViewState m_state; // before the picture, which refers to it
    QLabel* m_title;   // children
    QLabel* m_problem; // that the lesson is not right any more
    LessonPicture* m_picture;
    StepPanel* m_panel;
};

} // namespace gui
