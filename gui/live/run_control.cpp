#include "gui/live/run_control.h"

#include <QFileInfo>

namespace gui {
namespace {

// A run answers between two steps, and steps may be long.
constexpr std::chrono::seconds kControlDeadline{180};

constexpr qsizetype kMaxAnswer = 400; // characters

// What of the step under way may still arrive after the answer: that step, and one that had ended
// but was not yet drawn.
constexpr int kStepsUnderWay = 2;

// One line, without the name of the program in front: who answers is clear.
QString sentenceOf(const QString& answer, const QString& program)
{
    QString sentence = answer.simplified();
    const QString name = QFileInfo(program).fileName() + QStringLiteral(": ");
    if (sentence.startsWith(name))
        sentence.remove(0, name.size());
    return sentence.left(kMaxAnswer);
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
    connect(&controller.session(), &LiveSession::started, this, &RunControl::forget);
    connect(&controller.session(), &LiveSession::left, this, &RunControl::forget);
    connect(&controller.session(), &LiveSession::updated, this, &RunControl::onUpdate);
}

bool RunControl::isLive() const
{
    return m_controller.run() && !m_controller.isReplay() && !m_ended
        && m_controller.session().isShowing();
}

bool RunControl::canAsk() const
{
    return isLive() && !m_asking && !m_controller.program().isEmpty();
}

void RunControl::forget()
{
    m_run = m_controller.run() ? m_controller.run()->run : QString();
    m_answer.clear();
    m_schedule.clear();
    m_refusal = m_paused = m_ended = false;
    m_newestStep = -1;
    emit changed();
}

void RunControl::onUpdate(const RunSnapshotPtr& run)
{
    const bool ended = run->status.state == telemetry::SourceState::Ended;
    const int newest = run->newest ? run->newest->number : -1;
    const bool goesOn = m_paused && newest > m_pausedAt + kStepsUnderWay;
    const bool differs = ended != m_ended || goesOn;
    m_ended = ended;
    m_newestStep = newest;
    if (goesOn || ended)
        m_paused = false;
    if (differs)
        emit changed();
}

void RunControl::ask(const ControlRequest& request)
{
    if (!canAsk())
        return;
    m_asking = true;
    m_refusal = false;
    m_answer = tr("asked; a run answers between two steps…");
    const QString run = m_controller.run()->run;
    ShortCommand::run(commandOf(request, m_controller.program(), run), kControlDeadline, false,
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
    m_answer = sentenceOf(answer.good ? QString::fromUtf8(answer.output) : answer.problem,
                          m_controller.program());
    if (m_answer.isEmpty())
        m_answer = tr("done");
    if (!answer.good)
        return;
    if (request.what == ControlRequest::What::Pause) {
        m_paused = true;
        m_pausedAt = m_newestStep;
    } else if (request.what == ControlRequest::What::Resume) {
        m_paused = false;
    } else if (request.what == ControlRequest::What::Swap) {
        m_schedule = request.schedule;
    }
}

} // namespace gui
