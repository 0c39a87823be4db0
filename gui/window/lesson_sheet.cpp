#include "gui/window/lesson_sheet.h"

#include "gui/window/range_history.h"

namespace gui {

LessonSheet::LessonSheet(OpenLesson& open, const SheetPlace& place)
    : StripSheet(place.window)
    , m_open(open)
    , m_view(new LessonView(open.session(), this))
{
    setMiddle(m_view);
    connect(m_view, &LessonView::said, this, &Sheet::said);
    connect(&open.session(), &LessonSession::stepChanged, this, &LessonSheet::refresh);
    connect(&open.session(), &LessonSession::changed, this, &LessonSheet::refresh);
    ViewState& step = m_view->viewState();
    ownActions().onTriggered("view.fit", [&step] { step.fit(); });
    connectHistory(ownActions(), step);
    refresh();
}

void LessonSheet::refresh()
{
    const LessonSession& session = m_open.session();
    int passed = 0;
    for (int step = 0; step < session.count(); ++step)
        passed += session.isPassed(step) ? 1 : 0;
    Verdict verdict;
    verdict.numbers.push_back(
        {.name = m_open.title(), .value = tr("%1 of %2").arg(passed).arg(session.count())});
    setVerdict(verdict);
}

} // namespace gui
