#include "telemetry/control_server.h"

#include "telemetry/doorkeeper.h"
#include "telemetry/endpoint.h"
#include "telemetry/quiet_thread.h"
#include "telemetry/socket_options.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace telemetry {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int kQueue = 32;
constexpr int kRoundMessages = 64;
constexpr auto kRoundWait = 100ms;
constexpr int kLastAnswersMs = 200;

} // namespace

struct ControlServer::State {
    State(const ControlServerOptions& options, LocalSocket taken)
        : desk(options.key, options.run)
        , place(std::move(taken))
        , context(1)
        , door(context)
        , socket(context, zmq::socket_type::router)
    {
        limitRouter(socket, kQueue);
        limitMessages(socket, sizeof(ControlFrame));
        if (isTcp(options.endpoint))
            door.guard(socket, *options.curve, "control");
        endpoint = bindSocket(socket, place, options.endpoint);
        door.open();
    }

    ControlDesk desk; // thread
    LocalSocket place;
    mutable std::mutex mutex;
    ControlCounts counts;            // mutex
    std::vector<ControlCommand> own; // mutex: asked for, and not yet at the desk
    std::atomic<bool> paused{false};
    std::atomic<bool> stopping{false};
    std::thread thread;
    std::once_flag stopped;
    std::string endpoint;
    zmq::context_t context;
    Doorkeeper door;
    zmq::socket_t socket;

    void run();
    void receive();
    void send();
};

void ControlServer::State::run()
{
    try {
        while (!stopping.load(std::memory_order_acquire)) {
            zmq::pollitem_t item{socket.handle(), 0, ZMQ_POLLIN, 0};
            zmq::poll(&item, 1, kRoundWait);
            receive();
            desk.look(Clock::now());
            send();
        }
        receive();
        desk.end();
        send();
        socket.set(zmq::sockopt::linger, kLastAnswersMs);
    } catch (const std::exception&) { // from zmq or memory
        // No commands from here on; the run goes on.
    }
}

void ControlServer::State::receive()
{
    for (int i = 0; i < kRoundMessages; ++i) {
        zmq::message_t from;
        zmq::message_t body;
        if (!socket.recv(from, zmq::recv_flags::dontwait))
            break;
        const bool whole = from.more() && socket.recv(body).has_value() && !body.more();
        for (bool more = from.more() && body.more(); more;) {
            zmq::message_t rest;
            more = socket.recv(rest).has_value() && rest.more();
        }
        desk.take(from.to_string(), whole ? bytesOf(body) : ByteView{}, Clock::now());
    }
    paused.store(desk.paused(), std::memory_order_release);
    const std::lock_guard lock(mutex);
    for (const ControlCommand& command : std::exchange(own, {}))
        desk.ask(command, Clock::now());
    counts = desk.counts();
}

void ControlServer::State::send()
{
    while (const auto message = desk.next()) {
        bool sent = false;
        try {
            sent = socket.send(zmq::buffer(message->peer),
                               zmq::send_flags::sndmore | zmq::send_flags::dontwait)
                && trySend(socket, message->bytes);
        } catch (const zmq::error_t&) {
            // EHOSTUNREACH: the peer is gone.
        }
        if (!sent)
            desk.undeliverable(message->peer);
    }
}

ControlServer::ControlServer(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

Result<std::unique_ptr<ControlServer>> ControlServer::start(const ControlServerOptions& options)
{
    const std::string& endpoint = options.endpoint;
    if (auto problem = checkEndpoint(endpoint, EndpointUse::Bind))
        return std::move(*problem);
    if (auto problem = checkKeys(endpoint, options.curve))
        return std::move(*problem);
    auto place = LocalSocket::listen(endpoint);
    if (!place)
        return place.error();
    try {
        auto state = std::make_unique<State>(options, *std::move(place));
        state->thread = startQuietThread([own = state.get()] { own->run(); });
        return std::unique_ptr<ControlServer>(new ControlServer(std::move(state)));
    } catch (const std::exception& fault) { // from zmq, memory or thread creation
        return Error{"commands cannot be taken at " + endpoint + ": " + fault.what()};
    }
}

ControlServer::~ControlServer() { stop(); }

const std::string& ControlServer::endpoint() const { return m_state->endpoint; }

bool ControlServer::paused() const { return m_state->paused.load(std::memory_order_acquire); }

void ControlServer::ask(const ControlCommand& command)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->own.push_back(command);
}

ControlCounts ControlServer::counts() const
{
    const std::lock_guard lock(m_state->mutex);
    ControlCounts counts = m_state->counts;
    counts.handshakesRefused = m_state->door.refused();
    return counts;
}

void ControlServer::stop()
{
    std::call_once(m_state->stopped, [this] {
        m_state->stopping.store(true, std::memory_order_release);
        m_state->thread.join();
        m_state->place.leave();
        m_state->socket.close();
    });
}

} // namespace telemetry
