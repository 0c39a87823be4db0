#include "gui/live/alarm_watch.h"

#include <algorithm>
#include <utility>

namespace gui {
namespace {

using Millis = std::chrono::milliseconds;

constexpr Millis kWatchEvery{1000};
constexpr std::size_t kMostWaiting = 4096; // steps

} // namespace

AlarmWatch::AlarmWatch(RunController& controller, RunView& view, const RunControl& control,
                       QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_view(view)
    , m_control(control)
{
    for (const auto another : {&LiveSession::started, &LiveSession::left})
        connect(&controller.session(), another, this, &AlarmWatch::clear);
    connect(&controller.session(), &LiveSession::updated, this,
            [this](const RunSnapshotPtr& run) { take(*run); });
    connect(&view, &RunView::changed, this, &AlarmWatch::follow);
    connect(&controller, &RunController::runChanged, this, &AlarmWatch::follow);
    connect(&control, &RunControl::changed, this, &AlarmWatch::follow);
    m_late.setSingleShot(true);
    m_late.setInterval(kPatienceMs);
    m_watch.setInterval(kWatchEvery);
    for (QTimer* timer : {&m_late, &m_watch})
        connect(timer, &QTimer::timeout, this, [this] { look(quiet()); });
}

void AlarmWatch::clear()
{
    m_list.clear();
    m_losses = {};
    m_slowSteps = {};
    m_waiting.clear();
    m_peaks.clear();
    m_peakSteps.clear();
    m_lastStep = {};
    m_logBytes = 0;
    m_unlogged = 0;
    m_isUnseen = false;
    m_hasFailed = false;
    m_checkpoint.reset();
    m_sinceNews.invalidate();
    m_sinceLook.invalidate();
    m_late.stop();
    m_watch.stop();
    m_health = {};
    emit changed();
}

void AlarmWatch::setRules(const AlarmRules& rules)
{
    if (m_rules == rules)
        return;
    m_rules = rules;
    look(quiet());
}

void AlarmWatch::acknowledge(std::uint64_t number)
{
    m_list.acknowledge(number);
    emit changed();
}

void AlarmWatch::acknowledgeAll()
{
    m_list.acknowledgeAll();
    emit changed();
}

// What a snapshot hands over is handed over once.
void AlarmWatch::take(const RunSnapshot& run)
{
    m_sinceNews.start();
    noteRecording(run.status);
    for (const telemetry::TrainingStep& step : run.trained)
        m_losses.add(step, m_rules);
    for (const StepSummary& step : run.summaries) {
        if (step.whole) {
            m_waiting.push_back(step);
            m_lastStep = step.makespan;
        }
        const auto held = m_controller.session().memory().held(step.number);
        m_peaks.resize(std::max(m_peaks.size(), held.size()));
        m_peakSteps.resize(m_peaks.size(), -1);
        for (std::size_t rank = 0; rank < held.size(); ++rank)
            if (held[rank] > m_peaks[rank]) {
                m_peaks[rank] = held[rank];
                m_peakSteps[rank] = step.number;
            }
    }
    while (m_waiting.size() > kMostWaiting)
        m_waiting.pop_front();
    if (run.isOver() || m_controller.isReplay())
        m_watch.stop();
    else if (!m_watch.isActive())
        m_watch.start();
    if (run.isRepeated)
        look(quiet());
}

// The same status again changes nothing: the view may come to be looked at before take().
void AlarmWatch::noteRecording(const telemetry::SourceStatus& status)
{
    if (status.unlogged != m_unlogged)
        m_isUnseen = true;
    else if (status.logBytes != m_logBytes)
        m_isUnseen = false;
    m_logBytes = status.logBytes;
    m_unlogged = status.unlogged;
}

void AlarmWatch::follow()
{
    const bool ended = m_view.run() && m_view.run()->isOver();
    const bool isNew = m_view.run() && m_health.words.isEmpty();
    if (!ended && !isNew && m_sinceLook.isValid() && !m_sinceLook.hasExpired(kPatienceMs)) {
        if (!m_late.isActive())
            m_late.start();
        return;
    }
    look(quiet());
}

Millis AlarmWatch::quiet() const
{
    return m_watch.isActive() && m_sinceNews.isValid() && !m_control.isPaused()
        ? Millis(m_sinceNews.elapsed())
        : Millis{};
}

// Against the run's own prediction, or that of the document beside it: whichever knows the time.
void AlarmWatch::judgeSteps()
{
    if (m_waiting.empty() || m_controller.launched().isWorking())
        return;
    const bool emulated = m_view.run() && m_view.run()->info && m_view.run()->info->emulated;
    const PredictionPtr own = m_controller.launched().predictionOfRun();
    PredictionPtr known;
    if (m_view.knowsTime())
        known = m_view.shown().prediction;
    else if (emulated)
        known = own;
    const measured::RunConditions& conditions = m_controller.session().conditions();
    for (const StepSummary& step : m_waiting)
        m_slowSteps.add(step.number, step.makespan,
                        known ? known->timeline->makespan : plan::Nanoseconds{}, m_rules,
                        conditions.slowedRanks(step.number));
    m_waiting.clear();
}

void AlarmWatch::look(Millis quiet)
{
    m_late.stop();
    m_sinceLook.start();
    const RunSnapshotPtr& run = m_view.run();
    if (!run) {
        m_health = {};
        return;
    }
    judgeSteps();
    noteRecording(run->status);
    const bool isReplay = m_controller.isReplay();
    const RunTexts texts = describe(*run, m_controller.run() ? &*m_controller.run() : nullptr,
                                    isReplay, nullptr, m_control.isPaused());
    // One that has failed writes none any more, and its folder may be far away.
    if (texts.bad && !std::exchange(m_hasFailed, true))
        m_checkpoint
            = lastCheckpointIn(m_controller.run() ? m_controller.run()->directory : QString());
    const std::deque<Alarm> before = m_list.alarms();
    const std::vector<std::uint64_t> fresh = m_list.update(
        findings(texts, quiet), isReplay ? QDateTime() : QDateTime::currentDateTime());
    const RunGoes goes = isReplay ? RunGoes::Recorded
        : run->isOver()           ? RunGoes::NoMore
        : m_control.isPaused()    ? RunGoes::Paused
                                  : RunGoes::On;
    const Health health = std::exchange(m_health, healthOf(texts, m_list, goes));
    if (m_list.alarms() != before || m_health != health)
        emit changed();
    if (isReplay || run->isRepeated)
        return;
    for (const std::uint64_t number : fresh)
        if (const Alarm* alarm = m_list.find(number))
            emit raised(*alarm);
}

} // namespace gui
