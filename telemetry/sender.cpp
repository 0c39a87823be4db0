#include "telemetry/sender.h"

#include "telemetry/codec.h"
#include "telemetry/endpoint.h"
#include "telemetry/outbox.h"
#include "telemetry/quiet_thread.h"
#include "telemetry/rank_link.h"
#include "telemetry/record_rings.h"
#include "telemetry/text.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kHeartbeatInterval{500};
constexpr std::chrono::nanoseconds kAskedHolds{5s}; // without a word of the collector

std::vector<std::string> endpointsOf(const SenderOptions& options)
{
    std::vector<std::string> endpoints{options.endpoint};
    endpoints.insert(endpoints.end(), options.otherEndpoints.begin(), options.otherEndpoints.end());
    return endpoints;
}

std::optional<Error> problemOf(const SenderOptions& options)
{
    for (const std::string& endpoint : endpointsOf(options)) {
        if (auto problem = checkEndpoint(endpoint))
            return problem;
        if (auto problem = checkKeys(endpoint, options.curve))
            return problem;
    }
    if (!valid(options.hello))
        return Error{"the rank's description has a value out of range; see Hello in wire.h"};
    if (options.rank >= options.hello.ranks)
        return Error{"rank " + std::to_string(options.rank) + " is outside a run of "
                     + std::to_string(options.hello.ranks) + " ranks"};
    if (options.batchRecords < 1 || options.batchRecords > 1024 || options.batchDelay < 1ms
        || options.batchDelay > 1s)
        return Error{"a batch must have 1 to 1024 records and wait 1 ms to 1 s"};
    return {};
}

} // namespace

std::int64_t rankClockNs()
{
    return std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
}

struct Sender::State {
    explicit State(SenderOptions given)
        : options(std::move(given))
        , rings(options.eventCapacity, options.logCapacity)
        , link(endpointsOf(options), options.curve, options.run, options.moveOnAfter)
        , outbox({.run = options.run,
                  .rank = options.rank,
                  .epoch = options.epoch,
                  .detail = options.hello.detail})
    {
    }

    // Shared.
    SenderOptions options;
    RecordRings rings;
    std::atomic<std::uint64_t> refused{
        0}; // not valid(), or no room kept for it; written by the producer only
    std::atomic<std::uint64_t> acknowledged{0};
    std::atomic<std::int64_t> lastHeardNs{rankClockNs()};
    std::atomic<DetailLevel> asked{DetailLevel::Step};
    std::atomic<bool> closing{false};
    // Set before `closing`, read after it.
    Clock::time_point deadline{};
    std::chrono::milliseconds patience{0};
    ByeReason reason = ByeReason::Finished;
    std::string byeText;
    std::thread thread;
    bool closed = false; // producer only
    SenderCounts final;  // by the thread before it ends

    // The thread's own from here.
    RankLink link;
    Outbox outbox;
    Clock::time_point lastBatch{};
    Clock::time_point lastHeartbeat{};
    std::chrono::milliseconds granted{0}; // that records may wait, by the collector
    bool lastWasFull = false;             // the last batch

    std::uint64_t dropped() const
    {
        return rings.dropped() + refused.load(std::memory_order_acquire);
    }
    std::uint64_t produced() const { return dropped() + rings.pushed(); }
    bool idle() { return rings.empty() && outbox.empty(); }

    template <class Record, class Item>
    bool push(const Record& record, Ring<Item>& ring);
    void refuse()
    {
        refused.store(refused.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    void run();
    void sayHello();
    void sayBye();
    std::chrono::milliseconds delay() const; // of a batch
    std::chrono::milliseconds untilBatch() const;
    bool work(bool flush); // true: there is more to do at once
    void receive();
};

template <class Record, class Item>
bool Sender::State::push(const Record& record, Ring<Item>& ring)
{
    if (!valid(record)) {
        refuse();
        return false;
    }
    // Filled in place: one copy instead of two on the compute thread.
    Item* slot = ring.beginPush();
    if (slot == nullptr)
        return false;
    *slot = record;
    ring.endPush();
    return true;
}

void Sender::State::run()
{
    try {
        sayHello();
        while (!closing.load(std::memory_order_acquire)) {
            const bool more = work(false);
            link.wait(more ? 1ms : untilBatch());
        }
        lastHeartbeat = {};                            // which is answered at once
        const auto flushEnd = deadline - patience / 5; // the rest is for the Bye
        while (!idle() && Clock::now() < flushEnd) {
            work(true);
            link.wait(1ms);
        }
        sayBye();
        while (!outbox.empty() && Clock::now() < deadline) {
            work(true);
            link.wait(1ms);
        }
    } catch (const std::exception&) { // from zmq or memory
        // Telemetry ends here, the run does not: lost() says so, counts() stay true.
        lastHeardNs.store(std::numeric_limits<std::int64_t>::min() / 2);
    }
    if (final == SenderCounts{}) {
        final.produced = produced();
        final.sent = outbox.acknowledgedRecords();
        final.dropped = final.produced - final.sent;
    }
}

void Sender::State::sayHello()
{
    Hello hello = options.hello;
    hello.clockNs = rankClockNs();
    hello.unixNs
        = std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
    FrameBuilder builder(FrameKind::Hello);
    builder.append(hello);
    outbox.add(builder);
}

void Sender::State::sayBye()
{
    final.produced = produced();
    final.sent = outbox.acknowledgedRecords();
    final.dropped = final.produced - final.sent;
    Bye bye{.sent = final.sent, .dropped = final.dropped, .reason = reason};
    copyText(bye.text, byeText);
    FrameBuilder builder(FrameKind::Bye);
    builder.append(bye);
    outbox.add(builder);
}

// A ring that fills fast is emptied often, whether anybody looks or not.
std::chrono::milliseconds Sender::State::delay() const
{
    return lastWasFull ? options.batchDelay : std::max(options.batchDelay, granted);
}

// What wakes the thread before does not put the batch off.
std::chrono::milliseconds Sender::State::untilBatch() const
{
    return std::chrono::ceil<std::chrono::milliseconds>(
        std::max<Clock::duration>(1ms, lastBatch + delay() - Clock::now()));
}

bool Sender::State::work(bool flush)
{
    receive();
    const auto now = Clock::now();
    if (link.moveOn(now))
        outbox.startOver();
    const auto waiting = rings.events.pushed() - rings.events.popped();
    const bool many = waiting >= options.batchRecords;
    if (flush || many || now - lastBatch >= delay()) {
        while (outbox.hasCredit() && !rings.empty())
            rings.moveTo(outbox, options.batchRecords);
        lastBatch = now;
        lastWasFull = many;
    }
    while (const Bytes* frame = outbox.nextToSend()) {
        if (!link.send(*frame))
            break;
        outbox.markSent();
    }
    if (now - lastHeartbeat >= kHeartbeatInterval) {
        const auto lost = dropped(); // before produced(), so that it is never more
        link.send(outbox.heartbeat(produced(), lost));
        lastHeartbeat = now;
    }
    return many;
}

void Sender::State::receive()
{
    while (const auto heard = link.receive()) {
        outbox.take(heard->credit);
        granted = std::chrono::milliseconds(heard->credit.batchMs);
        acknowledged.store(outbox.acknowledgedRecords(), std::memory_order_release);
        asked.store(heard->asked, std::memory_order_relaxed);
        lastHeardNs.store(rankClockNs(), std::memory_order_release);
    }
}

Sender::Sender(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Result<std::unique_ptr<Sender>> Sender::open(SenderOptions options)
{
    if (auto problem = problemOf(options))
        return std::move(*problem);
    try {
        auto state = std::make_unique<State>(std::move(options));
        state->thread = startQuietThread([own = state.get()] { own->run(); });
        return std::unique_ptr<Sender>(new Sender(std::move(state)));
    } catch (const std::exception& fault) { // from zmq, memory or thread creation
        return Error{std::string("telemetry cannot start: ") + fault.what()};
    }
}

Sender::~Sender() { close(0ms, ByeReason::Stopped, "the rank ended without closing telemetry"); }

bool Sender::span(const SpanRecord& record) { return m_state->push(record, m_state->rings.events); }
bool Sender::memory(const MemorySample& record)
{
    return m_state->push(record, m_state->rings.events);
}
bool Sender::clock(const ClockRecord& record)
{
    return m_state->push(record, m_state->rings.events);
}

bool Sender::trainingStep(const TrainingStep& record)
{
    return m_state->push(record, m_state->rings.events);
}
bool Sender::check(const CheckRecord& record)
{
    return m_state->push(record, m_state->rings.events);
}
bool Sender::schedule(const ScheduleRecord& record)
{
    return m_state->push(record, m_state->rings.events);
}
bool Sender::device(const DeviceSample& record)
{
    return m_state->push(record, m_state->rings.events);
}
bool Sender::device(const DeviceInfo& record)
{
    return m_state->push(record, m_state->rings.infos);
}

bool Sender::kernel(const KernelRecord& record)
{
    const Ring<Event>& events = m_state->rings.events;
    if (events.pushed() - events.popped() < events.capacity() / 4 * 3)
        return m_state->push(record, m_state->rings.events);
    m_state->refuse();
    return false;
}
bool Sender::kernelName(const KernelName& record)
{
    return m_state->push(record, m_state->rings.kernelNames);
}
bool Sender::kernelCount(const KernelCount& record)
{
    return m_state->push(record, m_state->rings.events);
}

bool Sender::stepSummary(const StepSummary& record)
{
    return m_state->push(record, m_state->rings.summaries);
}

bool Sender::stepMark(const StepMark& record)
{
    StepMark marked = record;
    marked.dropped = m_state->dropped();
    return m_state->push(marked, m_state->rings.events);
}

bool Sender::log(LogLevel level, std::string_view text)
{
    LogEvent* slot = m_state->rings.logs.beginPush();
    if (slot == nullptr)
        return false;
    slot->timeNs = rankClockNs();
    slot->level = level;
    slot->textBytes = static_cast<std::uint16_t>(cleanTextInto(text, slot->text, kMaxLogTextBytes));
    m_state->rings.logs.endPush();
    return true;
}

SenderCounts Sender::counts() const
{
    // Acknowledged first: it never exceeds what is then read as produced.
    const auto sent = m_state->acknowledged.load(std::memory_order_acquire);
    const auto dropped = m_state->dropped();
    return {.produced = m_state->produced(), .sent = sent, .dropped = dropped};
}

DetailLevel Sender::detail() const
{
    const auto silent = rankClockNs() - m_state->lastHeardNs.load(std::memory_order_acquire);
    const auto own = m_state->options.hello.detail;
    return std::chrono::nanoseconds(silent) > kAskedHolds
        ? own
        : std::max(own, m_state->asked.load(std::memory_order_relaxed));
}

bool Sender::lost() const
{
    const auto silent = rankClockNs() - m_state->lastHeardNs.load(std::memory_order_acquire);
    return std::chrono::nanoseconds(silent) > m_state->options.lostAfter;
}

SenderCounts Sender::close(std::chrono::milliseconds deadline, ByeReason reason,
                           std::string_view text)
{
    if (!m_state->closed) {
        m_state->closed = true;
        m_state->patience = deadline;
        m_state->deadline = Clock::now() + deadline;
        m_state->reason = reason;
        m_state->byeText = text;
        m_state->closing.store(true, std::memory_order_release);
        m_state->thread.join();
    }
    return m_state->final;
}

} // namespace telemetry
