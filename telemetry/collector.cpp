#include "telemetry/collector.h"

#include "telemetry/answer_queue.h"
#include "telemetry/bundle.h"
#include "telemetry/doorkeeper.h"
#include "telemetry/endpoint.h"
#include "telemetry/event_log.h"
#include "telemetry/frame_queue.h"
#include "telemetry/quiet_thread.h"
#include "telemetry/rank_ledger.h"
#include "telemetry/router_socket.h"
#include "telemetry/viewer_desk.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <unistd.h>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int kRankQueue = 512;     // messages held for one rank
constexpr int kViewerQueue = 64;    // for one viewer; its window is smaller
constexpr int kRoundMessages = 512; // then the log is written and ranks get credit
constexpr std::size_t kRoundBytes = std::size_t{4} << 20; // likewise
constexpr int kRoundServed = 32;
constexpr auto kRoundWait = 100ms;      // messages end it
constexpr auto kUnwatchedDelay = 150ms; // of records, while nobody looks

// Somebody may wait for the answer.
bool isUrgent(FrameKind kind)
{
    return kind == FrameKind::Hello || kind == FrameKind::Bye || kind == FrameKind::Heartbeat;
}

} // namespace

struct Collector::State {
    State(CollectorOptions given, LogWriter writer, LocalSocket rankPlace, LocalSocket viewerPlace)
        : options(std::move(given))
        , places{std::move(rankPlace), std::move(viewerPlace)}
        , log(std::move(writer))
        , ledger(options.run, options.ranks, options.gapPatience)
        , desk(options.run, log.path())
        , queue(options.ownerBytes)
        , answers(options.ranks, options.window)
        , context(1)
        , door(context)
        , rankSocket(context, zmq::socket_type::router)
        , viewerSocket(context, zmq::socket_type::router)
    {
        limitRouter(rankSocket, kRankQueue);
        if (isTcp(options.rankEndpoint))
            door.guard(rankSocket, *options.rankCurve, "ranks");
        options.rankEndpoint = bindSocket(rankSocket, places[0], options.rankEndpoint);
        limitRouter(viewerSocket, kViewerQueue);
        if (isTcp(options.viewerEndpoint))
            door.guard(viewerSocket, *options.viewerCurve, "viewers");
        if (!options.viewerEndpoint.empty())
            options.viewerEndpoint = bindSocket(viewerSocket, places[1], options.viewerEndpoint);
        door.open();
    }

    ~State()
    {
        for (LocalSocket& place : places)
            place.leave();
    }

    CollectorOptions options;
    LocalSocket places[2]; // of ranks and viewers
    LogWriter log;         // thread
    mutable std::mutex mutex;
    RankLedger ledger;                // mutex, written by the thread
    LogWriterCounts logged;           // mutex: of `log`
    std::string problem;              // mutex
    ViewerDesk desk;                  // thread
    std::size_t viewers = 0;          // mutex
    std::uint64_t viewersRefused = 0; // mutex
    std::atomic<std::uint64_t> ownerDropped{0};
    FrameQueue queue;
    AnswerQueue answers; // thread
    std::atomic<bool> stopping{false};
    std::chrono::milliseconds patience{0}; // set before `stopping`,
    std::optional<RunEnd> end;             // this too
    std::thread thread;
    std::once_flag stopped;

    zmq::context_t context;
    Doorkeeper door;
    zmq::socket_t rankSocket;
    zmq::socket_t viewerSocket;
    // Of the current round: new frames, with the bytes of a Hello.
    std::vector<std::pair<Frame, Bytes>> fresh;
    // By connection to an aggregator, while answers are gathered.
    std::map<std::string, BundleBuilder> bundles;

    Totals totalsLocked() const;
    void run();
    bool round(std::chrono::milliseconds wait);
    bool takeRankMessages();
    void takeRankMessage(const Received& received);
    void takeRankFrame(ByteView bytes, const AnswerQueue::Route& from);
    void takeBundle(ByteView message, const AnswerQueue::Route& from);
    void countBad(std::uint32_t messages = 1);
    void answerRanks(bool all);
    Bytes creditFor(std::uint32_t rank, Clock::time_point now) const;
    void publish();
    bool serveViewers(bool ended);
};

Totals Collector::State::totalsLocked() const
{
    Totals totals = ledger.totals();
    totals.logged = logged.records;
    totals.unlogged = logged.unloggedRecords;
    totals.ownerDropped = ownerDropped.load();
    totals.viewersRefused = viewersRefused;
    totals.handshakesRefused = door.refused();
    return totals;
}

void Collector::State::run()
{
    try {
        bool busy = false;
        while (!stopping.load(std::memory_order_acquire))
            busy = round(busy ? 0ms : kRoundWait);
        const auto deadline = Clock::now() + patience;
        // What the ranks sent before they ended may still wait in the socket.
        while (takeRankMessages() && Clock::now() < deadline) {}
        answerRanks(true);
        if (end)
            log.append(encodeOne(FrameKind::RunEnd, {.run = options.run}, *end));
        log.finish();
        publish();
        serveViewers(true);
        while (!desk.allServed() && Clock::now() < deadline) {
            zmq::pollitem_t item{viewerSocket.handle(), 0, ZMQ_POLLIN, 0};
            zmq::poll(&item, 1, 5ms);
            serveViewers(true);
        }
    } catch (const std::exception& fault) { // from zmq or memory
        const std::lock_guard lock(mutex);
        describeFault(problem, "the collector stopped", fault);
    }
}

bool Collector::State::round(std::chrono::milliseconds wait)
{
    zmq::pollitem_t items[]
        = {{rankSocket.handle(), 0, ZMQ_POLLIN, 0}, {viewerSocket.handle(), 0, ZMQ_POLLIN, 0}};
    zmq::poll(items, 2, wait);
    const bool more = takeRankMessages();
    log.syncIfDue();
    return serveViewers(false) || more;
}

// One round: receive, log, and only then answer and show. True: there may be more.
bool Collector::State::takeRankMessages()
{
    int count = 0;
    std::size_t bytes = 0;
    for (Received received;
         count < kRoundMessages && bytes < kRoundBytes && receive(rankSocket, received); ++count) {
        bytes += received.body.size();
        takeRankMessage(received);
    }
    log.flush();
    publish();
    answerRanks(false);
    return count == kRoundMessages || bytes >= kRoundBytes;
}

void Collector::State::takeRankMessage(const Received& received)
{
    const auto bytes = bytesOf(received.body);
    const AnswerQueue::Route from{received.from.to_string(), isBundle(bytes)};
    if (!received.wellFormed)
        countBad();
    else if (from.bundled)
        takeBundle(bytes, from);
    else
        takeRankFrame(bytes, from);
}

void Collector::State::takeBundle(ByteView message, const AnswerQueue::Route& from)
{
    const auto opened = openBundle(message);
    if (!opened || opened->header.run != options.run)
        return countBad();
    countBad(std::min(opened->bundle.bad, kMaxBundleFrames));
    for (const ByteView frame : opened->frames)
        takeRankFrame(frame, from);
}

void Collector::State::countBad(std::uint32_t messages)
{
    const std::lock_guard lock(mutex);
    ledger.countBad(messages);
}

void Collector::State::takeRankFrame(ByteView bytes, const AnswerQueue::Route& from)
{
    const auto now = Clock::now();
    auto decoded = decode(bytes, options.ranks);
    auto* frame = std::get_if<Frame>(&decoded);
    if (frame == nullptr)
        return countBad();
    const auto header = frame->header;
    bool answered = false;
    bool urgent = isUrgent(header.kind);
    const std::lock_guard lock(mutex);
    if (const auto* heartbeat = std::get_if<Heartbeat>(&frame->body)) {
        answered = ledger.heartbeat(header, *heartbeat, now);
    } else {
        const auto verdict = ledger.judge(header, now);
        answered = verdict != RankLedger::Verdict::Refuse;
        urgent = urgent || verdict != RankLedger::Verdict::Take;
        if (verdict == RankLedger::Verdict::Take) {
            log.append(bytes);
            const bool isHello = header.kind == FrameKind::Hello;
            fresh.emplace_back(std::move(*frame),
                               isHello ? Bytes(bytes.begin(), bytes.end()) : Bytes());
        }
    }
    if (answered)
        answers.note(header.rank, from, urgent, now);
}

Bytes Collector::State::creditFor(std::uint32_t rank, Clock::time_point now) const
{
    Credit credit = ledger.credit(rank, options.window);
    if (desk.size() == 0)
        credit.batchMs = static_cast<std::uint32_t>(kUnwatchedDelay.count());
    return encodeOne(FrameKind::Credit,
                     {.run = options.run, .rank = rank, .detail = desk.asked(rank, now)}, credit);
}

void Collector::State::answerRanks(bool all)
{
    const auto now = Clock::now();
    const auto sendBundle = [this](const std::string& to, BundleBuilder& bundle) {
        sendTo(rankSocket, to, bundle.finish(options.run, 0));
    };
    answers.take(now, all, [&](std::uint32_t rank, const AnswerQueue::Route& to) {
        const Bytes credit = creditFor(rank, now);
        if (!to.bundled) {
            sendTo(rankSocket, to.name, credit);
            return;
        }
        BundleBuilder& bundle = bundles[to.name];
        if (bundle.add(credit))
            return;
        sendBundle(to.name, bundle);
        bundle.add(credit);
    });
    for (auto& [to, bundle] : bundles)
        sendBundle(to, bundle);
    bundles.clear();
}

// After the log has been written.
void Collector::State::publish()
{
    {
        const std::lock_guard lock(mutex);
        for (const auto& [frame, bytes] : fresh)
            ledger.taken(frame, bytes);
        logged = log.counts();
        problem = log.problem();
    }
    for (auto& [frame, bytes] : fresh)
        if (options.ownerBytes > 0 && !queue.push(frame))
            ++ownerDropped;
    fresh.clear();
}

bool Collector::State::serveViewers(bool ended)
{
    Received received;
    for (int i = 0; i < kRoundMessages && receive(viewerSocket, received); ++i) {
        const bool understood = received.wellFormed
            && desk.take(received.from.to_string(), bytesOf(received.body), ledger.hellos(),
                         Clock::now());
        if (!understood)
            countBad();
    }
    {
        const std::lock_guard lock(mutex);
        desk.setProgress(totalsLocked(), logged.bytes, ended);
    }
    int served = 0;
    for (; served < kRoundServed; ++served) {
        const auto message = desk.next(Clock::now());
        if (!message)
            break;
        if (!sendTo(viewerSocket, message->viewer, message->bytes))
            desk.forget(message->viewer);
    }
    const std::lock_guard lock(mutex);
    viewers = desk.size();
    viewersRefused = desk.refused();
    return served == kRoundServed;
}

Collector::Collector(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Result<std::unique_ptr<Collector>> Collector::start(CollectorOptions options)
{
    if (options.window == 0)
        options.window = windowFor(options.ranks);
    if (auto problem = problemOf(options))
        return std::move(*problem);
    auto ranks = LocalSocket::listen(options.rankEndpoint);
    if (!ranks)
        return ranks.error();
    auto viewers = LocalSocket::listen(options.viewerEndpoint);
    if (!viewers)
        return viewers.error();
    auto log = LogWriter::create(options.logPath, options.run);
    if (!log)
        return log.error();
    const std::string logPath = options.logPath;
    const std::string endpoints = options.rankEndpoint + " and " + options.viewerEndpoint;
    try {
        auto state = std::make_unique<State>(std::move(options), *std::move(log), *std::move(ranks),
                                             *std::move(viewers));
        state->publish();
        state->thread = startQuietThread([own = state.get()] { own->run(); });
        return std::unique_ptr<Collector>(new Collector(std::move(state)));
    } catch (const std::exception& fault) { // from zmq, memory or thread creation
        ::unlink(logPath.c_str());
        return Error{"the collector cannot listen on " + endpoints + ": " + fault.what()};
    }
}

Collector::~Collector() { stop(0ms); }

const std::string& Collector::rankEndpoint() const { return m_state->options.rankEndpoint; }
const std::string& Collector::viewerEndpoint() const { return m_state->options.viewerEndpoint; }

CollectorSnapshot Collector::snapshot() const
{
    const std::lock_guard lock(m_state->mutex);
    return {.ranks = m_state->ledger.ranks(),
            .totals = m_state->totalsLocked(),
            .logBytes = m_state->logged.bytes,
            .viewers = m_state->viewers,
            .problem = m_state->problem};
}

Totals Collector::totals() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->totalsLocked();
}

CollectorWatch Collector::watch(std::chrono::milliseconds silence) const
{
    const auto before = Clock::now() - silence;
    const std::lock_guard lock(m_state->mutex);
    return {.totals = m_state->totalsLocked(),
            .problem = m_state->problem,
            .silent = m_state->ledger.silentSince(before)};
}

std::size_t Collector::drain(std::vector<Frame>& out, std::size_t max)
{
    return m_state->queue.drain(out, max);
}

bool Collector::allFinished() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->ledger.allFinished();
}

Totals Collector::stop(std::chrono::milliseconds patience, const std::optional<RunEnd>& end)
{
    std::call_once(m_state->stopped, [&] {
        m_state->patience = patience;
        m_state->end = end;
        m_state->stopping.store(true, std::memory_order_release);
        m_state->thread.join();
    });
    return totals();
}

} // namespace telemetry
