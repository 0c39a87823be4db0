// What every socket of telemetry has in common. Internal: includes zmq.hpp, which no public header
// of the folder does.
//
// A ZeroMQ socket belongs to the thread that uses it, and so do these functions. All of them may
// throw zmq::error_t; it is caught where a socket is made and by the thread that runs it.

#pragma once

#include "telemetry/curve_keys.h"
#include "telemetry/endpoint.h"
#include "telemetry/local_socket.h"

#include <zmq.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace telemetry {

// A message of more bytes closes the connection that it came over. A message holds a frame, or for
// a viewer a chunk of the log.
inline constexpr std::int64_t kMaxMessageBytes = 1024 * 1024;

// A longer message closes the connection. Over tcp a message is longer by 33 bytes that encryption
// adds, and the handshake's longest one has about 350, so a little more is let through.
inline void limitMessages(zmq::socket_t& socket, std::int64_t bytes)
{
    constexpr std::int64_t kEncryption = 128;
    socket.set(zmq::sockopt::maxmsgsize, bytes + kEncryption);
}

// What a connection over tcp has for its handshake, which takes at most 4 times the way there and
// back.
inline constexpr std::chrono::milliseconds kHandshakeLimit{5000};

// The defaults of libzmq let a few bytes reserve gigabytes, let exit hang and let a
// half-open peer go unseen. `queue`: messages that wait to be sent to one peer. What comes is
// bounded by the credit that its sender has, not here: where a limit on it is reached libzmq stops
// reading, and 4.3.4 then ends the whole process (an assertion in stream_engine_base.cpp) as soon
// as the peer is gone and its heartbeat due. A socket that is closed drops what it has not sent.
//
// Times are milliseconds, for ways of up to 500 each: a peer that has answered no heartbeat for 1.8
// s is disconnected, so a broken link is noticed 2.3 s after it at the latest. A lost peer is tried
// again after 100 ms, then ever less often down to once in a second. An attempt ends after 2 s:
// the kernel repeats it 1 and 3 s after its begin, then ever more seldom, and would find a link
// that is back later than the next attempt does.
inline void limitSocket(zmq::socket_t& socket, int queue)
{
    limitMessages(socket, kMaxMessageBytes);
    socket.set(zmq::sockopt::linger, 0);
    socket.set(zmq::sockopt::sndhwm, queue);
    socket.set(zmq::sockopt::rcvhwm, 0);
    socket.set(zmq::sockopt::heartbeat_ivl, 500);
    socket.set(zmq::sockopt::heartbeat_timeout, 1800);
    socket.set(zmq::sockopt::handshake_ivl, static_cast<int>(kHandshakeLimit.count()));
    socket.set(zmq::sockopt::connect_timeout, 2000);
    socket.set(zmq::sockopt::reconnect_ivl, 100);
    socket.set(zmq::sockopt::reconnect_ivl_max, 1000);
}

// The same for a socket that serves many peers by name.
inline void limitRouter(zmq::socket_t& socket, int queue)
{
    limitSocket(socket, queue);
    socket.set(zmq::sockopt::router_mandatory, true); // a lost peer is an error, not silence
}

// Binds to an endpoint whose place in the file system was taken before. `place`: taken of the same
// endpoint, or of none where that is tcp. ZeroMQ owns its descriptor from here on. Over tcp the
// socket must be guarded by then; see doorkeeper.h. Returns the endpoint with the port that a *
// became.
inline std::string bindSocket(zmq::socket_t& socket, LocalSocket& place,
                              const std::string& endpoint)
{
    if (const int descriptor = place.release(); descriptor >= 0)
        socket.set(zmq::sockopt::use_fd, descriptor);
    if (!isTcp(endpoint)) {
        socket.bind(endpoint);
        return endpoint;
    }
    socket.set(zmq::sockopt::ipv6, endpoint.find('[') != std::string::npos);
    socket.bind(endpoint);
    return socket.get(zmq::sockopt::last_endpoint);
}

// Before the socket connects. Precondition: checkKeys() finds nothing wrong with the keys.
inline void useKeys(zmq::socket_t& socket, const CurveClient& keys)
{
    socket.set(zmq::sockopt::curve_serverkey, keys.serverKey);
    socket.set(zmq::sockopt::curve_publickey, keys.own.publicKey);
    socket.set(zmq::sockopt::curve_secretkey, keys.own.secretKey);
}

// Connects, which goes on behind; with the keys over tcp alone, as what listens at a socket of this
// machine asks for none. Precondition: checkKeys() finds nothing wrong with them.
inline void connectSocket(zmq::socket_t& socket, const std::string& endpoint,
                          const std::optional<CurveClient>& keys)
{
    if (isTcp(endpoint)) {
        socket.set(zmq::sockopt::ipv6, endpoint.find('[') != std::string::npos);
        useKeys(socket, *keys);
    }
    socket.connect(endpoint);
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
