// Who may come in by a socket that listens on a network: those who prove the key of its one role.
// Internal: includes zmq.hpp, which no public header of the folder does.
//
// Answers ZeroMQ's questions about who connects (ZAP, ZeroMQ RFC 27), of all sockets of its
// context, on a thread of its own. If that thread cannot go on, the
// context ends.

#pragma once

#include "telemetry/curve_keys.h"
#include "telemetry/handshake_count.h"

#include <zmq.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <string>
#include <thread>

namespace telemetry {

class Doorkeeper {
public:
    // Declared behind the context and before the sockets, so that it goes after them.
    explicit Doorkeeper(zmq::context_t& context)
        : m_context(context)
    {
    }
    ~Doorkeeper(); // shuts the context down
    Doorkeeper(const Doorkeeper&) = delete;
    Doorkeeper& operator=(const Doorkeeper&) = delete;

    // Before the socket is bound. `domain`: what tells the sockets of the context apart.
    // Precondition: the keys are keys. Throws zmq::error_t.
    void guard(zmq::socket_t& socket, const CurveServer& keys, const std::string& domain);

    // Once, behind the last guard(): starts the thread where there is a socket to guard. Throws
    // zmq::error_t and std::system_error.
    void open();

    // Connections that did not come in; see HandshakeCount. Any thread.
    std::uint64_t refused() const { return m_refused.load(std::memory_order_relaxed); }

private:
    using Key = std::array<std::byte, 32>;
    struct Door {
        std::string domain;
        Key admitted{};
        zmq::socket_t events;
        HandshakeCount count;
    };

    void run();
    void answer();
    static void note(Door& door);

    zmq::context_t& m_context;
    zmq::socket_t m_questions;
    std::list<Door> m_doors; // the thread's once it has started
    std::atomic<std::uint64_t> m_refused{0};
    std::thread m_thread;
};

} // namespace telemetry
