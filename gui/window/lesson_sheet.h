// The sheet of a lesson.

#pragma once

#include "gui/lessonruns/run_picture.h"
#include "gui/lessons/lesson_view.h"
#include "gui/window/strategy_sheet.h"
#include "gui/window/strip_sheet.h"
#include "gui/workspace/open_lesson.h"

#include <QPointer>

namespace gui {

class LectureWindow;

class LessonSheet : public StripSheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet.
    LessonSheet(OpenLesson& open, const SheetPlace& place);
    ~LessonSheet() override;

    OpenItem& item() override { return m_open; }
    LessonView& view() { return *m_view; }
    RunPicture* runPicture() { return m_runPicture; } // null: no run was on show yet
    TimelinePanel* timeline() override { return &m_view->picture().timeline(); }
    QWidget* focused() override { return m_view->focused(); }

    // Shows it to an audience, from the step in front on; the lesson goes on where that ends.
    void showLecture();
    LectureWindow* lecture() const; // null: it is not shown so

private:
    void connectParts();
    void refresh();
    void refreshRun();
    void askToRun();
    void playFreely();
    void openHandout();

    OpenLesson& m_open;
    SheetPlace m_place;
    LessonView* m_view; // child
    RunPicture* m_runPicture = nullptr;
    QPointer<LectureWindow> m_lecture;
};

} // namespace gui
