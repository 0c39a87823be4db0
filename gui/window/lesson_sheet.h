// The sheet of a lesson.

#pragma once

#include "gui/lessons/lesson_view.h"
#include "gui/window/strategy_sheet.h"
#include "gui/window/strip_sheet.h"
#include "gui/workspace/open_lesson.h"

namespace gui {

class LessonSheet : public StripSheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet.
    LessonSheet(OpenLesson& open, const SheetPlace& place);

    OpenItem& item() override { return m_open; }
    LessonView& view() { return *m_view; }
    TimelinePanel* timeline() override { return &m_view->picture().timeline(); }
    QWidget* focused() override { return &m_view->panel(); }

private:
    void refresh();

    OpenLesson& m_open;
    LessonView* m_view; // child
};

} // namespace gui
