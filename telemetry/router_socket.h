// Messages over a ROUTER socket, which names its peers. Internal, as socket_options.h.

#pragma once

#include "telemetry/socket_options.h"

namespace telemetry {

// A whole message: who, and one part. Longer ones are taken off the socket and given
// without the part.
struct Received {
    zmq::message_t from;
    zmq::message_t body;
    bool wellFormed = false;
};

// False: nothing has come.
inline bool receive(zmq::socket_t& socket, Received& to)
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
inline bool sendTo(zmq::socket_t& socket, const std::string& name, std::span<const std::byte> bytes)
{
    try {
        return socket.send(zmq::buffer(name), zmq::send_flags::sndmore | zmq::send_flags::dontwait)
            && trySend(socket, bytes);
    } catch (const zmq::error_t&) { // EHOSTUNREACH
        return false;
    }
}

} // namespace telemetry
