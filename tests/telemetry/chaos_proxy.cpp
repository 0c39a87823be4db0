#include "tests/telemetry/chaos_proxy.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace telemetry::test {
namespace {

constexpr int kQueue = 10000; // messages: the loss is ours, not the sockets'
constexpr std::chrono::milliseconds kLongestWait{20};

} // namespace

ChaosProxy::ChaosProxy(const std::string& nearEndpoint, std::string collectorEndpoint,
                       const Chaos& chaos, const std::optional<RunKeys>& keys,
                       const std::optional<CurveClient>& towardsCollector)
    : m_collectorEndpoint(std::move(collectorEndpoint))
    , m_towardsCollector(towardsCollector)
    , m_chaos(chaos)
    , m_random(chaos.seed)
{
    limitRouter(m_near, kQueue);
    if (towardsCollector)
        m_door.guard(m_near, {keys->server, towardsCollector->own.publicKey}, "chaos");
    LocalSocket none;
    m_endpoint = bindSocket(m_near, none, nearEndpoint);
    m_door.open();
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void ChaosProxy::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::vector<zmq::pollitem_t> sockets{{m_near.handle(), 0, ZMQ_POLLIN, 0}};
        for (auto& [peer, socket] : m_collector)
            sockets.push_back({socket.handle(), 0, ZMQ_POLLIN, 0});
        auto wait = kLongestWait;
        if (!m_underWay.empty())
            wait = std::min(wait,
                            std::chrono::ceil<std::chrono::milliseconds>(std::max(
                                m_underWay.begin()->first - Clock::now(), Clock::duration{})));
        zmq::poll(sockets, wait);
        receiveFromPeers();
        receiveFromCollector();
        while (!m_underWay.empty() && m_underWay.begin()->first <= Clock::now())
            deliver(m_underWay.extract(m_underWay.begin()).mapped());
    }
}

void ChaosProxy::receiveFromPeers()
{
    zmq::message_t peer;
    zmq::message_t bytes;
    while (m_near.recv(peer, zmq::recv_flags::dontwait)) {
        if (!m_near.recv(bytes))
            return;
        take({peer.to_string(), true, bytes.to_string()});
    }
}

void ChaosProxy::receiveFromCollector()
{
    for (auto& [peer, socket] : m_collector) {
        zmq::message_t bytes;
        while (socket.recv(bytes, zmq::recv_flags::dontwait))
            take({peer, false, bytes.to_string()});
    }
}

bool ChaosProxy::drawn(double share)
{
    return std::uniform_real_distribution<>(0, 1)(m_random) < share;
}

void ChaosProxy::take(const Message& message)
{
    const int copies = drawn(m_chaos.lost) ? 0 : drawn(m_chaos.repeated) ? 2 : 1;
    for (int copy = 0; copy < copies; ++copy) {
        auto due = Clock::now();
        if (drawn(m_chaos.delayed))
            due += std::chrono::milliseconds(
                std::uniform_int_distribution<std::int64_t>(0, m_chaos.longest.count())(m_random));
        m_underWay.emplace(due, message);
    }
}

void ChaosProxy::deliver(const Message& message)
{
    if (!message.toCollector) {
        try {
            m_near.send(zmq::buffer(message.peer), zmq::send_flags::sndmore);
            m_near.send(zmq::buffer(message.bytes), zmq::send_flags::none);
        } catch (const zmq::error_t&) {
            // The peer has left.
        }
        return;
    }
    auto place = m_collector.find(message.peer);
    if (place == m_collector.end()) {
        zmq::socket_t socket(m_context, zmq::socket_type::dealer);
        limitSocket(socket, kQueue);
        connectSocket(socket, m_collectorEndpoint, m_towardsCollector);
        place = m_collector.emplace(message.peer, std::move(socket)).first;
    }
    trySend(place->second,
            {reinterpret_cast<const std::byte*>(message.bytes.data()), message.bytes.size()});
}

} // namespace telemetry::test
