// A bad network between ranks, or viewers, and collector: forwards every message either way, and on
// the way loses some, repeats some and holds some back, so that later ones overtake them.

#pragma once

#include "telemetry/connection_file.h"
#include "telemetry/doorkeeper.h"
#include "telemetry/socket_options.h"

#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>

namespace telemetry::test {

struct Chaos {
    double lost = 0;                      // share of the messages, [0, 1]
    double repeated = 0;                  // likewise; the copy travels by itself
    double delayed = 0;                   // likewise
    std::chrono::milliseconds longest{0}; // a delay is even between 0 and this
    unsigned seed = 1;
};

class ChaosProxy {
public:
    // Binds `nearEndpoint` and connects to `collectorEndpoint` once for each peer there. Over tcp
    // it has the keys of both sides: what it does to a message no stranger could do.
    ChaosProxy(const std::string& nearEndpoint, std::string collectorEndpoint, const Chaos& chaos,
               const std::optional<RunKeys>& keys = {},
               const std::optional<CurveClient>& towardsCollector = {});
    ~ChaosProxy() = default; // stops forwarding

    const std::string& endpoint() const { return m_endpoint; } // where to connect instead
    ChaosProxy(const ChaosProxy&) = delete;
    ChaosProxy& operator=(const ChaosProxy&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    using Peer = std::string; // the routing identity of a connection

    struct Message {
        Peer peer;
        bool toCollector = true;
        std::string bytes;
    };

    void run(const std::stop_token& stop);
    void receiveFromPeers();
    void receiveFromCollector();
    void take(const Message& message);
    void deliver(const Message& message);
    bool drawn(double share);

    std::string m_endpoint;
    std::string m_collectorEndpoint;
    std::optional<CurveClient> m_towardsCollector;
    Chaos m_chaos;
    std::mt19937 m_random;
    zmq::context_t m_context{1};
    Doorkeeper m_door{m_context};
    zmq::socket_t m_near{m_context, zmq::socket_type::router};
    std::map<Peer, zmq::socket_t> m_collector;
    std::multimap<Clock::time_point, Message> m_underWay; // by when it is due
    std::jthread m_thread;                                // last: ends before what it uses
};

} // namespace telemetry::test
