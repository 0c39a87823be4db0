#include "telemetry/collector.h"

#include "telemetry/endpoint.h"
#include "telemetry/event_log.h"
#include "telemetry/frame_queue.h"
#include "telemetry/open_files.h"
#include "telemetry/quiet_thread.h"
#include "telemetry/rank_ledger.h"
#include "telemetry/socket_options.h"
#include "telemetry/viewer_desk.h"

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
constexpr int kRoundServed = 32;
constexpr auto kRoundWait = 100ms; // messages end it
// A rank that is told only now and then what has arrived wakes less often in its work.
constexpr auto kAnswerDelay = 50ms;
constexpr auto kUnwatchedDelay = 150ms;        // of records, while nobody looks
constexpr std::uint32_t kAnswersInAWindow = 4; // at least

// A whole message from a ROUTER: who, and one part. Longer ones are taken off the
// socket and given without the part.
struct Received {
    zmq::message_t from;
    zmq::message_t body;
    bool wellFormed = false;
};

bool receive(zmq::socket_t& socket, Received& to)
{
    if (!socket.recv(to.from, zmq::recv_flags::dontwait))
        return false;
    to.wellFormed = to.from.more() && socket.recv(to.body).has_value() && !to.body.more();
    for (bool more = to.body.more() && to.from.more(); more;) {
        zmq::message_t rest;
        more = socket.recv(rest).has_value() && rest.more();
    }
    return true;
}

// False: the peer is gone or takes no more.
bool sendTo(zmq::socket_t& socket, const std::string& name, ByteView bytes)
{
    try {
        return socket.send(zmq::buffer(name), zmq::send_flags::sndmore | zmq::send_flags::dontwait)
            && trySend(socket, bytes);
    } catch (const zmq::error_t&) { // EHOSTUNREACH
        return false;
    }
}

// What a rank is to be told of.
struct Answer {
    std::string to;
    Clock::time_point since{};
    std::uint32_t frames = 0;
    bool urgent = false;
};

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
        , context(1)
        , rankSocket(context, zmq::socket_type::router)
        , viewerSocket(context, zmq::socket_type::router)
    {
        limitRouter(rankSocket, kRankQueue);
        bindSocket(rankSocket, places[0], options.rankEndpoint);
        limitRouter(viewerSocket, kViewerQueue);
        if (!options.viewerEndpoint.empty())
            bindSocket(viewerSocket, places[1], options.viewerEndpoint);
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
    std::atomic<bool> stopping{false};
    std::chrono::milliseconds patience{0}; // set before `stopping`,
    std::optional<RunEnd> end;             // this too
    std::thread thread;
    std::once_flag stopped;

    zmq::context_t context;
    zmq::socket_t rankSocket;
    zmq::socket_t viewerSocket;
    // Of the current round.
    std::vector<std::pair<Frame, zmq::message_t>> fresh;
    std::map<std::uint32_t, Answer> answers; // by rank; thread, beyond the round

    Totals totalsLocked() const;
    void run();
    bool round(std::chrono::milliseconds wait);
    bool takeRankMessages();
    void takeRankMessage(Received& received);
    void answerRanks(bool all);
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
    for (Received received; count < kRoundMessages && receive(rankSocket, received); ++count)
        takeRankMessage(received);
    log.flush();
    publish();
    answerRanks(false);
    return count == kRoundMessages;
}

void Collector::State::answerRanks(bool all)
{
    const auto now = Clock::now();
    std::erase_if(answers, [&](const auto& entry) {
        const auto& [rank, answer] = entry;
        if (!all && !answer.urgent && answer.frames * kAnswersInAWindow < options.window
            && now - answer.since < kAnswerDelay)
            return false;
        const FrameAddress address{.run = options.run, .rank = rank};
        Credit credit = ledger.credit(rank, options.window);
        if (desk.size() == 0)
            credit.batchMs = static_cast<std::uint32_t>(kUnwatchedDelay.count());
        sendTo(rankSocket, answer.to, encodeOne(FrameKind::Credit, address, credit));
        return true;
    });
}

void Collector::State::takeRankMessage(Received& received)
{
    const auto now = Clock::now();
    const auto bytes = bytesOf(received.body);
    auto decoded = received.wellFormed ? decode(bytes, options.ranks) : BadFrame{};
    const std::lock_guard lock(mutex);
    auto* frame = std::get_if<Frame>(&decoded);
    if (frame == nullptr) {
        ledger.countBad();
        return;
    }
    const auto rank = frame->header.rank;
    bool answered = false;
    bool urgent = isUrgent(frame->header.kind);
    if (const auto* heartbeat = std::get_if<Heartbeat>(&frame->body)) {
        answered = ledger.heartbeat(frame->header, *heartbeat, now);
    } else {
        const auto verdict = ledger.judge(frame->header, now);
        answered = verdict != RankLedger::Verdict::Refuse;
        urgent = urgent || verdict != RankLedger::Verdict::Take;
        if (verdict == RankLedger::Verdict::Take) {
            log.append(bytes);
            fresh.emplace_back(std::move(*frame), std::move(received.body));
        }
    }
    if (!answered)
        return;
    Answer& answer = answers.try_emplace(rank, Answer{.to = {}, .since = now}).first->second;
    answer.to = received.from.to_string();
    ++answer.frames;
    answer.urgent = answer.urgent || urgent;
}

// After the log has been written.
void Collector::State::publish()
{
    {
        const std::lock_guard lock(mutex);
        for (const auto& [frame, bytes] : fresh)
            ledger.taken(frame, bytesOf(bytes));
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
        const std::lock_guard lock(mutex);
        if (!understood)
            ledger.countBad();
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
    if (options.ranks < 1 || options.ranks > kMaxRanks)
        return Error{"a run must have 1 to " + std::to_string(kMaxRanks) + " ranks, not "
                     + std::to_string(options.ranks)};
    if (options.window < 1 || options.window > 4096)
        return Error{"the window must be 1 to 4096 frames, not " + std::to_string(options.window)};
    if (auto problem = checkEndpoint(options.rankEndpoint))
        return std::move(*problem);
    if (auto problem
        = options.viewerEndpoint.empty() ? std::nullopt : checkEndpoint(options.viewerEndpoint))
        return std::move(*problem);
    if (auto problem = makeRoomForFiles(kFilesOfAContext))
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
