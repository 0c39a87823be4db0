#include "gui/live/run_control.h"

#include "gui/live/device_words.h"
#include "gui/text/engine_text.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace gui {
namespace {

// A run answers between two steps, and steps may be long: the program waits for 10 minutes and 5 s,
// and then says what becomes of the request.
constexpr std::chrono::minutes kControlDeadline{11};

// A run that has done no step for so long may have been paused by somebody else. Where it was not,
// it has long steps, and the next look is after twice that, up to the most.
constexpr std::chrono::milliseconds kFirstLook{5'000};
constexpr std::chrono::milliseconds kMostBetweenLooks{60'000};

constexpr qsizetype kMaxAnswer = 400; // characters

// What of the step under way may still arrive after the answer: that step, and one that had ended
// but was not yet drawn.
constexpr int kStepsUnderWay = 2;

// The last of the lines, or all of them where it refuses, without the names of the program and the
// run in front: who answers is clear. In English.
QString sentenceOf(const CommandAnswer& answer, const QString& program, const QString& run)
{
    QString sentence = (answer.good ? answer.said.value(answer.said.size() - 1)
                                    : answer.said.join(QLatin1Char(' ')))
                           .simplified();
    for (const QString& name : {QFileInfo(program).fileName() + QStringLiteral(": "),
                                QStringLiteral("run %1: ").arg(run)})
        if (sentence.startsWith(name))
            sentence.remove(0, name.size());
    return sentence.left(kMaxAnswer);
}

// Of "paused before step 12" and "from step 12 on, rank 1 …"; -1: it does not say.
int stepNamed(const QString& answer)
{
    static const QRegularExpression named(QStringLiteral("(?:before|from) step (\\d{1,9})\\b"));
    const auto found = named.match(answer);
    return found.hasMatch() ? found.captured(1).toInt() : -1;
}

// The newest of which anything is known; -1: none.
int newestStepOf(const RunSnapshot& run)
{
    const StepPtr& newest = run.current ? run.current : run.newest;
    return newest ? newest->number : -1;
}

} // namespace

RunCommand commandOf(const ControlRequest& request, const QString& program, const QString& run)
{
    using What = ControlRequest::What;
    switch (request.what) {
    case What::Pause:
        return controlCommand(program, QStringLiteral("pause"), run);
    case What::Resume:
        return controlCommand(program, QStringLiteral("resume"), run);
    case What::StopAfterStep:
        return controlCommand(program, QStringLiteral("stop"), run,
                              {QStringLiteral("--after-step")});
    case What::Checkpoint:
        return controlCommand(program, QStringLiteral("checkpoint"), run);
    case What::Slow:
        return controlCommand(program, QStringLiteral("slow"), run,
                              {QString::number(request.rank), QString::number(request.factor)});
    case What::Swap:
        return controlCommand(program, QStringLiteral("swap"), run, {request.schedule});
    }
    return {};
}

RunControl::RunControl(RunController& controller, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
{
    connect(&controller, &RunController::runChanged, this, [this] {
        if (!m_controller.run() || m_controller.run()->run != m_run)
            forget();
        emit changed();
    });
    for (const auto another : {&LiveSession::started, &LiveSession::left})
        connect(&controller.session(), another, this, [this] {
            forget();
            m_run.clear(); // which one is shown now is said next
        });
    connect(&controller.session(), &LiveSession::updated, this, &RunControl::onUpdate);
    connect(&m_look, &QTimer::timeout, this, [this] {
        m_look.start(std::min(2 * m_look.intervalAsDuration(), kMostBetweenLooks));
        lookForPause(m_newestStep);
    });
    forget();
}

bool RunControl::isLive() const
{
    return m_controller.run() && !m_controller.isReplay() && !m_ended
        && m_controller.session().isShowing();
}

QString RunControl::whyNot() const
{
    if (!isLive())
        return tr("No run in progress is shown");
    if (m_device && !m_device->takesCommands)
        return tr("A run on this device (%1) can only be stopped; this needs a run on: %2")
            .arg(deviceName(m_device->kind), devicesThatTakeCommands());
    if (m_controller.program().isEmpty())
        return tr("bubblescope-run was not found");
    return m_asking ? tr("The run has not answered the last request yet") : QString();
}

bool RunControl::canAsk() const { return whyNot().isEmpty(); }

void RunControl::forget()
{
    m_run = m_controller.run() ? m_controller.run()->run : QString();
    m_answer.clear();
    m_refusal = m_ended = m_caughtUp = false;
    m_paused = m_controller.run() && m_controller.run()->paused;
    m_device = nullptr;
    m_newestStep = m_pausedBefore = m_slowedFrom = -1;
    emit runChanged();
    emit changed();
}

void RunControl::onUpdate(const RunSnapshotPtr& run)
{
    const bool ended = run->isOver();
    const auto* const device = run->info ? strategy::findRunDevice(run->info->device) : nullptr;
    const int newest = newestStepOf(*run);
    if (newest != m_newestStep || !m_look.isActive())
        m_look.start(kFirstLook);
    m_newestStep = newest;
    m_caughtUp = run->status.state == telemetry::SourceState::Connected;
    notePause();
    const bool goesOn = m_paused && m_pausedBefore >= 0 && m_newestStep >= m_pausedBefore;
    // The ranks say it themselves from then on, also where somebody else takes it back.
    const bool isTold = m_slowedFrom >= 0 && m_newestStep >= m_slowedFrom;
    if (isTold) {
        m_answer.clear();
        m_slowedFrom = -1;
    }
    const bool differs = ended != m_ended || device != m_device || goesOn || isTold;
    m_ended = ended;
    m_device = device;
    if (!isLive())
        m_look.stop();
    if (goesOn || ended)
        m_paused = false;
    if (differs)
        emit changed();
}

void RunControl::lookForPause(int newestStep)
{
    if (!isLive() || m_paused || m_asking || !m_caughtUp || newestStep != m_newestStep)
        return;
    m_controller.askWhetherPaused([this, run = m_run, step = m_newestStep](bool paused) {
        if (!paused || m_paused || m_asking || run != m_run || step != m_newestStep)
            return;
        m_paused = true;
        m_pausedBefore = -1;
        notePause();
        emit changed();
    });
}

// Where the answer named no step, the run has gone on once steps come that were not under way:
// those it had done before may still be on their way to the window.
void RunControl::notePause()
{
    if (m_paused && m_pausedBefore < 0 && m_caughtUp)
        m_pausedBefore = m_newestStep + kStepsUnderWay + 1;
}

void RunControl::ask(const ControlRequest& request)
{
    if (!canAsk())
        return;
    m_asking = true;
    m_refusal = false;
    m_slowedFrom = -1;
    m_answer = tr("asked; a run answers between two steps…");
    const QString run = m_controller.run()->run;
    const QString name = m_controller.run()->commandName();
    ShortCommand::run(commandOf(request, m_controller.program(), name), kControlDeadline, false,
                      this, [this, request, run](const CommandAnswer& answer) {
                          m_asking = false;
                          if (run == m_run)
                              onAnswer(request, answer);
                          emit changed();
                      });
    emit changed();
}

void RunControl::onAnswer(const ControlRequest& request, const CommandAnswer& answer)
{
    m_refusal = !answer.good;
    const QString said = sentenceOf(answer, m_controller.program(), m_run);
    if (answer.late)
        m_answer = tr("no answer within 11 minutes; the run may still do it");
    else if (!said.isEmpty())
        m_answer = engineText(said);
    else
        m_answer = answer.good ? tr("done") : answer.problem;
    if (!answer.good) {
        if (request.what == ControlRequest::What::Resume
            && said.contains(QStringLiteral("not paused")))
            m_paused = false;
        return;
    }
    if (request.what == ControlRequest::What::Slow)
        m_slowedFrom = stepNamed(said);
    if (request.what == ControlRequest::What::Pause) {
        m_paused = true;
        m_pausedBefore = stepNamed(said);
        notePause();
    } else if (request.what == ControlRequest::What::Resume) {
        m_paused = false;
    }
}

} // namespace gui
