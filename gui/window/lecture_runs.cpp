#include "gui/window/lecture_runs.h"

#include "engine/lesson/judge.h"
#include "gui/lecture/lecture_sizes.h"

#include <QEvent>

#include <algorithm>

namespace gui {

LectureRuns::LectureRuns(LectureWindow& lecture, OpenLesson& open)
    : QObject(&lecture)
    , m_lecture(lecture)
    , m_open(open)
    , m_picture(new RunPicture(m_state, &lecture))
    , m_runner(QString())
{
    m_picture->hide();
    lecture.installEventFilter(this);
    connect(&lecture, &LectureWindow::stepChanged, this, &LectureRuns::follow);
    connect(&m_runner, &LessonRunner::finished, this, [this](const LessonRunResult& result) {
        m_recorded[m_loading] = result;
        follow();
    });
    connect(&m_runner, &LessonRunner::failed, this, [this] {
        m_missing.insert(m_loading);
        follow();
    });
    follow();
}

LectureRuns::~LectureRuns()
{
    delete m_picture; // before the state that it shows
}

const lesson::Step* LectureRuns::stepOf(const std::string& id) const
{
    const auto& steps = m_lecture.session().read().lesson.steps;
    const auto found = std::find_if(steps.begin(), steps.end(),
                                    [&id](const lesson::Step& step) { return step.id == id; });
    return found == steps.end() ? nullptr : &*found;
}

const lesson::Step* LectureRuns::wantedRun() const
{
    const auto& steps = m_lecture.session().read().lesson.steps;
    for (int step = m_lecture.script().step(); step >= 0 && step < int(steps.size()); --step)
        if (std::holds_alternative<lesson::RunAction>(steps[std::size_t(step)].action))
            return &steps[std::size_t(step)];
    return nullptr;
}

const LessonRunResult* LectureRuns::resultOf(const std::string& step) const
{
    if (const LessonRunResult* own = m_open.runOf(step))
        return own;
    const auto found = m_recorded.find(step);
    return found == m_recorded.end() ? nullptr : &found->second;
}

void LectureRuns::load(const lesson::Step& step)
{
    if (m_runner.isBusy() || m_missing.contains(step.id))
        return;
    const auto& action = std::get<lesson::RunAction>(step.action);
    const lesson::Step* before = stepOf(action.resume);
    if (before && !resultOf(before->id) && !m_missing.contains(before->id))
        return load(*before);
    const lesson::PlannedPtr planned = lesson::shownBy(m_lecture.session().read(), step);
    m_loading = step.id;
    if (planned)
        m_runner.showRecording(action, planned, before ? resultOf(before->id) : nullptr);
}

void LectureRuns::fitToLecture()
{
    m_picture->setLetterHeight(LectureSizes(m_lecture.size()).px(kLectureLetters));
}

bool LectureRuns::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && m_picture)
        fitToLecture();
    return QObject::eventFilter(watched, event);
}

void LectureRuns::follow()
{
    const lesson::Step* step = wantedRun();
    const LessonRunResult* result = step ? resultOf(step->id) : nullptr;
    if (!result) {
        m_lecture.setRun({});
        if (step)
            load(*step);
        return;
    }
    m_picture->show(*result);
    m_lecture.setRun(result->told, m_picture);
    fitToLecture();
}

} // namespace gui
