#include "telemetry/endpoint.h"
#include "telemetry/gap_counter.h"
#include "telemetry/open_files.h"
#include "telemetry/quiet_thread.h"
#include "telemetry/socket_options.h"
#include "telemetry/source_outlet.h"
#include "telemetry/viewer.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::uint32_t kWindow = 8; // messages of at most a log chunk
constexpr int kSocketQueue = 64;
constexpr auto kCreditInterval = 500ms;
constexpr auto kAskAgain = 1s;
// An answer to an earlier question is not taken, so the next one waits for the way there and back.
constexpr auto kAskUnheard = 3s;

class LiveSource final : public ViewerSource {
public:
    explicit LiveSource(LiveOptions options)
        : m_options(std::move(options))
        , m_outlet(m_options.queueBytes)
        , m_gaps(m_options.startAt == StartAt::Beginning)
        , m_context(1)
        , m_socket(m_context, zmq::socket_type::dealer)
    {
        limitSocket(m_socket, kSocketQueue);
        if (m_options.curve)
            useKeys(m_socket, *m_options.curve);
        connectSocket(m_socket, m_options.endpoint, m_options.curve);
        m_thread = startQuietThread([this] { run(); });
    }
    ~LiveSource() override
    {
        m_stopping.store(true);
        m_thread.join();
    }

    std::size_t drain(std::vector<Frame>& out, std::size_t max) override
    {
        return m_outlet.drain(out, max);
    }
    SourceStatus status() const override { return m_outlet.status(); }

    bool ask(const DetailWish& wish) override
    {
        if (!valid(wish))
            return false;
        const std::lock_guard lock(m_wishMutex);
        m_wish = wish;
        m_wishUntil = Clock::now() + std::chrono::milliseconds(wish.forMs);
        m_wishIsNew = true;
        return true;
    }

private:
    void run();
    void subscribe();
    void sendCredit();
    void sendWish();
    void receive();
    bool takeServed(ByteView message);
    void takeFrames(ByteView frames);
    void handOver(); // pending frames to the queue, as far as there is room
    void report();

    const LiveOptions m_options;
    SourceOutlet m_outlet;
    std::atomic<bool> m_stopping{false};
    std::mutex m_wishMutex;
    DetailWish m_wish{};             // under the mutex, as the next two
    Clock::time_point m_wishUntil{}; // when it is no longer asked for
    bool m_wishIsNew = false;

    // The thread's own from here.
    GapCounter m_gaps;
    std::deque<Frame> m_pending; // of the message being handed over
    SourceStatus m_known;
    Served m_served;
    std::uint32_t m_subscription = 0;
    std::uint64_t m_expected = 0; // next message of this subscription
    bool m_heard = false;         // ever
    bool m_ended = false;
    bool m_holed = false; // a message is missing
    Clock::time_point m_lastHeard = Clock::now();
    Clock::time_point m_lastAsked{};
    Clock::time_point m_lastCredit{};
    Clock::time_point m_lastWish{};

    zmq::context_t m_context;
    zmq::socket_t m_socket;
    std::thread m_thread; // last: uses all the others
};

void LiveSource::run()
{
    try {
        subscribe();
        while (!m_stopping.load()) {
            const bool full = !m_pending.empty();
            zmq::pollitem_t item{m_socket.handle(), 0, ZMQ_POLLIN, 0};
            // While frames wait for room, messages wait in the socket.
            zmq::poll(&item, full ? 0u : 1u, full ? 5ms : 20ms);
            const auto now = Clock::now();
            if (full)
                m_lastHeard = now; // the wait is ours
            else
                receive();
            handOver();
            const bool unheard = !m_heard || now - m_lastHeard > m_options.lostAfter;
            if (!m_ended
                && ((unheard && now - m_lastAsked > kAskUnheard)
                    || (m_holed && now - m_lastAsked > kAskAgain)))
                subscribe();
            if (now - m_lastCredit > kCreditInterval)
                sendCredit();
            sendWish();
            report();
        }
    } catch (const std::exception& fault) { // from zmq or memory
        m_outlet.publishFault(SourceState::Lost, "the connection broke", fault);
    }
}

// Asks for everything from where we are; what earlier subscriptions still send is ignored.
void LiveSource::subscribe()
{
    const bool begun = m_heard;
    const bool live = m_options.startAt == StartAt::Now;
    const Subscribe wish{.offset = begun ? m_known.offset : 0,
                         .window = kWindow,
                         .from = begun ? SubscribeFrom::Offset
                             : live    ? SubscribeFrom::Live
                                       : SubscribeFrom::Start};
    ++m_subscription;
    m_expected = 0;
    m_holed = false;
    m_lastAsked = Clock::now();
    trySend(m_socket, encodeOne(FrameKind::Subscribe, {.epoch = m_subscription}, wish));
}

void LiveSource::sendCredit()
{
    m_lastCredit = Clock::now();
    trySend(m_socket,
            encodeOne(FrameKind::Credit, {.epoch = m_subscription},
                      Credit{.acknowledged = m_expected, .window = kWindow}));
}

// Again and again while it lasts: a message may be lost with a connection, and the collector
// forgets a wish with the subscription.
void LiveSource::sendWish()
{
    const auto now = Clock::now();
    const std::lock_guard lock(m_wishMutex);
    if (!m_heard || (!m_wishIsNew && (m_wishUntil <= now || now - m_lastWish < kAskAgain)))
        return;
    const auto left = std::max<Clock::duration>(0ms, m_wishUntil - now);
    DetailWish wish = m_wish;
    wish.forMs = static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(left).count());
    trySend(m_socket, encodeOne(FrameKind::DetailWish, {.epoch = m_subscription}, wish));
    m_lastWish = now;
    m_wishIsNew = false;
}

void LiveSource::receive()
{
    zmq::message_t message;
    while (m_pending.empty() && m_socket.recv(message, zmq::recv_flags::dontwait)) {
        if (!takeServed(bytesOf(message)))
            continue;
        handOver();
        if (m_pending.empty())
            sendCredit();
    }
}

// False: not one of ours, or not the next one.
bool LiveSource::takeServed(ByteView message)
{
    const std::size_t size = frameBytes(message);
    auto decoded = decode(message.first(size));
    const auto* frame = std::get_if<Frame>(&decoded);
    const auto* served = frame == nullptr ? nullptr : std::get_if<Served>(&frame->body);
    if (served == nullptr) {
        ++m_known.badFrames;
        return false;
    }
    const std::uint64_t wanted = m_options.run != 0 ? m_options.run : m_known.run;
    m_known.otherRun = wanted != 0 && frame->header.run != wanted;
    if (m_known.otherRun)
        return false;
    m_lastHeard = Clock::now();
    if (frame->header.epoch != m_subscription)
        return false;
    if (frame->header.sequence != m_expected) {
        m_holed = m_holed || frame->header.sequence > m_expected; // a lower one came again
        return false;
    }
    ++m_expected;
    m_heard = true;
    m_served = *served;
    m_known.run = frame->header.run;
    takeFrames(message.subspan(size));
    m_known.offset = served->offset;
    m_ended = served->ended == 1 && served->offset == served->logBytes;
    return true;
}

void LiveSource::takeFrames(ByteView frames)
{
    while (!frames.empty()) {
        const std::size_t size = frameBytes(frames);
        auto decoded = size == 0 ? BadFrame{} : decode(frames.first(size));
        auto* frame = std::get_if<Frame>(&decoded);
        if (frame == nullptr || !isLogged(frame->header.kind))
            ++m_known.badFrames;
        else if (!isData(frame->header.kind) || m_gaps.take(*frame))
            m_pending.push_back(std::move(*frame));
        if (size == 0)
            return;
        frames = frames.subspan(size);
    }
}

void LiveSource::handOver()
{
    const bool waited = !m_pending.empty();
    while (!m_pending.empty() && m_outlet.push(m_pending.front())) {
        m_pending.pop_front();
        ++m_known.frames;
    }
    if (waited && m_pending.empty())
        sendCredit();
}

void LiveSource::report()
{
    const bool silent = m_known.otherRun || Clock::now() - m_lastHeard > m_options.lostAfter;
    m_known.logBytes = m_served.logBytes;
    m_known.gaps = m_gaps.gaps();
    m_known.dropped = m_served.dropped;
    m_known.unlogged = m_served.unlogged;
    m_known.sentence.clear();
    if (m_ended && m_pending.empty())
        m_known.state = SourceState::Ended;
    else if (silent && !m_ended) {
        m_known.state = m_heard ? SourceState::Lost : SourceState::Connecting;
        m_known.sentence = m_known.otherRun ? "another run answers at " + m_options.endpoint
                                            : "no answer from the run at " + m_options.endpoint
                + "; trying again, the recording on disk is not affected";
    } else if (!m_heard)
        m_known.state = SourceState::Connecting;
    else
        m_known.state = m_known.offset < m_known.logBytes || !m_pending.empty()
            ? SourceState::Behind
            : SourceState::Connected;
    m_outlet.publish(m_known);
}

} // namespace

bool ViewerSource::ask(const DetailWish&) { return false; }

Result<std::unique_ptr<ViewerSource>> openLive(LiveOptions options)
{
    if (auto problem = checkEndpoint(options.endpoint))
        return std::move(*problem);
    if (auto problem = checkKeys(options.endpoint, options.curve))
        return std::move(*problem);
    if (auto problem = makeRoomForFiles(kFilesOfAContext))
        return std::move(*problem);
    const std::string endpoint = options.endpoint;
    try {
        return std::unique_ptr<ViewerSource>(std::make_unique<LiveSource>(std::move(options)));
    } catch (const std::exception& fault) { // from zmq, memory or thread creation
        return Error{"cannot connect to " + endpoint + ": " + fault.what()};
    }
}

} // namespace telemetry
