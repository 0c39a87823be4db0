// A run in one process over tcp on the loopback interface, with keys of its own; and strangers who
// want in.

#pragma once

#include "telemetry/connection_file.h"
#include "telemetry/control_client.h"
#include "telemetry/control_rank.h"
#include "telemetry/control_server.h"
#include "telemetry/socket_options.h"
#include "tests/telemetry/live_run.h"

namespace telemetry::test {

class TcpRun : public LiveRun {
protected:
    // The collector and the control of a run of so many ranks at an address of this host.
    void start(std::uint32_t ranks, const std::string& address = "127.0.0.1")
    {
        CollectorOptions options = collectorOptions(ranks);
        options.rankEndpoint = tcpEndpoint(address);
        options.viewerEndpoint = tcpEndpoint(address);
        options.rankCurve = keys.forRanks();
        options.viewerCurve = keys.forViewers();
        auto started = Collector::start(options);
        ASSERT_TRUE(started) << started.error().message;
        collector = *std::move(started);
        auto control = ControlServer::start({.run = kRun,
                                             .endpoint = tcpEndpoint(address),
                                             .key = connection.controlKey,
                                             .curve = keys.forControl()});
        ASSERT_TRUE(control) << control.error().message;
        controlServer = *std::move(control);
        connection.run = kRun;
        connection.rankEndpoint = collector->rankEndpoint();
        connection.viewerEndpoint = collector->viewerEndpoint();
        connection.controlEndpoint = controlServer->endpoint();
        const auto problem = problemOf(connection);
        ASSERT_FALSE(problem) << problem->message;
    }

    // The options of a rank or viewer that has read the connection file.
    SenderOptions tcpSender(std::uint32_t rank, std::uint32_t ranks)
    {
        SenderOptions options = senderOptions(rank, ranks);
        options.endpoint = connection.rankEndpoint;
        options.curve = connection.asRank();
        return options;
    }
    LiveOptions tcpViewer() const
    {
        LiveOptions options;
        options.endpoint = connection.viewerEndpoint;
        options.curve = connection.asViewer();
        options.run = kRun;
        return options;
    }
    std::unique_ptr<ViewerSource> openTcpViewer()
    {
        auto opened = openLive(tcpViewer());
        EXPECT_TRUE(opened) << opened.error().message;
        return *std::move(opened);
    }
    std::uint64_t refused() const
    {
        return collector->totals().handshakesRefused + controlServer->counts().handshakesRefused;
    }

    const RunKeys keys = *makeRunKeys();
    Connection connection = keys.connection;
    std::unique_ptr<ControlServer> controlServer;
};

// How a stranger comes: with a key, with none, or with a password.
struct Credentials {
    enum class Mechanism { None, Plain, Curve };
    Mechanism mechanism = Mechanism::None;
    CurveClient curve{};
};

// A socket that says something as soon as it is let in.
class Stranger {
public:
    Stranger(zmq::context_t& context, const std::string& endpoint, const Credentials& credentials,
             const Bytes& words)
        : m_socket(context, zmq::socket_type::dealer)
    {
        limitSocket(m_socket, 100);
        if (credentials.mechanism == Credentials::Mechanism::Plain) {
            m_socket.set(zmq::sockopt::plain_username, "rank");
            m_socket.set(zmq::sockopt::plain_password, "secret");
        }
        const std::string events = "inproc://stranger-" + std::to_string(++s_number);
        EXPECT_EQ(::zmq_socket_monitor(m_socket.handle(), events.c_str(), ZMQ_EVENT_ALL), 0);
        m_events = zmq::socket_t(context, zmq::socket_type::pair);
        m_events.set(zmq::sockopt::rcvhwm, 0);
        m_events.connect(events);
        if (credentials.mechanism == Credentials::Mechanism::Curve)
            connectSocket(m_socket, endpoint, credentials.curve);
        else
            m_socket.connect(endpoint);
        trySend(m_socket, words);
    }

    // Its connection was ended at least once; one of them was let in before.
    bool turnedAway()
    {
        look();
        return m_turnedAway;
    }
    bool letIn()
    {
        look();
        return m_letIn;
    }

private:
    void look()
    {
        zmq::message_t event;
        while (m_events.recv(event, zmq::recv_flags::dontwait)) {
            std::uint16_t number = 0;
            std::memcpy(&number, event.data(), sizeof number);
            m_turnedAway = m_turnedAway || number == ZMQ_EVENT_DISCONNECTED;
            m_letIn = m_letIn || number == ZMQ_EVENT_HANDSHAKE_SUCCEEDED;
            while (event.more() && m_events.recv(event, zmq::recv_flags::none)) {}
        }
    }

    static inline int s_number = 0;
    zmq::socket_t m_socket;
    zmq::socket_t m_events;
    bool m_turnedAway = false;
    bool m_letIn = false;
};

} // namespace telemetry::test
