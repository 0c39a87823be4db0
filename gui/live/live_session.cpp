#include "gui/live/live_session.h"

#include "gui/text/engine_text.h"
#include "telemetry/connection_file.h"
#include "telemetry/endpoint.h"
#include "telemetry/text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

template <class Item>
void addNewest(std::deque<Item>& kept, const std::vector<Item>& items, std::size_t most)
{
    kept.insert(kept.end(), items.begin(), items.end());
    if (kept.size() > most)
        kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(most));
}

} // namespace

LiveSession::LiveSession(QObject* parent)
    : QObject(parent)
{
    // A run may send faster than a window can be drawn, so it is looked at with every tick, and not
    // with every frame that it sends.
    connect(&m_timer, &QTimer::timeout, this, &LiveSession::tick);
}

LiveSession::~LiveSession() = default;

std::optional<QString> LiveSession::attach(const QString& viewerEndpoint, quint64 run,
                                           const QString& folder)
{
    telemetry::LiveOptions options;
    options.endpoint = viewerEndpoint.toStdString();
    options.run = run;
    const QString file = QDir(folder).filePath(QLatin1String(telemetry::kConnectionFileName));
    if (telemetry::isTcp(options.endpoint) || (!folder.isEmpty() && QFileInfo::exists(file))) {
        const auto connection = telemetry::readConnection(file.toStdString());
        if (!connection)
            return engineText(connection.error().message);
        // At a socket of this machine a run asks for no key; the end of a tunnel leads to one that
        // does, and its folder has the viewers' key alone.
        if (telemetry::isTcp(options.endpoint) || connection->rankEndpoint.empty())
            options.curve = connection->asViewer();
    }
    auto source = telemetry::openLive(std::move(options));
    if (!source)
        return engineText(source.error().message);
    show(std::move(*source));
    return std::nullopt;
}

std::optional<QString> LiveSession::replay(const QString& logPath, double speed)
{
    telemetry::RecordingOptions options;
    options.path = logPath.toStdString();
    options.speed = speed;
    auto source = telemetry::openRecording(std::move(options));
    if (!source)
        return engineText(source.error().message);
    show(std::move(*source));
    return std::nullopt;
}

void LiveSession::leave()
{
    if (!m_source)
        return;
    m_timer.stop();
    m_source.reset();
    emit left();
}

void LiveSession::show(std::unique_ptr<telemetry::ViewerSource> source)
{
    m_source = std::move(source);
    m_assembler = measured::StepAssembler();
    m_history = {};
    m_log = {};
    m_summaries.clear();
    m_wholeSteps.clear();
    m_trained.clear();
    m_handedOver = {};
    m_checks = {};
    m_memory = {};
    m_kernels = {};
    // Whoever remembers the revision of the hosts before sees that these are others.
    measured::RankHosts hosts = std::move(m_conditions.hosts);
    hosts.clear();
    m_conditions = {};
    m_conditions.hosts = std::move(hosts);
    m_links = {};
    m_devices = {};
    m_byes = 0;
    m_end.reset();
    m_failure.clear();
    m_lastState = telemetry::SourceState::Connecting;
    m_lastUnlogged = 0;
    m_closed = false;
    m_frames.clear();
    m_nextFrame = 0;
    m_isMore = false;
    m_hasNews = false;
    m_published.invalidate();
    m_pauseMs = 0;
    // Everything of the old source is gone by now: who hears of this and asks finds nothing of it.
    emit started();
    m_timer.start(kTickMs);
}

void LiveSession::tick()
{
    if (!m_source)
        return;
    // A picture of what is only in passing is as much work as reading on, and has a round of its
    // own.
    if (m_isMore && m_hasNews && hasPaused(std::max(m_pauseMs, kTickMs)))
        return publish();
    read();
    if (m_hasNews && !m_isMore && (m_closed || hasPaused(m_pauseMs)))
        publish();
}

int LiveSession::pauseMsAfter(const RunSnapshot& run)
{
    const std::size_t spans = run.current ? spansIn(*run.current) : 0;
    const auto pause = static_cast<int>(spans / kSpansAMs);
    return pause > kTickMs ? pause : 0;
}

bool LiveSession::hasPaused(int ms) const
{
    return !m_published.isValid() || m_published.elapsed() >= ms;
}

void LiveSession::read()
{
    // A long recording cannot hold up the window: what takes longer waits for the next round, which
    // then follows as soon as the window has answered everything else.
    QElapsedTimer since;
    since.start();
    const auto isLong = [&] { return since.elapsed() >= kMostReadingMs; };
    // Asked for before the queue is looked at: what comes in between belongs to the next round.
    const telemetry::SourceStatus status = m_source->status();
    bool gotFrames = false;
    while (!isLong() && hasFrame()) {
        gotFrames = true;
        take(m_frames[m_nextFrame++]);
    }
    setMore(isLong());
    m_hasNews = m_hasNews || gotFrames || status.state != m_lastState
        || status.unlogged != m_lastUnlogged;
    m_lastState = status.state;
    m_lastUnlogged = status.unlogged; // while the disk is full it alone tells that the run goes on
    // The source may have ended with frames still in its queue; the run is over only once a round
    // that began behind its end brings none.
    if (status.state == telemetry::SourceState::Ended && !gotFrames && !m_closed) {
        m_hasNews = true;
        while (m_assembler.closeOldest())
            if (isLong())
                return setMore(true);
        m_devices.close();
        m_closed = true;
        // However long the round was: no other follows, and the last snapshot is due.
        setMore(false);
        m_timer.stop();
    }
}

void LiveSession::publish()
{
    m_hasNews = false;
    for (measured::Step& step : m_assembler.takeFinished()) {
        m_summaries.push_back({step.number, step.timeline.makespan, step.whole()});
        if (const StepPtr kept = m_history.add(std::move(step)); kept->whole())
            m_wholeSteps.push_back(kept);
    }
    const auto run = snapshot();
    m_pauseMs = pauseMsAfter(*run);
    m_published.start();
    emit updated(run);
}

void LiveSession::repeat()
{
    if (!m_source || !m_published.isValid())
        return;
    const auto run = snapshot();
    run->summaries = {m_handedOver.summaries.begin(), m_handedOver.summaries.end()};
    run->trained = {m_handedOver.trained.begin(), m_handedOver.trained.end()};
    run->deviceSteps = {m_handedOver.devices.begin(), m_handedOver.devices.end()};
    run->steps = m_history.newest(StepHistory::kMaxSteps);
    std::erase_if(run->steps, [](const StepPtr& step) { return !step->whole(); });
    run->isRepeated = true;
    emit updated(run);
}

void LiveSession::setMore(bool isMore)
{
    m_isMore = isMore;
    if (const int pause = isMore ? 1 : kTickMs; m_timer.interval() != pause)
        m_timer.setInterval(pause);
}

bool LiveSession::hasFrame()
{
    if (m_nextFrame < m_frames.size())
        return true;
    m_frames.clear();
    m_nextFrame = 0;
    return m_source->drain(m_frames, kFramesAtOnce) > 0;
}

void LiveSession::take(const telemetry::Frame& frame)
{
    m_assembler.add(frame);
    if (m_assembler.hasFinished())
        m_pauseMs = 0;
    m_memory.add(frame);
    m_kernels.add(frame);
    m_conditions.add(frame);
    m_links.add(frame, m_conditions.hosts);
    m_devices.add(frame);
    if (const auto* lines = std::get_if<std::vector<telemetry::LogLine>>(&frame.body)) {
        for (const telemetry::LogLine& line : *lines)
            m_log.add({frame.header.rank, line.level, line.text});
    } else if (const auto* steps = std::get_if<std::vector<telemetry::TrainingStep>>(&frame.body)) {
        m_trained.insert(m_trained.end(), steps->begin(), steps->end());
    } else if (const auto* checks = std::get_if<std::vector<telemetry::CheckRecord>>(&frame.body)) {
        for (const telemetry::CheckRecord& check : *checks)
            m_checks.add(frame.header.rank, check);
    } else if (const auto* bye = std::get_if<telemetry::Bye>(&frame.body)) {
        takeBye(frame.header.rank, *bye);
    } else if (const auto* end = std::get_if<telemetry::RunEnd>(&frame.body)) {
        takeEnd(*end);
    }
}

void LiveSession::takeBye(std::uint32_t rank, const telemetry::Bye& bye)
{
    ++m_byes;
    m_pauseMs = 0;
    // The first to fail is the cause; those after it mostly fail for want of the first.
    if (bye.reason == telemetry::ByeReason::Failed && m_failure.empty())
        m_failure
            = "rank " + std::to_string(rank) + ": " + std::string(telemetry::textOf(bye.text));
}

// What the ranks said last is of those that were ended with it, too.
void LiveSession::takeEnd(const telemetry::RunEnd& end)
{
    m_end = end;
    m_pauseMs = 0;
    if (end.outcome == telemetry::RunOutcome::Failed)
        m_log.add(
            {std::nullopt, telemetry::LogLevel::Error, std::string(telemetry::textOf(end.text))});
}

// Of the replicas that stand at a place the fullest counts.
std::vector<std::uint64_t> LiveSession::devicePeaks() const
{
    const auto& info = m_assembler.info();
    if (!info || m_devices.isEmpty())
        return {};
    std::vector<std::uint64_t> peaks(static_cast<std::size_t>(info->shape.ranks), 0);
    for (const auto& [rank, use] : m_devices.uses()) {
        const auto place = static_cast<std::size_t>(rank / info->replicas());
        if (place < peaks.size() && !use.memoryUsed.isEmpty())
            peaks[place]
                = std::max(peaks[place], static_cast<std::uint64_t>(use.memoryUsed.high()));
    }
    return peaks;
}

std::shared_ptr<RunSnapshot> LiveSession::snapshot()
{
    auto run = std::make_shared<RunSnapshot>();
    run->status = m_source->status();
    // It has ended once what was left of it has been handed out, too.
    if (run->status.state == telemetry::SourceState::Ended && !m_closed)
        run->status.state = telemetry::SourceState::Behind;
    run->info = m_assembler.info();
    run->schedule = m_assembler.schedule();
    // Once closed, the assembler has handed the step under way out as one that was cut short.
    if (auto current = m_assembler.current(); current && !m_closed)
        run->current = std::make_shared<measured::Step>(std::move(*current));
    run->newest = m_history.newestEnded();
    run->oldestKept = m_history.oldestNumber();
    run->finished = m_history.ended();
    run->lostSpans = m_history.lostSpans();
    run->rejected = m_assembler.rejected();
    run->byes = m_byes;
    run->end = m_end;
    run->failure = m_failure;
    // These are handed out once, with the first snapshot after them.
    run->summaries = std::exchange(m_summaries, {});
    run->steps = std::exchange(m_wholeSteps, {});
    run->trained = std::exchange(m_trained, {});
    run->checks = m_checks;
    run->deviceSteps = m_devices.takeFinished();
    addNewest(m_handedOver.summaries, run->summaries, kMostRepeated);
    addNewest(m_handedOver.trained, run->trained, kMostRepeated);
    addNewest(m_handedOver.devices, run->deviceSteps, kMostDevicesRepeated);
    run->devicesCount = !m_devices.isEmpty();
    run->devicePeaks = devicePeaks();
    if (!m_devices.infos().empty())
        run->device = m_devices.infos().begin()->second;
    return run;
}

} // namespace gui
