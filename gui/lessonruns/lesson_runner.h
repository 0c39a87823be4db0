// The real run of a step: starts it as every other run of the window is started, watches it, and
// tells what it came to.

#pragma once

#include "engine/lesson/lesson.h"
#include "engine/lesson/planned.h"
#include "engine/lesson/values.h"
#include "engine/lesson_run/run_arguments.h"
#include "gui/background/newest_work.h"
#include "gui/document/document.h"
#include "gui/lessonruns/lesson_recordings.h"
#include "gui/live/run_controller.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

// What came of it.
struct LessonRunResult {
    lesson::MeasuredRun told;
    lesson::PlannedPtr planned; // what was run
    std::vector<StepPtr> steps; // whole ones, in order; at least one
    std::size_t typical = 0;    // of them: the one of the median length
    QString folder;             // of the recording; a later run may go on from it
    bool isRecording = false;   // that the program brings along
};

// GUI thread. One run at a time.
class LessonRunner : public QObject {
    Q_OBJECT
public:
    // `program`: see findRunProgram(); empty: nothing can be started.
    explicit LessonRunner(QString program, QObject* parent = nullptr);
    ~LessonRunner() override;

    // Why no run can be started here at all, a translated sentence; empty where one can.
    QString whyNot() const;
    bool isBusy() const { return m_isBusy; }
    // Of the steps that the run under way was asked for.
    int stepsDone() const { return m_done; }
    int stepsWanted() const { return m_options.steps; }

    // Starts `planned` with what the action asks for. `before`: what `resume` goes on from; null:
    // nothing. Whoever calls has asked the user. Precondition: !isBusy().
    void start(const lesson::RunAction& action, const lesson::PlannedPtr& planned,
               const LessonRunResult* before);
    // Tells the same of the recording that the program brings along.
    void showRecording(const lesson::RunAction& action, const lesson::PlannedPtr& planned,
                       const LessonRunResult* before);
    // Ends the run under way; nothing is told of it.
    void cancel();

signals:
    void progressed(); // isBusy(), stepsDone()
    void finished(const gui::LessonRunResult& result);
    void failed(const QString& sentence); // translated

private:
    void launch();
    void watch(const RunSnapshotPtr& run);
    void tell(const QString& folder, bool isRecording);
    void giveUp(const QString& sentence);

    Document m_document; // before the controller, which reads it
    RunController m_controller;
    LessonRecordings m_recordings;
    lesson::PlannedPtr m_planned;
    LaunchOptions m_options;
    std::optional<lesson::MeasuredRun> m_before;
    bool m_isBusy = false;
    bool m_isLaunched = false;
    int m_done = 0;
    NewestWork m_reader; // last: its thread ends first
};

} // namespace gui
