#include "telemetry/quiet_thread.h"
#include "telemetry/recording_reader.h"
#include "telemetry/source_outlet.h"
#include "telemetry/viewer.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kLongestPause = 5s;
constexpr auto kFollowInterval = 50ms;

// When the last record of a frame happened; empty for frames without times.
std::optional<std::int64_t> lastTimeNs(const Frame& frame)
{
    if (const auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body))
        return spans->empty() ? std::nullopt : std::optional(spans->back().endNs);
    if (const auto* marks = std::get_if<std::vector<StepMark>>(&frame.body))
        return marks->empty() ? std::nullopt : std::optional(marks->back().timeNs);
    return {};
}

class RecordingSource final : public ViewerSource {
public:
    RecordingSource(RecordingOptions options, RecordingReader log)
        : m_options(std::move(options))
        , m_outlet(m_options.queueBytes)
        , m_log(std::move(log))
    {
        if (!m_options.follow)
            m_log.finish();
        m_thread = startQuietThread([this] { run(); });
    }
    ~RecordingSource() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopping = true;
        }
        m_wake.notify_all();
        m_thread.join();
    }

    std::size_t drain(std::vector<Frame>& out, std::size_t max) override
    {
        return m_outlet.drain(out, max);
    }
    SourceStatus status() const override { return m_outlet.status(); }

private:
    void run();
    void readAll();
    void readChunk();
    bool handOver(Frame& frame);
    void keepPace(const Frame& frame);
    bool pause(Clock::duration time); // false: stopping
    void report(SourceState state);

    const RecordingOptions m_options;
    SourceOutlet m_outlet;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stopping = false; // mutex

    // The thread's own from here.
    RecordingReader m_log;
    SourceStatus m_known;
    std::optional<std::int64_t> m_lastTimeNs;
    Clock::time_point m_due = Clock::now();
    std::thread m_thread; // last: uses all the others
};

void RecordingSource::run()
{
    try {
        readAll();
    } catch (const std::exception& fault) { // from memory
        m_outlet.publishFault(SourceState::Ended, "the recording cannot be read further", fault);
    }
}

void RecordingSource::readAll()
{
    while (pause(0s)) {
        const auto before = m_log.log().offset();
        readChunk();
        if (m_log.atEnd())
            break;
        if (m_log.log().offset() != before)
            continue;
        report(SourceState::Connected);
        if (!m_options.follow || !pause(kFollowInterval))
            break;
    }
    report(m_options.follow ? SourceState::Connected : SourceState::Ended);
}

void RecordingSource::readChunk()
{
    for (RecordingReader::Read& read : m_log.nextChunk()) {
        if (const auto* bye = std::get_if<Bye>(&read.frame.body))
            m_known.dropped += bye->dropped;
        m_known.run = read.frame.header.run;
        keepPace(read.frame);
        if (!handOver(read.frame))
            return;
        ++m_known.frames;
    }
    report(SourceState::Behind);
}

// False: stopping.
bool RecordingSource::handOver(Frame& frame)
{
    while (!m_outlet.push(frame, 50ms))
        if (!pause(0s))
            return false;
    return true;
}

void RecordingSource::keepPace(const Frame& frame)
{
    const auto time = m_options.speed > 0 ? lastTimeNs(frame) : std::nullopt;
    if (!time)
        return;
    // Frames of different ranks overlap in time: only what is later than all before waits.
    if (m_lastTimeNs && *time > *m_lastTimeNs) {
        const std::chrono::duration<double, std::nano> recorded(double(*time - *m_lastTimeNs));
        const std::chrono::duration<double, std::nano> longest(kLongestPause);
        m_due += std::chrono::duration_cast<Clock::duration>(
            std::min(recorded / m_options.speed, longest));
    }
    m_lastTimeNs = std::max(*time, m_lastTimeNs.value_or(*time));
    const auto left = m_due - Clock::now();
    if (left > 0ns) {
        report(SourceState::Behind);
        pause(left);
    } else if (left < -1s) {
        m_due = Clock::now(); // was not drained for a while: go on from here
    }
}

bool RecordingSource::pause(Clock::duration time)
{
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, time, [&] { return m_stopping; });
}

void RecordingSource::report(SourceState state)
{
    m_known.state = state;
    const LogReader& log = m_log.log();
    m_known.run = m_known.run != 0 ? m_known.run : log.run();
    m_known.offset = log.offset();
    m_known.logBytes = log.fileBytes();
    m_known.badFrames = m_log.badFrames() + log.losses().size();
    m_known.gaps = m_log.missing();
    m_known.sentence.clear();
    if (!log.losses().empty())
        m_known.sentence = std::to_string(log.lostBytes()) + " bytes of " + m_options.path
            + " are damaged or missing, the first at byte "
            + std::to_string(log.losses().front().offset) + ": " + log.losses().front().reason;
    m_outlet.publish(m_known);
}

} // namespace

Result<std::unique_ptr<ViewerSource>> openRecording(RecordingOptions options)
{
    if (!(options.speed >= 0))
        return Error{"the replay speed must be 0 or more"};
    auto log = RecordingReader::open(options.path);
    if (!log)
        return log.error();
    try {
        return std::unique_ptr<ViewerSource>(
            std::make_unique<RecordingSource>(std::move(options), *std::move(log)));
    } catch (const std::exception& fault) { // from memory or thread creation
        return Error{std::string("the recording cannot be read: ") + fault.what()};
    }
}

} // namespace telemetry
