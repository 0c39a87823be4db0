// A lesson in the window: its picture with what stands under it, and beside that what is asked.

#pragma once

#include "gui/lessons/lesson_picture.h"
#include "gui/lessons/step_panel.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QToolButton;

namespace gui {

class StepViews;

// GUI thread.
class LessonView : public QWidget {
    Q_OBJECT
public:
    // `session` must outlive it.
    explicit LessonView(LessonSession& session, QWidget* parent = nullptr);

    LessonSession& session() { return m_session; }
    LessonPicture& picture() { return *m_picture; }
    StepPanel& panel() { return *m_panel; }
    StepViews& views() { return *m_views; }
    ViewState& viewState() { return m_state; }
    // What has the keyboard first: the lanes where something is built, else what the panel says.
    QWidget* focused() const;

    // Over the lesson's picture, as that of a run; it becomes a child. Null: the lesson's own
    // again, and what stood there is hidden. What is on show goes by the step: see stepShown().
    void showInstead(QWidget* picture);

signals:
    void said(const QString& sentence);
    void stepShown();      // another step is on show, or the same one anew
    void freePlayWanted(); // of what the step shows, as a strategy of one's own
    void lectureWanted();  // the lesson before an audience, from this step on
    void handoutWanted();  // on paper
    void figureWanted();   // the picture of the step
    void courseWanted();   // where all lessons are

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addHeadButton(const char* name, void (LessonView::*wanted)());
    void retranslate();
    void applyLook();
    void refresh();
    void refreshHead();
    void refreshViews();

    LessonSession& m_session;
    ViewState m_state; // before the picture, which refers to it
    QLabel* m_title;   // children
    QToolButton* m_course = nullptr;
    QToolButton* m_free = nullptr;
    QToolButton* m_lecture = nullptr;
    QToolButton* m_handout = nullptr;
    QToolButton* m_figure = nullptr;
    QLabel* m_problem; // that the lesson is not right any more
    QWidget* m_head;
    QSplitter* m_parts; // the picture, what stands instead, the views
    LessonPicture* m_picture;
    QWidget* m_instead = nullptr;
    StepViews* m_views;
    StepPanel* m_panel;
};

} // namespace gui
