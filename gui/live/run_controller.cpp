#include "gui/live/run_controller.h"

#include "engine/strategy/yaml.h"
#include "gui/live/short_command.h"
#include "gui/text/engine_text.h"

#include <QDir>
#include <QFileInfo>

namespace gui {
namespace {

// A launch answers once its ranks have been prepared; the others only look something up.
constexpr std::chrono::seconds kLaunchDeadline{60};
constexpr std::chrono::seconds kSubmitDeadline{150}; // a busy controller of Slurm takes its time
constexpr std::chrono::seconds kListDeadline{15};
constexpr std::chrono::seconds kLookAgain{1};

std::optional<strategy::Strategy> strategyIn(const QString& file)
{
    if (!QFileInfo(file).isFile())
        return std::nullopt;
    return strategy::readStrategyFile(file.toStdString()).strategy;
}

} // namespace

RunController::RunController(const Document& document, QString program, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_program(std::move(program))
{
    // Before the views hear of either, which connect later: they find what is known of the new run.
    for (const auto another : {&LiveSession::started, &LiveSession::left})
        connect(&m_session, another, &m_launched, &LaunchedStrategy::clear);
    connect(&m_session, &LiveSession::updated, this, [this](const RunSnapshotPtr& run) {
        if (run->info)
            m_launched.setRun(*run->info, m_session.logBytes());
        // Where the disk is full, its last words are not in the log that they are read from.
        const telemetry::SourceState state = run->status.state;
        m_lacksEnd = !m_replay && !run->end && state == telemetry::SourceState::Ended;
        if (m_lacksEnd || state == telemetry::SourceState::Lost)
            lookWhatBecameOfIt();
    });
    m_lookAgain.setSingleShot(true);
    m_lookAgain.setInterval(kLookAgain);
    connect(&m_lookAgain, &QTimer::timeout, this, &RunController::lookWhatBecameOfIt);
}

RunController::~RunController() = default;

RunCommand RunController::commandOf(const LaunchOptions& options) const
{
    return launchCommand(m_program, strategyFile(), options);
}

bool RunController::isShowing(const RunEntry& run) const
{
    return m_run && m_session.isShowing()
        && QDir::cleanPath(m_run->directory) == QDir::cleanPath(run.directory);
}

void RunController::setBusy(bool busy)
{
    m_busy = busy;
    emit runChanged();
}

bool RunController::haveProgram()
{
    if (!m_program.isEmpty())
        return true;
    emit failed(tr("bubblescope-run is neither beside this program nor on the PATH; build or "
                   "install it there"));
    return false;
}

bool RunController::isInItsFile() const
{
    return !m_document.path().isEmpty() && !m_document.isModified();
}

// The document's own file where that holds the strategy, else a copy.
QString RunController::strategyFile() const
{
    return isInItsFile() ? m_document.path()
                         : m_unsaved->filePath(QStringLiteral("unsaved-strategy.yaml"));
}

QString RunController::whyNoLaunch() const
{
    if (!m_document.problems().empty())
        return tr("The strategy has a problem; the editor says which");
    return m_document.isPredictionCurrent() ? QString() : tr("The strategy is being worked out");
}

std::optional<PreparedLaunch> RunController::prepare(const LaunchOptions& options)
{
    if (!haveProgram())
        return std::nullopt;
    if (const QString whyNot = whyNoLaunch(); !whyNot.isEmpty()) {
        emit failed(tr("The run was not started. %1.").arg(whyNot));
        return std::nullopt;
    }
    PreparedLaunch made{.command = commandOf(options),
                        .strategy = m_document.strategy(),
                        .prediction = m_document.prediction(),
                        .steps = options.steps,
                        .submits = options.submit};
    if (!isInItsFile()) {
        const auto saved = strategy::saveStrategyFile(strategyFile().toStdString(), made.strategy);
        if (!saved) {
            emit failed(engineText(saved.error().message));
            return std::nullopt;
        }
        made.copies = m_unsaved;
        // The next copy goes to a folder of its own: this one may still be waiting to be read.
        m_unsaved = std::make_shared<QTemporaryDir>();
    }
    made.ranks = made.prediction->schedule->shape.ranks;
    if (!made.prediction->as.schedule.empty())
        made.prediction = nullptr; // of the run on show, which went over to that schedule
    return made;
}

void RunController::launch(const LaunchOptions& options)
{
    if (m_busy)
        return;
    if (const auto prepared = prepare(options))
        launch(*prepared);
}

// Nothing is being started or submitted any more.
void RunController::sayNotStarted(const CommandAnswer& answer)
{
    emit said({});
    emit failed(answer.good ? tr("bubblescope-run answered in a way this program does not know; "
                                 "update both together")
                            : answer.problem);
}

void RunController::launch(const PreparedLaunch& launch)
{
    if (m_busy)
        return;
    if (launch.submits)
        return submit(launch);
    setBusy(true);
    emit said(tr("starting the run…"));
    // The strategy is copied: the document may be edited before the answer comes.
    ShortCommand::run(launch.command, kLaunchDeadline, true, this,
                      [this, launch](const CommandAnswer& answer) {
                          setBusy(false);
                          auto run = answer.good ? parseLaunched(answer.output) : std::nullopt;
                          if (!run)
                              return sayNotStarted(answer);
                          // The answer says neither of these two.
                          run->steps = launch.steps;
                          run->ranks = launch.ranks;
                          show(*run, false, launch.strategy, launch.prediction);
                      });
}

// What is on show stays: the run begins when Slurm has a place for it.
void RunController::submit(const PreparedLaunch& launch)
{
    setBusy(true);
    emit said(tr("submitting the run to Slurm…"));
    ShortCommand::run(
        launch.command, kSubmitDeadline, true, this, [this, launch](const CommandAnswer& answer) {
            setBusy(false);
            const auto run = answer.good ? parseSubmitted(answer.output) : std::nullopt;
            if (!run)
                return sayNotStarted(answer);
            emit said(run->job.words.isEmpty()
                          ? tr("%1 is submitted as job %2").arg(run->run, run->job.id)
                          : tr("%1 is submitted: %2").arg(run->run, engineText(run->job.words)));
        });
}

void RunController::stop(const QString& run)
{
    // Its question may have stood there while another command was given.
    if (m_busy)
        emit failed(tr("%1 was not stopped: bubblescope-run has not answered the last command yet. "
                       "Stop it again.")
                        .arg(run));
    if (m_busy || !haveProgram())
        return;
    setBusy(true);
    emit said(tr("stopping %1…").arg(run));
    ShortCommand::run(stopCommand(m_program, run), kStopDeadline, false, this,
                      [this, run](const CommandAnswer& answer) {
                          setBusy(false);
                          emit said(answer.good ? tr("%1 was stopped").arg(run)
                                                : tr("%1 was not stopped").arg(run));
                          if (!answer.good)
                              emit failed(answer.problem);
                      });
}

void RunController::attach(const RunEntry& run)
{
    if (!run.hasBegun()) {
        emit failed(notBegunText(run));
        return;
    }
    // A run that is over is shown from its recording.
    const bool replay = !run.isRunning() || run.viewerEndpoint.isEmpty();
    show(run, replay, strategyIn(run.strategyCopy()), nullptr);
}

// `prediction`: of `launched`, null where there is none yet.
void RunController::show(const RunEntry& run, bool replay,
                         const std::optional<strategy::Strategy>& launched,
                         PredictionPtr prediction)
{
    const auto problem = replay ? m_session.replay(run.events(), 0)
                                : m_session.attach(run.viewerEndpoint, run.session, run.directory);
    if (problem) {
        if (m_opening)
            m_opening.release()->deleteLater(); // it may be the one that called
        emit failed(*problem);
        return;
    }
    // Only now: where the source cannot be opened, the run on show stays.
    m_run = run;
    m_tunnel = run.remote.isEmpty() ? nullptr : std::move(m_opening);
    m_opening.reset();
    m_replay = replay;
    if (launched)
        m_launched.set(*launched, std::move(prediction));
    emit said(replay ? tr("showing the recording of %1").arg(run.run)
                     : tr("showing %1").arg(run.run));
    emit runChanged();
}

// A run that does not answer may have lost its supervisor, which cannot say so. One that was not
// recorded to its end says it in its record alone.
void RunController::lookWhatBecameOfIt()
{
    // The session may report the loss again before the list is there.
    if (m_looking || m_program.isEmpty() || !m_run)
        return;
    m_looking = true;
    askList([this](const std::optional<RunEntry>& found) {
        m_looking = false;
        if (!found)
            return;
        if (found->isRunning()) {
            if (m_lacksEnd) // its record comes a moment later
                m_lookAgain.start();
            return;
        }
        m_run->state = found->state;
        m_run->outcome = found->outcome;
        m_run->unlogged = found->unlogged;
        emit runChanged();
    });
}

void RunController::askWhetherPaused(const std::function<void(bool)>& onAnswer)
{
    if (!m_program.isEmpty() && m_run)
        askList([onAnswer](const std::optional<RunEntry>& found) {
            if (found)
                onAnswer(found->paused);
        });
}

void RunController::askList(std::function<void(const std::optional<RunEntry>&)> onAnswer)
{
    ShortCommand::run(
        listCommand(m_program, m_run->remote), kListDeadline, false, this,
        [this, name = m_run->run, onAnswer = std::move(onAnswer)](const CommandAnswer& answer) {
            const auto runs = answer.good ? parseRunList(answer.output) : std::nullopt;
            const bool isShown = runs && m_run && m_run->run == name;
            onAnswer(isShown ? chooseRun(*runs, name) : std::nullopt);
        });
}

void RunController::leave()
{
    m_session.leave();
    m_opening.reset();
    m_tunnel.reset();
    m_run.reset();
    m_replay = false;
    emit runChanged();
}

void RunController::replayPath(const QString& path)
{
    const QFileInfo info(path);
    const QString log = info.isDir() ? eventLogIn(path) : path;
    if (const auto problem = m_session.replay(log, 0)) {
        emit failed(*problem);
        return;
    }
    RunEntry entry;
    entry.directory = QFileInfo(log).absolutePath();
    entry.run = QFileInfo(entry.directory).fileName();
    entry.state = QStringLiteral("recording");
    if (const auto record = readRunRecord(entry.directory))
        entry.unlogged = record->unlogged;
    m_run = entry;
    m_opening.reset();
    m_tunnel.reset();
    m_replay = true;
    if (const auto launched = strategyIn(entry.strategyCopy()))
        m_launched.set(*launched);
    emit said(tr("showing the recording %1").arg(log));
    emit runChanged();
}

} // namespace gui
