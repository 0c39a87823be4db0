#include "gui/workspace/open_lesson.h"

#include "engine/lesson/course.h"
#include "gui/lessons/lesson_text.h"
#include "gui/workspace/workspace.h"

#include <QFileInfo>

namespace gui {

OpenLesson::OpenLesson(std::shared_ptr<const lesson::ReadLesson> read, QString file,
                       ProgressStore& store, const QString& runProgram)
    : m_file(std::move(file))
    , m_session(std::move(read), &store)
    , m_runner(runProgram)
{
    connect(&m_runner, &LessonRunner::finished, this, &OpenLesson::takeRun);
    connect(&m_runner, &LessonRunner::failed, this, &OpenLesson::runFailed);
    connect(&m_runner, &LessonRunner::progressed, this, &OpenLesson::changed);
    if (m_file.isEmpty())
        return;
    // Editors replace a file as often as they write into it: then its folder changes.
    m_watcher.addPath(m_file);
    m_watcher.addPath(QFileInfo(m_file).absolutePath());
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &OpenLesson::readAgain);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!m_watcher.files().contains(m_file))
            readAgain();
    });
}

OpenLesson::~OpenLesson() = default;

std::unique_ptr<OpenLesson> OpenLesson::make(const QString& name, bool isFile, Workspace& workspace)
{
    const lesson::CourseEntry* entry = isFile ? nullptr : lesson::findInCourse(name.toStdString());
    if (!isFile && !entry)
        return nullptr;
    auto read = std::make_shared<const lesson::ReadLesson>(
        isFile ? lesson::readLessonFile(name.toStdString()) : lesson::readCourseLesson(*entry));
    return std::make_unique<OpenLesson>(std::move(read), isFile ? name : QString(),
                                        workspace.progress(), workspace.runProgram());
}

QString OpenLesson::title() const
{
    const auto& read = m_session.read();
    const QString title = plainText(read.lesson.head.title, read, m_session.ask());
    return title.isEmpty() ? QFileInfo(m_file).fileName() : title;
}

QString OpenLesson::tip() const { return m_file.isEmpty() ? tr("A lesson of the course") : m_file; }

QString OpenLesson::name() const
{
    return QString::fromStdString(m_session.read().lesson.head.name);
}

const LessonRunResult* OpenLesson::newestRun() const { return runOf(m_newest); }

const LessonRunResult* OpenLesson::runOf(const std::string& step) const
{
    const auto found = m_runs.find(step);
    return found == m_runs.end() ? nullptr : &found->second;
}

void OpenLesson::run()
{
    const auto& action = std::get<lesson::RunAction>(m_session.step().action);
    const LessonRunResult* before = runOf(action.resume);
    // What goes on from a recording, or from nothing, has no checkpoint to load.
    if (!action.resume.empty() && (!before || before->isRecording))
        return showRecording();
    m_runStep = m_session.step().id;
    m_runner.start(action, m_session.shown(), before);
}

void OpenLesson::showRecording()
{
    const auto& action = std::get<lesson::RunAction>(m_session.step().action);
    m_runStep = m_session.step().id;
    m_runner.showRecording(action, m_session.shown(), runOf(action.resume));
}

void OpenLesson::takeRun(const LessonRunResult& result)
{
    m_runs[m_runStep] = result;
    m_newest = m_runStep;
    if (m_session.step().id == m_runStep)
        m_session.answer(result.told);
    else
        m_session.setRun(result.told);
    emit runChanged();
}

void OpenLesson::readAgain()
{
    if (QFileInfo::exists(m_file) && !m_watcher.files().contains(m_file))
        m_watcher.addPath(m_file);
    m_reader.request([this, file = m_file.toStdString()](const NewestWork::Outdated&) {
        auto read = std::make_shared<const lesson::ReadLesson>(lesson::readLessonFile(file));
        return NewestWork::Delivery([this, read] {
            m_session.setRead(read);
            emit changed();
        });
    });
}

} // namespace gui
