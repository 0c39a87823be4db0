// What every socket of telemetry has in common. Internal: includes zmq.hpp.

#pragma once

#include "telemetry/local_socket.h"

#include <zmq.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace telemetry {

inline constexpr std::int64_t kMaxMessageBytes = 1024 * 1024;

// The defaults of libzmq let a few bytes reserve gigabytes, let exit hang and let a
// half-open peer go unseen. `queue`: messages held for one peer, each way.
inline void limitSocket(zmq::socket_t& socket, int queue)
{
    socket.set(zmq::sockopt::maxmsgsize, kMaxMessageBytes);
    socket.set(zmq::sockopt::linger, 0);
    socket.set(zmq::sockopt::sndhwm, queue);
    socket.set(zmq::sockopt::rcvhwm, queue);
    socket.set(zmq::sockopt::heartbeat_ivl, 500);
    socket.set(zmq::sockopt::heartbeat_timeout, 1500);
    socket.set(zmq::sockopt::handshake_ivl, 5000);
    socket.set(zmq::sockopt::reconnect_ivl, 100);
    socket.set(zmq::sockopt::reconnect_ivl_max, 5000);
}

inline void limitRouter(zmq::socket_t& socket, int queue)
{
    limitSocket(socket, queue);
    socket.set(zmq::sockopt::router_mandatory, true); // a lost peer is an error, not silence
}

// `place`: taken of the same endpoint. ZeroMQ owns its descriptor from here on.
inline void bindSocket(zmq::socket_t& socket, LocalSocket& place, const std::string& endpoint)
{
    if (const int descriptor = place.release(); descriptor >= 0)
        socket.set(zmq::sockopt::use_fd, descriptor);
    socket.bind(endpoint);
}

// False: the socket takes nothing now, or the peer is gone.
inline bool trySend(zmq::socket_t& socket, std::span<const std::byte> bytes)
{
    return socket.send(zmq::buffer(bytes.data(), bytes.size()), zmq::send_flags::dontwait)
        .has_value();
}

inline std::span<const std::byte> bytesOf(const zmq::message_t& message)
{
    return {message.data<std::byte>(), message.size()};
}

} // namespace telemetry
