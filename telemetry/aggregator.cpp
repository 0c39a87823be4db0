#include "telemetry/aggregator.h"

#include "telemetry/bundle.h"
#include "telemetry/endpoint.h"
#include "telemetry/open_files.h"
#include "telemetry/quiet_thread.h"
#include "telemetry/rank_routes.h"
#include "telemetry/router_socket.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int kOwnRankQueue = 128; // answers held for one rank
constexpr int kBundleQueue = 8;    // bundles held for the collector
constexpr int kFramesARound = 512;
constexpr auto kIdleWait = 100ms; // messages end it
// A rank that hears neither the collector nor this goes on without it. That is right where the
// aggregator hangs, but not where the collector does for a moment, which all ranks would then
// run to.
constexpr auto kCollectorSilent = 10s;

std::optional<Error> problemOf(const AggregatorOptions& options)
{
    if (options.ranks < 1 || options.ranks > kMaxRanks)
        return Error{"a run must have 1 to " + std::to_string(kMaxRanks) + " ranks, not "
                     + std::to_string(options.ranks)};
    if (options.ownRanks < 1 || options.ownRanks > options.ranks)
        return Error{"an aggregator must be there for 1 to all of the run's "
                     + std::to_string(options.ranks) + " ranks, not "
                     + std::to_string(options.ownRanks)};
    if (options.gatherFor < 0ms || options.gatherFor > 1s)
        return Error{"an aggregator gathers frames for 0 ms to 1 s"};
    if (auto problem = checkEndpoint(options.rankEndpoint))
        return problem;
    if (auto problem = checkEndpoint(options.collectorEndpoint))
        return problem;
    if (auto problem = checkKeys(options.collectorEndpoint, options.curve))
        return problem;
    // Each rank is a file; so are the sockets themselves.
    return makeRoomForFiles(kFilesOfAContext + options.ownRanks);
}

} // namespace

struct Aggregator::State {
    State(AggregatorOptions given, LocalSocket rankPlace)
        : options(std::move(given))
        , place(std::move(rankPlace))
        , routes(options.run, options.ranks)
        , context(1)
        , rankSocket(context, zmq::socket_type::router)
        , collectorSocket(context, zmq::socket_type::dealer)
    {
        limitRouter(rankSocket, kOwnRankQueue);
        bindSocket(rankSocket, place, options.rankEndpoint);
        limitSocket(collectorSocket, kBundleQueue);
        connectSocket(collectorSocket, options.collectorEndpoint, options.curve);
    }
    ~State() { place.leave(); }

    AggregatorOptions options;
    LocalSocket place;
    std::atomic<bool> stopping{false};
    std::chrono::milliseconds patience{0}; // set before `stopping`
    mutable std::mutex mutex;
    AggregatorCounts counts; // mutex
    std::thread thread;
    std::once_flag stopped;

    // The thread's own from here.
    RankRoutes routes;
    BundleBuilder gathered;
    Clock::time_point gatheredSince{};
    Bytes full; // a bundle that the collector's socket has not taken yet
    Clock::time_point lastAnswer = Clock::now();
    AggregatorCounts known; // as `counts` becomes
    zmq::context_t context;
    zmq::socket_t rankSocket;
    zmq::socket_t collectorSocket;

    void run();
    void round();
    void wait();
    void takeAnswers();
    void takeFrames();
    void takeFrame(const Received& received);
    void close(); // the bundle that is gathered
    void send();
    bool ended() const { return routes.ended() >= options.ownRanks; }
};

void Aggregator::State::run()
{
    try {
        while (!stopping.load(std::memory_order_acquire))
            round();
        const auto deadline = Clock::now() + patience;
        while (!ended() && Clock::now() < deadline)
            round();
    } catch (const std::exception&) { // from zmq or memory
        // This ends and the run does not: its ranks hear no more of it and go on without.
    }
    const std::lock_guard lock(mutex);
    counts = known;
}

void Aggregator::State::round()
{
    wait();
    takeAnswers();
    takeFrames();
    if (!gathered.empty() && full.empty() && Clock::now() - gatheredSince >= options.gatherFor)
        close();
    send();
    known.ended = routes.ended();
    const std::lock_guard lock(mutex);
    counts = known;
}

void Aggregator::State::wait()
{
    zmq::pollitem_t items[]
        = {{collectorSocket.handle(), 0, ZMQ_POLLIN, 0}, {rankSocket.handle(), 0, ZMQ_POLLIN, 0}};
    // A bundle that waits is the end of reading: what comes stays with the ranks. While one is
    // gathered the ranks' messages are left to come together; they are read when it is due.
    if (!full.empty()) {
        items[0].events = ZMQ_POLLIN | ZMQ_POLLOUT;
        zmq::poll(items, 1, kIdleWait);
    } else if (!gathered.empty()) {
        const auto left = gatheredSince + options.gatherFor - Clock::now();
        zmq::poll(
            items, 1,
            std::chrono::ceil<std::chrono::milliseconds>(std::max<Clock::duration>(left, 0ms)));
    } else {
        zmq::poll(items, 2, kIdleWait);
    }
}

void Aggregator::State::takeAnswers()
{
    zmq::message_t message;
    while (collectorSocket.recv(message, zmq::recv_flags::dontwait)) {
        const auto opened = openBundle(bytesOf(message));
        if (!opened || opened->header.run != options.run)
            continue;
        lastAnswer = Clock::now();
        for (const ByteView frame : opened->frames) {
            const std::string* const to = routes.routeOf(frame);
            // One that is gone or takes nothing hears of its frames with the next answer.
            if (to != nullptr && sendTo(rankSocket, *to, frame))
                ++known.answers;
        }
    }
}

void Aggregator::State::takeFrames()
{
    Received received;
    for (int i = 0; i < kFramesARound && full.empty() && receive(rankSocket, received); ++i)
        takeFrame(received);
}

void Aggregator::State::takeFrame(const Received& received)
{
    if (gathered.empty())
        gatheredSince = Clock::now();
    const auto bytes = bytesOf(received.body);
    const std::string from = received.from.to_string();
    const auto header = received.wellFormed ? routes.take(from, bytes) : std::nullopt;
    if (!header) {
        gathered.countBad();
        ++known.badFrames;
        return;
    }
    if (!gathered.add(bytes)) {
        close();
        gathered.add(bytes);
        gatheredSince = Clock::now();
    }
    ++known.frames;
    if (header->kind == FrameKind::Heartbeat && Clock::now() - lastAnswer < kCollectorSilent)
        sendTo(rankSocket, from,
               encodeOne(FrameKind::Bundle,
                         {.run = options.run, .origin = options.number, .hop = 1}, Bundle{}));
}

void Aggregator::State::close()
{
    full = gathered.finish(options.run, options.number);
    ++known.bundles;
    send();
}

void Aggregator::State::send()
{
    if (!full.empty() && trySend(collectorSocket, full))
        full.clear();
}

Aggregator::Aggregator(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Result<std::unique_ptr<Aggregator>> Aggregator::start(AggregatorOptions options)
{
    if (auto problem = problemOf(options))
        return std::move(*problem);
    auto place = LocalSocket::listen(options.rankEndpoint);
    if (!place)
        return place.error();
    const std::string endpoint = options.rankEndpoint;
    try {
        auto state = std::make_unique<State>(std::move(options), *std::move(place));
        state->thread = startQuietThread([own = state.get()] { own->run(); });
        return std::unique_ptr<Aggregator>(new Aggregator(std::move(state)));
    } catch (const std::exception& fault) { // from zmq, memory or thread creation
        return Error{"the aggregator cannot listen on " + endpoint + ": " + fault.what()};
    }
}

Aggregator::~Aggregator() { stop(0ms); }

AggregatorCounts Aggregator::counts() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->counts;
}

bool Aggregator::stop(std::chrono::milliseconds patience)
{
    std::call_once(m_state->stopped, [&] {
        m_state->patience = patience;
        m_state->stopping.store(true, std::memory_order_release);
        m_state->thread.join();
    });
    return counts().ended >= m_state->options.ownRanks;
}

} // namespace telemetry
