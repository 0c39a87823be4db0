#include "gui/window/lesson_sheet.h"

#include "engine/lesson/judge.h"
#include "gui/handout/handout_dialog.h"
#include "gui/handout/handout_file.h"
#include "gui/lecture/lecture_window.h"
#include "gui/window/confirm.h"
#include "gui/window/lecture_runs.h"
#include "gui/window/open_commands.h"
#include "gui/window/range_history.h"

namespace gui {

LessonSheet::LessonSheet(OpenLesson& open, const SheetPlace& place)
    : StripSheet(place.window)
    , m_open(open)
    , m_place(place)
    , m_view(new LessonView(open.session(), this))
{
    setMiddle(m_view);
    connectParts();
    ViewState& step = m_view->viewState();
    ownActions().onTriggered("view.fit", [&step] { step.fit(); });
    connectHistory(ownActions(), step);
    refresh();
    refreshRun();
}

LessonSheet::~LessonSheet() { delete m_lecture; }

void LessonSheet::connectParts()
{
    connect(m_view, &LessonView::said, this, &Sheet::said);
    connect(&m_open.session(), &LessonSession::stepChanged, this, &LessonSheet::refresh);
    connect(&m_open.session(), &LessonSession::changed, this, &LessonSheet::refresh);
    connect(m_view, &LessonView::stepShown, this, &LessonSheet::refreshRun);
    connect(&m_open, &OpenLesson::changed, this, &LessonSheet::refreshRun);
    connect(&m_open, &OpenLesson::runChanged, this, &LessonSheet::refreshRun);
    connect(&m_open, &OpenLesson::runFailed, this, &LessonSheet::showFailure);
    connect(&m_view->panel(), &StepPanel::runWanted, this, &LessonSheet::askToRun);
    connect(&m_view->panel(), &StepPanel::lessonEnded, &m_place.opener,
            &OpenCommands::courseWanted);
    connect(m_view, &LessonView::courseWanted, &m_place.opener, &OpenCommands::courseWanted);
    connect(m_view, &LessonView::freePlayWanted, this, &LessonSheet::playFreely);
    connect(m_view, &LessonView::lectureWanted, this, &LessonSheet::showLecture);
    connect(m_view, &LessonView::handoutWanted, this, &LessonSheet::openHandout);
    connect(m_view, &LessonView::figureWanted, this, [this] {
        saveStepFigure(m_open.session().readShared(), m_open.session().current(), m_place.window,
                       [this](const QString& sentence) { emit said(sentence); });
    });
}

void LessonSheet::refresh()
{
    const LessonSession& session = m_open.session();
    int passed = 0;
    for (int step = 0; step < session.count(); ++step)
        passed += session.isPassed(step) ? 1 : 0;
    Verdict verdict;
    verdict.numbers.push_back(
        {.name = tr("Steps passed"), .value = tr("%1 of %2").arg(passed).arg(session.count())});
    setVerdict(verdict);
}

// A step that runs shows what came of that; one that asks of the run shows it, too.
void LessonSheet::refreshRun()
{
    const lesson::Step& step = m_open.session().step();
    const bool isUnderWay = m_open.runner().isBusy();
    const bool isOfRun = std::holds_alternative<lesson::RunAction>(step.action);
    const LessonRunResult* newest = m_open.newestRun();
    const bool isRunHere = isUnderWay || m_open.session().judgement();
    const bool shows = (isOfRun && isRunHere) || (!isOfRun && lesson::asksOfRun(step));
    if (!shows || (!newest && !isUnderWay)) {
        m_view->showInstead(nullptr);
        return;
    }
    if (!m_runPicture) {
        m_runPicture = new RunPicture(m_view->viewState());
        connect(m_runPicture, &RunPicture::cancelWanted, this,
                [this] { m_open.runner().cancel(); });
        connect(m_runPicture, &RunPicture::recordingWanted, this, [this] {
            if (!m_open.runner().isBusy())
                m_open.showRecording();
        });
    }
    if (isUnderWay)
        m_runPicture->showUnderWay(m_open.runner().stepsDone(), m_open.runner().stepsWanted());
    else
        m_runPicture->show(*newest);
    // A machine that is busy with something else may not show what the lesson is about.
    const auto* action = std::get_if<lesson::RunAction>(&step.action);
    m_runPicture->offerRecording(
        !isUnderWay && action && m_open.session().phase() == StepPhase::Asked
        && LessonRecordings::has(QString::fromStdString(action->recording)));
    m_view->showInstead(m_runPicture);
}

void LessonSheet::askToRun()
{
    if (m_open.runner().isBusy())
        return;
    const auto& action = std::get<lesson::RunAction>(m_open.session().step().action);
    const lesson::PlannedPtr shown = m_open.session().shown();
    if (!shown) {
        emit said(tr("The state of this step cannot be planned, so there is nothing to run."));
        return;
    }
    if (action.replay)
        return m_open.showRecording();
    if (const QString why = m_open.runner().whyNot(); !why.isEmpty()) {
        emit said(why);
        return m_open.showRecording();
    }
    const int ranks = int(lesson::ranksOf(*shown));
    confirm(
        {tr("Start a real run"),
         tr("This starts bubblescope-run on this machine for %1 steps, with one process for each "
            "of the ranks (%2), and ends it. Nothing else is started.")
             .arg(action.steps)
             .arg(ranks),
         tr("Start")},
        m_place.window, [open = QPointer<OpenLesson>(&m_open)] {
            if (open && !open->runner().isBusy()
                && std::holds_alternative<lesson::RunAction>(open->session().step().action))
                open->run();
        });
}

void LessonSheet::playFreely()
{
    const lesson::PlannedPtr shown = m_open.session().shown();
    if (!shown || !shown->hasTimeline()) {
        emit said(tr("There is no schedule to take along yet."));
        return;
    }
    m_place.opener.openStrategy(shown->strategy());
    emit said(tr("This is a strategy of your own now; the lesson waits in its tab."));
}

void LessonSheet::openHandout()
{
    auto* dialog = new HandoutDialog(m_open.session().readShared(), m_place.window);
    dialog->open();
}

LectureWindow* LessonSheet::lecture() const { return m_lecture; }

void LessonSheet::showLecture()
{
    if (m_lecture)
        return;
    LessonSession& session = m_open.session();
    m_lecture = new LectureWindow(session.readShared(), QString::fromStdString(session.step().id),
                                  m_place.window);
    m_lecture->setAttribute(Qt::WA_DeleteOnClose);
    new LectureRuns(*m_lecture, m_open);
    connect(m_lecture, &LectureWindow::left, this,
            [&session](const QString& step) { session.goTo(step.toStdString()); });
    m_lecture->showLecture();
}

} // namespace gui
