#include "telemetry/rank_link.h"

#include <utility>

namespace telemetry {
namespace {

constexpr int kFrameQueue = 1024;
constexpr int kStarting = 3; // times as patient with one that was never heard

} // namespace

RankLink::RankLink(std::vector<std::string> endpoints, std::optional<CurveClient> keys,
                   std::uint64_t run, std::chrono::milliseconds moveOnAfter)
    : m_endpoints(std::move(endpoints))
    , m_keys(std::move(keys))
    , m_run(run)
    , m_moveOnAfter(moveOnAfter)
    , m_context(1)
{
    connect();
}

// The only place where a rank's telemetry connects.
void RankLink::connect()
{
    m_socket = zmq::socket_t(m_context, zmq::socket_type::dealer);
    limitSocket(m_socket, kFrameQueue);
    connectSocket(m_socket, m_endpoints[m_at], m_keys);
}

std::optional<RankLink::Heard> RankLink::receive()
{
    zmq::message_t message;
    while (m_socket.recv(message, zmq::recv_flags::dontwait)) {
        const auto decoded = decode(bytesOf(message));
        const auto* frame = std::get_if<Frame>(&decoded);
        if (frame == nullptr || frame->header.run != m_run)
            continue;
        const auto* credit = std::get_if<Credit>(&frame->body);
        // An aggregator's sign of life comes as a bundle of nothing.
        if (credit == nullptr && !std::holds_alternative<Bundle>(frame->body))
            continue;
        m_lastHeard = std::chrono::steady_clock::now();
        m_heard = true;
        if (credit != nullptr)
            return Heard{*credit, frame->header.detail};
    }
    return std::nullopt;
}

bool RankLink::moveOn(Time now)
{
    // Where there is one endpoint only ZeroMQ connects again by itself.
    if (m_endpoints.size() < 2 || now - m_lastHeard < m_moveOnAfter * (m_heard ? 1 : kStarting))
        return false;
    m_at = (m_at + 1) % m_endpoints.size();
    m_lastHeard = now;
    m_heard = false;
    connect();
    return true;
}

void RankLink::wait(std::chrono::milliseconds timeout)
{
    zmq::pollitem_t item{m_socket.handle(), 0, ZMQ_POLLIN, 0};
    zmq::poll(&item, 1, timeout);
}

} // namespace telemetry
