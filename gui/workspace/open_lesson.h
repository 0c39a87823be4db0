// A lesson that is open: of the course, or in a file, which is read again whenever it is saved.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/lessonruns/lesson_runner.h"
#include "gui/lessons/lesson_session.h"
#include "gui/workspace/open_item.h"

#include <QFileSystemWatcher>

#include <map>
#include <memory>
#include <optional>

namespace gui {

class Workspace;

// GUI thread. The session stays while the window comes and goes with its language.
class OpenLesson : public OpenItem {
    Q_OBJECT
public:
    // `read`: worked out already. `file`: absolute; empty: it is one of the course. `store` must
    // outlive it. `runProgram`: see findRunProgram().
    OpenLesson(std::shared_ptr<const lesson::ReadLesson> read, QString file, ProgressStore& store,
               const QString& runProgram);
    ~OpenLesson() override;

    // `name`: absolute, of a file; or of a lesson of the course. Null: the course has none of that
    // name. Its states are worked out here: as much as half a second.
    static std::unique_ptr<OpenLesson> make(const QString& name, bool isFile, Workspace& workspace);

    QString title() const override;
    QString tip() const override;
    QString source() const override { return m_file; }
    bool isLive() const override { return m_runner.isBusy(); }
    void forgetChanges() override { m_runner.cancel(); }

    QString name() const; // as its file has it; of the course one that no other lesson has
    LessonSession& session() { return m_session; }
    LessonRunner& runner() { return m_runner; }

    // Starts what the step in front runs, or shows the recording of it. What it told answers that
    // step, also where another is in front by then. Precondition: it is a step that runs, and
    // nothing is under way.
    void run();
    void showRecording();
    // Of the lesson's newest run; null: there was none.
    const LessonRunResult* newestRun() const;
    // Of the step of that id, likewise.
    const LessonRunResult* runOf(const std::string& step) const;

signals:
    void runChanged();                       // newestRun()
    void runFailed(const QString& sentence); // translated

private:
    void readAgain();
    void takeRun(const LessonRunResult& result);

    QString m_file;
    LessonSession m_session;
    QFileSystemWatcher m_watcher;
    LessonRunner m_runner;
    std::string m_runStep;                         // id of the one that is under way
    std::map<std::string, LessonRunResult> m_runs; // by step
    std::string m_newest;                          // step
    NewestWork m_reader;                           // last: its thread ends first
};

} // namespace gui
