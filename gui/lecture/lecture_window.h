// A lesson before an audience: all of the screen, large, and walked through by a clicker.
//
// Its keys are those of lecture_script.h, and it keeps every other from the rest of the program. It
// shows no path, no name of a user and no bar, and needs no network.

#pragma once

#include "gui/lecture/lecture_script.h"
#include "gui/lessons/lesson_session.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;

namespace gui {

class KeyCard;
class LectureStage;
class LessonPicture;

// A window of its own, also with a parent. Nothing of what is answered is kept. GUI thread.
class LectureWindow : public QWidget {
    Q_OBJECT
public:
    // Begins with the step of that id; without one with the first.
    explicit LectureWindow(std::shared_ptr<const lesson::ReadLesson> read,
                           const QString& startStep = {}, QWidget* parent = nullptr);

    // Of a run of the lesson, as a lecture makes none: steps that need one reveal what it showed.
    // `picture`: of it, becomes a child; null: there is none. Nothing: there is no such run.
    void setRun(const std::optional<lesson::MeasuredRun>& run, QWidget* picture = nullptr);

    // All of the screen that its parent is on.
    void showLecture();

    const LectureScript& script() const { return m_script; }
    LessonSession& session() { return m_session; }
    LessonPicture& picture();
    QWidget& pictures(); // the place of that, and of what is shown beside it or instead
    // What is said over the picture; translated, empty: nothing.
    QString note() const;

signals:
    void stepChanged(); // before it is shown
    // Once, as it is closed, in whatever way.
    void left(const QString& stepId);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool focusNextPrevChild(bool next) override; // Tab is a key like others

private:
    void follow(LectureScript::Outcome outcome);
    void layOut();
    void refresh();

    LessonSession m_session;
    LectureScript m_script;
    bool m_wasUsed = false; // a key was pressed: whoever leads it knows some
    bool m_isLeft = false;
    QTimer m_still; // of the pointer, which is hidden then

    LectureStage* m_stage; // children, from below
    QWidget* m_blank;
    KeyCard* m_keys;
    QLabel* m_note;
};

} // namespace gui
