#include "gui/live/run_controller.h"

#include "engine/strategy/yaml.h"
#include "gui/live/short_command.h"

#include <QDir>
#include <QFileInfo>

namespace gui {
namespace {

// A launch answers once its ranks have been prepared; the others only look something up.
constexpr std::chrono::seconds kLaunchDeadline{60};
constexpr std::chrono::seconds kListDeadline{15};
constexpr std::chrono::seconds kStopDeadline{30};

constexpr std::size_t kMaxSwapped = 8; // schedules remembered; a run goes over to few

// What steps of the run are held against. An emulated one keeps to what is predicted, at its
// scale; one that is older than scales, to the costs given or 1 us an op part.
PredictedAs predictedAs(const measured::RunInfo& info)
{
    if (!info.emulated)
        return {};
    return info.timeScale == 0 ? PredictedAs{.costs = CostSource::Unit}
                               : PredictedAs{.timeScale = info.timeScale};
}

bool sameWork(strategy::Strategy a, strategy::Strategy b)
{
    a.name.clear();
    b.name.clear();
    a.batch.global = a.batch.micro * strategy::dataParallel(a) * strategy::microbatches(a);
    b.batch.global = b.batch.micro * strategy::dataParallel(b) * strategy::microbatches(b);
    return a == b;
}

// A shape that a log only claims is no reason for a schedule of millions of ops: each of its
// cells is recorded as two spans at least.
bool isBorneOut(const plan::Shape& shape, std::uint64_t logBytes)
{
    constexpr std::uint64_t kFreeCells = std::uint64_t{1} << 18;
    constexpr std::uint64_t kBytesACell = 24;
    const auto stages = static_cast<std::uint64_t>(shape.stages());
    return stages * static_cast<std::uint64_t>(shape.microbatches)
        <= kFreeCells + logBytes / kBytesACell;
}

} // namespace

RunController::RunController(Document& document, QString program, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_program(std::move(program))
{
    connect(&m_document, &Document::predictionChanged, this, &RunController::predictionChanged);
    connect(&m_document, &Document::strategyChanged, this, &RunController::predictAsShown);
    for (const auto another : {&LiveSession::started, &LiveSession::left})
        connect(&m_session, another, this, [this] {
            m_info.reset();
            m_follows = {};
            predictAsShown();
        });
    connect(&m_session, &LiveSession::updated, this, [this](const RunSnapshotPtr& run) {
        m_info = run->info;
        pacePrediction();
        predictAsShown();
    });
    connect(&m_session, &LiveSession::updated, this, [this](const RunSnapshotPtr& run) {
        if (run->status.state == telemetry::SourceState::Lost)
            lookWhatBecameOfIt();
    });
}

RunController::~RunController() = default;

void RunController::setPrediction(PredictionPtr prediction)
{
    m_prediction = std::move(prediction);
    m_swapped.clear();
    pacePrediction();
    predictAsShown();
}

// The costs that an emulated run keeps to are known once it has said its scale.
void RunController::pacePrediction()
{
    if (!m_prediction || !m_info || !m_info->emulated)
        return;
    const PredictedAs as = predictedAs(*m_info);
    if (m_prediction->as == as)
        return;
    if (const auto made = predict(m_prediction->strategy, {}, as))
        m_prediction = *made;
}

void RunController::follow(const measured::FollowedSchedule& schedule)
{
    m_follows = schedule;
    predictAsShown();
}

void RunController::predictAsShown()
{
    PredictedAs as;
    if (m_info) {
        as = predictedAs(*m_info);
        if (m_follows.swapped && isOf(m_document.strategy(), {}))
            as.schedule = m_follows.name;
    }
    m_document.predictAs(as);
}

bool RunController::isOf(const strategy::Strategy& strategy, const std::string& schedule) const
{
    if (!m_prediction || !m_info)
        return false;
    strategy::Strategy launched = swappedTo(m_prediction->strategy, schedule);
    launched.costsFittedTo = strategy.costsFittedTo;
    if (!m_info->emulated)
        launched.costs = strategy.costs;
    return sameWork(std::move(launched), strategy);
}

bool RunController::isOfDocument() const
{
    return isOf(m_document.strategy(), {})
        || (m_follows.swapped && isOf(m_document.strategy(), m_follows.name));
}

std::optional<strategy::Strategy> RunController::runStrategy() const
{
    if (isOfDocument() && m_document.problems().empty())
        return m_document.strategy();
    return m_prediction ? std::optional(m_prediction->strategy) : std::nullopt;
}

RunController::Followed RunController::followed(const measured::RunInfo& info,
                                                const measured::FollowedSchedule& schedule)
{
    const PredictionPtr& shown = m_document.prediction();
    Followed followed{orderOf(info, schedule), nullptr};
    const std::string swap = schedule.swapped ? schedule.name : std::string();
    if (shown && followed.schedule && isOf(shown->strategy, swap)
        && hasOrder(shown, followed.schedule))
        followed.prediction = shown;
    return followed;
}

// Compared once: it is asked for with every tick.
bool RunController::hasOrder(const PredictionPtr& prediction,
                             const std::shared_ptr<const plan::Schedule>& schedule)
{
    if (prediction->schedule == schedule)
        return true;
    if (m_compared.prediction != prediction || m_compared.schedule != schedule)
        m_compared = {prediction, schedule, prediction->schedule->order == schedule->order};
    return m_compared.same;
}

std::shared_ptr<const plan::Schedule>
RunController::orderOf(const measured::RunInfo& info, const measured::FollowedSchedule& schedule)
{
    if (!schedule.swapped)
        return launched(info);
    const auto known = m_swapped.find(schedule.name);
    if (known != m_swapped.end())
        return known->second;
    if (m_swapped.size() >= kMaxSwapped)
        m_swapped.clear();
    auto made = swapped(info, schedule.name);
    if (made || isBorneOut(info.shape, m_session.logBytes()))
        m_swapped[schedule.name] = made;
    return made;
}

// As the run makes it.
std::shared_ptr<const plan::Schedule> RunController::swapped(const measured::RunInfo& info,
                                                             const std::string& name) const
{
    if (m_prediction && m_prediction->schedule->shape == info.shape)
        if (auto made = strategy::scheduleOf(swappedTo(m_prediction->strategy, name));
            made && made->shape == info.shape)
            return std::make_shared<plan::Schedule>(std::move(*made));
    if (!isBorneOut(info.shape, m_session.logBytes()))
        return {};
    auto made = plan::makeSchedule(name, info.shape);
    if (!made || made->shape != info.shape)
        return {};
    return std::make_shared<plan::Schedule>(std::move(*made));
}

std::shared_ptr<const plan::Schedule> RunController::launched(const measured::RunInfo& info)
{
    if (m_prediction && m_prediction->schedule->shape == info.shape)
        return m_prediction->schedule;
    if (m_scheduleInfo != info) {
        if (!isBorneOut(info.shape, m_session.logBytes()))
            return nullptr;
        m_scheduleInfo = info;
        m_schedule.reset();
        if (auto made = plan::makeSchedule(info.schedule, info.shape))
            m_schedule = std::make_shared<plan::Schedule>(std::move(*made));
    }
    return m_schedule;
}

QString RunController::launchText(int steps, const QString& device) const
{
    if (m_program.isEmpty())
        return {};
    const QString file = m_document.path().isEmpty() || m_document.isModified()
        ? QStringLiteral("unsaved-strategy.yaml")
        : m_document.path();
    RunCommand shown = launchCommand(QFileInfo(m_program).fileName(), file, steps, device);
    return shown.text();
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

// The document's own file where it holds the strategy, else a copy.
QString RunController::strategyFile(QString& problem)
{
    if (!m_document.path().isEmpty() && !m_document.isModified())
        return m_document.path();
    const QString copy = m_unsaved.filePath(QStringLiteral("unsaved-strategy.yaml"));
    const auto saved
        = strategy::saveStrategyFile(copy.toStdString(), m_document.strategy());
    if (!saved)
        problem = QString::fromStdString(saved.error().message);
    return copy;
}

void RunController::launch(int steps, const QString& device)
{
    if (m_busy || !haveProgram())
        return;
    if (!m_document.problems().empty() || !m_document.isPredictionCurrent()) {
        emit failed(tr("the strategy has a problem and cannot be launched; see the editor"));
        return;
    }
    QString problem;
    const QString file = strategyFile(problem);
    if (!problem.isEmpty()) {
        emit failed(problem);
        return;
    }
    PredictionPtr prediction = m_document.prediction();
    if (!prediction->as.schedule.empty()) { // that of the run shown, which went over to it
        const auto own = predict(m_document.strategy());
        prediction = own ? *own : nullptr;
    }
    setBusy(true);
    emit said(tr("launching…"));
    ShortCommand::run(launchCommand(m_program, file, steps, device), kLaunchDeadline, true, this,
                      [this, prediction, steps](const CommandAnswer& answer) {
                          setBusy(false);
                          auto run = answer.good ? parseLaunched(answer.output) : std::nullopt;
                          if (!run) {
                              emit failed(answer.good
                                              ? tr("bubblescope-run answered in a way this "
                                                   "program does not know; update both together")
                                              : answer.problem);
                              return;
                          }
                          run->steps = steps;
                          run->ranks = prediction ? prediction->schedule->shape.ranks : 0;
                          show(*run, false);
                          setPrediction(prediction);
                          emit runChanged();
                      });
}

void RunController::stop()
{
    if (m_busy || !m_run || !haveProgram())
        return;
    setBusy(true);
    emit said(tr("stopping %1…").arg(m_run->run));
    ShortCommand::run(stopCommand(m_program, m_run->run), kStopDeadline, false, this,
                      [this](const CommandAnswer& answer) {
                          setBusy(false);
                          if (answer.good)
                              emit said(tr("the run was stopped"));
                          else
                              emit failed(answer.problem);
                      });
}

void RunController::attach(const RunEntry& run)
{
    // A run that is over is shown from its recording.
    const bool replay = !run.isRunning() || run.viewerEndpoint.isEmpty();
    show(run, replay);
    loadPrediction(run.strategyCopy());
}

void RunController::show(const RunEntry& run, bool replay)
{
    const auto problem = replay ? m_session.replay(run.events(), 0)
                                : m_session.attach(run.viewerEndpoint, run.session);
    if (problem) {
        emit failed(*problem);
        return;
    }
    m_run = run;
    m_replay = replay;
    setPrediction(nullptr);
    emit said(replay ? tr("showing the recording of %1").arg(run.run)
                     : tr("showing %1").arg(run.run));
    emit runChanged();
}

// A run that does not answer may have lost its supervisor, which cannot say so.
void RunController::lookWhatBecameOfIt()
{
    if (m_looking || m_program.isEmpty() || !m_run)
        return;
    m_looking = true;
    ShortCommand::run(listCommand(m_program), kListDeadline, false, this,
                      [this, name = m_run->run](const CommandAnswer& answer) {
                          m_looking = false;
                          const auto runs
                              = answer.good ? parseRunList(answer.output) : std::nullopt;
                          const auto found = runs ? chooseRun(*runs, name) : std::nullopt;
                          if (!found || !m_run || m_run->run != name || found->isRunning())
                              return;
                          m_run->state = found->state;
                          m_run->outcome = found->outcome;
                          emit runChanged();
                      });
}

void RunController::loadPrediction(const QString& strategyFile)
{
    setPrediction(nullptr);
    if (QFileInfo(strategyFile).isFile()) {
        const strategy::ReadResult read = strategy::readStrategyFile(strategyFile.toStdString());
        if (read.strategy)
            if (const auto made = predict(*read.strategy))
                setPrediction(*made);
    }
    emit runChanged();
}

void RunController::leave()
{
    m_session.leave();
    m_run.reset();
    setPrediction(nullptr);
    m_replay = false;
    emit runChanged();
}

void RunController::replayPath(const QString& path)
{
    const QFileInfo info(path);
    const QString log
        = info.isDir() ? QDir(path).filePath(QStringLiteral("events.bslog")) : path;
    if (const auto problem = m_session.replay(log, 0)) {
        emit failed(*problem);
        return;
    }
    RunEntry entry;
    entry.directory = QFileInfo(log).absolutePath();
    entry.run = QFileInfo(entry.directory).fileName();
    entry.state = QStringLiteral("recording");
    m_run = entry;
    m_replay = true;
    emit said(tr("showing the recording %1").arg(log));
    loadPrediction(entry.strategyCopy());
}

void RunController::listRuns(std::function<void(const QList<RunEntry>&)> onList)
{
    if (m_busy || !haveProgram())
        return;
    setBusy(true);
    ShortCommand::run(listCommand(m_program), kListDeadline, false, this,
                      [this, onList = std::move(onList)](const CommandAnswer& answer) {
                          setBusy(false);
                          const auto runs
                              = answer.good ? parseRunList(answer.output) : std::nullopt;
                          if (runs)
                              onList(*runs);
                          else
                              emit failed(answer.good ? tr("the list of runs cannot be read")
                                                      : answer.problem);
                      });
}

void RunController::findNamed(const QString& wanted, std::function<void(const QString&)> onMissing,
                              std::function<void(const RunEntry&)> onFound)
{
    if (!haveProgram()) {
        onMissing(tr("bubblescope-run is neither beside this program nor on the PATH"));
        return;
    }
    ShortCommand::run(
        listCommand(m_program), kListDeadline, false, this,
        [=, onMissing = std::move(onMissing),
         onFound = std::move(onFound)](const CommandAnswer& answer) {
            const auto runs = answer.good ? parseRunList(answer.output) : std::nullopt;
            if (!runs) {
                onMissing(answer.good ? tr("the list of runs cannot be read") : answer.problem);
                return;
            }
            if (const auto run = chooseRun(*runs, wanted))
                onFound(*run);
            else
                onMissing(tr("%1 names no run, or more than one; see bubblescope-run list")
                              .arg(wanted));
        });
}

void RunController::attachNamed(const QString& wanted,
                                std::function<void(const QString&)> onMissing)
{
    findNamed(wanted, std::move(onMissing), [this](const RunEntry& run) { attach(run); });
}

void RunController::replayNamed(const QString& wanted,
                                std::function<void(const QString&)> onMissing)
{
    if (wanted.contains(QLatin1Char('/')) || QFileInfo::exists(wanted)) {
        const QFileInfo info(wanted);
        const QString log = info.isDir() ? QDir(wanted).filePath(QStringLiteral("events.bslog"))
                                         : wanted;
        if (!QFileInfo(log).isFile()) {
            onMissing(tr("%1 is no recording: there is no file %2").arg(wanted, log));
            return;
        }
        replayPath(wanted);
        return;
    }
    findNamed(wanted, std::move(onMissing), [this](RunEntry run) {
        run.viewerEndpoint.clear(); // its recording, even while it goes on
        attach(run);
    });
}

} // namespace gui
