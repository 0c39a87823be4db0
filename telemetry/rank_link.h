// A rank's connection to whoever takes its frames: the aggregator of its node or the collector
// itself. Internal, as socket_options.h.
//
// Endpoints are tried in order. Where nothing is heard at one for a while the link goes on to the
// next, and after the last begins again; a peer that was heard is given up sooner than one that may
// be still starting. What was under way is lost then, which its owner makes good: the end of it all
// acknowledges, not what lies between.

#pragma once

#include "telemetry/codec.h"
#include "telemetry/socket_options.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace telemetry {

class RankLink {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Precondition: `endpoints` is not empty, and checkKeys() finds nothing wrong with `keys` for
    // any of them. `moveOnAfter`: of silence at one that was heard; one that was not is waited for
    // three times as long.
    RankLink(std::vector<std::string> endpoints, std::optional<CurveClient> keys, std::uint64_t run,
             std::chrono::milliseconds moveOnAfter);

    // False: nothing more is taken now.
    bool send(ByteView frame) { return trySend(m_socket, frame); }

    // The next message of the collector that is for the rank; nothing when there is none yet.
    struct Heard {
        Credit credit;
        DetailLevel asked = DetailLevel::Step; // of the rank
    };
    std::optional<Heard> receive();

    // True: it has gone on to another endpoint. Never where there is one only.
    bool moveOn(Time now);

    void wait(std::chrono::milliseconds timeout);

private:
    void connect();

    std::vector<std::string> m_endpoints;
    std::optional<CurveClient> m_keys;
    std::uint64_t m_run;
    std::chrono::milliseconds m_moveOnAfter;
    std::size_t m_at = 0; // of m_endpoints
    Time m_lastHeard = std::chrono::steady_clock::now();
    bool m_heard = false; // at this endpoint
    zmq::context_t m_context;
    zmq::socket_t m_socket;
};

} // namespace telemetry
