// What every socket of telemetry has in common. Internal: includes zmq.hpp, which no public header
// of the folder does.
//
// A ZeroMQ socket belongs to the thread that uses it, and so do these functions. All of them may
// throw zmq::error_t; it is caught where a socket is made and by the thread that runs it.

#pragma once

#include "telemetry/local_socket.h"

#include <zmq.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace telemetry {

// A message of more bytes closes the connection that it came over. A message holds a frame, or for
// a viewer a chunk of the log.
inline constexpr std::int64_t kMaxMessageBytes = 1024 * 1024;

// The defaults of libzmq let a few bytes reserve gigabytes, let exit hang and let a
// half-open peer go unseen. `queue`: messages held for one peer, each way. Times are
// milliseconds: a peer that answers no heartbeat for 1.5 s is disconnected, and a lost one
// is tried again after 100 ms, then ever less often down to once in 5 s. A socket that is
// closed drops what it has not sent.
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

// The same for a socket that serves many peers by name.
inline void limitRouter(zmq::socket_t& socket, int queue)
{
    limitSocket(socket, queue);
    socket.set(zmq::sockopt::router_mandatory, true); // a lost peer is an error, not silence
}

// Binds to an endpoint whose place in the file system was taken before. `place`: taken of the same
// endpoint, or of none where that is tcp. ZeroMQ owns its descriptor from here on.
inline void bindSocket(zmq::socket_t& socket, LocalSocket& place, const std::string& endpoint)
{
    if (const int descriptor = place.release(); descriptor >= 0)
        socket.set(zmq::sockopt::use_fd, descriptor);
    socket.bind(endpoint);
}

// Queues a copy of the bytes without waiting. False: the socket takes nothing now. A router throws
// zmq::error_t (EHOSTUNREACH) where the peer is gone.
inline bool trySend(zmq::socket_t& socket, std::span<const std::byte> bytes)
{
    return socket.send(zmq::buffer(bytes.data(), bytes.size()), zmq::send_flags::dontwait)
        .has_value();
}

// A view of the message's bytes, which holds as long as the message does.
inline std::span<const std::byte> bytesOf(const zmq::message_t& message)
{
    return {message.data<std::byte>(), message.size()};
}

} // namespace telemetry
