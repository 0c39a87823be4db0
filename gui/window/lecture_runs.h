// Runs in a lecture, which starts none: each step that runs shows what the lesson's own run of it
// came to where one was made before, or else the recording that the program brings along.

#pragma once

#include "gui/lecture/lecture_window.h"
#include "gui/lessonruns/run_picture.h"
#include "gui/workspace/open_lesson.h"

#include <QPointer>

#include <map>
#include <set>
#include <string>

namespace gui {

// A child of the lecture. GUI thread.
class LectureRuns : public QObject {
    Q_OBJECT
public:
    // `open` must outlive the lecture.
    LectureRuns(LectureWindow& lecture, OpenLesson& open);
    ~LectureRuns() override;

    bool isBusy() const { return m_runner.isBusy(); }
    RunPicture& picture() { return *m_picture; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void fitToLecture();
    const lesson::Step* stepOf(const std::string& id) const;
    // That the step in front shows, or asks about: its own, or the last one before it.
    const lesson::Step* wantedRun() const;
    const LessonRunResult* resultOf(const std::string& step) const;
    void load(const lesson::Step& step);

    LectureWindow& m_lecture;
    OpenLesson& m_open;
    ViewState m_state;                                 // before the picture, which refers to it
    QPointer<RunPicture> m_picture;                    // child of the lecture
    LessonRunner m_runner;                             // reads recordings alone
    std::map<std::string, LessonRunResult> m_recorded; // by step
    std::set<std::string> m_missing;                   // steps whose run has no recording
    std::string m_loading;                             // step
};

} // namespace gui
